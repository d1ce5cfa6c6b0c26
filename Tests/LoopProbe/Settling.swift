import Foundation
import Loop
import Probing
import Timing

/// A run, and what it leaves behind.
@MainActor
private func settled(_ body: @escaping @MainActor () async -> Void) -> String {
    _ = loop.run(clock: .virtual, body)
    return loop.settle() ?? "nothing"
}

private func pipes(_ count: Int) -> [[Int32]] {
    (0..<count).map { _ in
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { print("no pipe") }
        return ends
    }
}

/// Runs one after the other in one process.
@MainActor let settling: [Behaviour] = [
    Behaviour("settle-nothing") {
        print(settled { try? await Task.sleep(for: .seconds(5)) })
        print(loop.now)
        print(settled { loop.schedule(at: Instant(nanoseconds: 1), "never") { print("fired") } })
        print(settled { say("the next run") })
    },
    Behaviour("settle-tasks") {
        print(
            settled {
                Task { try? await Task.sleep(for: .seconds(5)) }
                await Task.yield()
            })
        print(settled { Task { while true { await Task.yield() } } })
        print(settled { try? await Task.sleep(for: .seconds(1)) })
    },
    Behaviour("settle-threads") {
        print(
            settled {
                let gate = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    Task { @MainActor in print("from another thread") }
                    gate.signal()
                }
                gate.wait()
            })
    },
    Behaviour("settle-watches") {
        let channels = pipes(5)
        print(
            settled {
                for ends in channels { _ = try? loop.watch(descriptor: ends[0]) {} }
            })
    },
    Behaviour("settle-slots") {
        let channels = pipes(5)
        for _ in 1...2 {
            var served: [Int] = []
            print(
                settled {
                    let watches = channels.enumerated().compactMap { index, ends in
                        try? loop.watch(descriptor: ends[0]) {
                            var byte: UInt8 = 0
                            served.append(read(ends[0], &byte, 1) == 1 ? index : -1)
                        }
                    }
                    for ends in channels.reversed() { _ = write(ends[1], "x", 1) }
                    try? await Task.sleep(for: .seconds(1))
                    for watch in watches { loop.unwatch(watch) }
                })
            print(served)
        }
    },
    Behaviour("settle-endless") {
        var count = 0
        @MainActor func again() {
            count += 1
            loop.enqueue(again)
        }
        again()
        print(loop.settle() ?? "nothing", count)
        print(loop.settle() ?? "nothing", count)
    },
    Behaviour("settle-worst") {
        let channels = pipes(2)
        @MainActor func leave(watches: Int, aTask: Bool, aThread: Bool) {
            for ends in channels.prefix(watches) { _ = try? loop.watch(descriptor: ends[0]) {} }
            if aTask { Task { try? await Task.sleep(for: .seconds(5)) } }
            guard aThread else { return }
            let gate = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                Task { @MainActor in }
                gate.signal()
            }
            gate.wait()
        }
        print(settled { leave(watches: 2, aTask: true, aThread: true) })
        print(
            settled {
                leave(watches: 0, aTask: true, aThread: false)
                await Task.yield()
            })
        print(settled { leave(watches: 0, aTask: false, aThread: false) })
    },
]
