import Loop
import Timing

EventLoop.install()
try EventLoop.shared.selfTest()
let loop = EventLoop.shared
let end = loop.run(clock: .virtual) {
    try? await Task.sleep(for: .seconds(1.5))
    print(loop.now, ContinuousClock.now)
    let t = Task.detached { try? await Task.sleep(nanoseconds: 7_000_000_000) }
    await t.value
    print(loop.now, loop.pendingWork)
    try? await LoopClock().sleep(for: .microseconds(1234))
    print(loop.now, loop.now.nanoseconds)
}
print(end)
