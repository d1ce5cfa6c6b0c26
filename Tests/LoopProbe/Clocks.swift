import Foundation
import Loop
import Probing
import Timing

/// Keeps the thread busy for some milliseconds of real time, as a loaded machine does.
private func dawdle() {
    let start = WallClock.now
    while WallClock.now - start < .milliseconds(5) {}
}

/// The times that the clocks show, and the timers that are due by them.
@MainActor let clocks: [Behaviour] = [
    .virtual("continuous-deadline") {
        let deadline = ContinuousClock.now + .milliseconds(1500)
        dawdle()
        try? await Task.sleep(until: deadline)
        print(loop.now.nanoseconds)
    },
    .virtual("suspending-deadline") {
        let deadline = SuspendingClock.now + .microseconds(700)
        dawdle()
        try? await Task.sleep(until: deadline, clock: .suspending)
        print(loop.now.nanoseconds)
    },
    .virtual("measured") {
        let elapsed = await ContinuousClock().measure {
            dawdle()
            try? await Task.sleep(for: .milliseconds(250))
        }
        print(elapsed)
    },
    .virtual("date") {
        let start = Date()
        dawdle()
        try? await Task.sleep(for: .seconds(90))
        print(Int((Date().timeIntervalSince1970 * 1000).rounded()) == Int(loop.date.milliseconds))
        print(start.formatted(.iso8601), Date().formatted(.iso8601))
    },
    .virtual("far-future") {
        try? await Task.sleep(for: .seconds(9_000_000_000))
        say("later")
        print(Date().timeIntervalSince1970 > 9_000_000_000)
        try? await Task.sleep(for: .seconds(9_000_000_000_000))
        say("not reached")
    },
    .virtual("loop-clock") {
        let clock: any Clock<Duration> = LoopClock()
        try? await clock.sleep(for: .microseconds(1234))
        print(loop.now.nanoseconds, LoopClock().now == loop.now)
    },
    Behaviour("clocks-after-run") {
        let before = Date().timeIntervalSince1970
        _ = loop.run(clock: .virtual) { try? await Task.sleep(for: .seconds(1)) }
        let after = Date().timeIntervalSince1970
        print(after >= before && after < before + 100)
    },
    Behaviour("real-clock") {
        let start = WallClock.now
        let end = loop.run(clock: .real) {
            try? await Task.sleep(for: .milliseconds(20))
            try? await LoopClock().sleep(for: .milliseconds(20))
        }
        print(end, WallClock.now - start >= .milliseconds(40), loop.now >= Instant(nanoseconds: 40_000_000))
    },
    Behaviour("real-clock-date") {
        _ = loop.run(clock: .real) {
            print(abs(Double(loop.date.milliseconds) / 1000 - Date().timeIntervalSince1970) < 1)
        }
    },
    Behaviour("self-test") {
        for _ in 0..<2 {
            do {
                try loop.selfTest()
                print("passed")
            } catch {
                print(error)
            }
        }
        let now = Date().timeIntervalSince1970
        print(now > 1_700_000_000)
    },
]
