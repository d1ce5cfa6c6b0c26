import Loop
import Probing
import Timing

@MainActor
private final class Wakes {
    var second: WakeID?
}

@MainActor
private func schedule(_ seconds: Int64, _ text: String) -> WakeID {
    loop.schedule(at: Instant(nanoseconds: seconds * 1_000_000_000), text) { say(text) }
}

/// The order and the number of deadlines.
@MainActor let timers: [Behaviour] = [
    .virtual("timer-order") {
        _ = schedule(2, "third")
        let sleeper = Task {
            try? await Task.sleep(for: .seconds(2))
            say("fourth, asleep")
        }
        await Task.yield()
        _ = schedule(2, "fifth")
        _ = schedule(1, "first")
        _ = schedule(1, "second")
        await sleeper.value
        try? await Task.sleep(for: .seconds(1))
    },
    .virtual("timer-cancelled") {
        let wakes = Wakes()
        loop.schedule(at: .start, "canceller") {
            if let second = wakes.second { loop.cancel(second) }
            say("cancelled another of the same instant")
        }
        wakes.second = schedule(0, "never")
        let third = schedule(1, "never")
        loop.cancel(third)
        loop.cancel(third)
        try? await Task.sleep(for: .seconds(2))
        print(loop.statistics.timersFired)
    },
    .virtual("timer-in-the-past") {
        try? await Task.sleep(for: .seconds(3))
        _ = schedule(1, "at once")
        try? await Task.sleep(for: .seconds(-5))
        await Task.yield()
        say("after")
    },
    .virtual("timer-choice") {
        var asked: [Int] = []
        let chosen = [2, 0, 1]
        loop.choose = { choice in
            asked.append(choice.count)
            return chosen[asked.count - 1]
        }
        for name in ["second", "fourth", "first", "third"] { _ = schedule(1, name) }
        try? await Task.sleep(for: .seconds(2))
        loop.choose = nil
        print(asked)
    },
    .virtual("ten-thousand-timers") {
        var fired: [Instant] = []
        for index in 0..<10_000 {
            let deadline = Instant(nanoseconds: Int64(index * 7919 % 10_007) * 1_000_000)
            loop.schedule(at: deadline, "one of many") { fired.append(loop.now) }
        }
        print(loop.pendingWork.timers.count)
        try? await Task.sleep(for: .seconds(11))
        print(fired.count, fired == fired.sorted())
    },
    .virtual("ten-thousand-sleepers") {
        var woken: [Duration] = []
        let sleepers = (0..<10_000).map { index in
            Task {
                let delay = Duration.milliseconds(index * 7919 % 10_007)
                try? await Task.sleep(for: delay)
                woken.append(delay)
            }
        }
        for sleeper in sleepers { await sleeper.value }
        print(woken.count, woken == woken.sorted())
    },
    Behaviour("second-run") {
        _ = loop.run(clock: .virtual) {
            _ = schedule(5, "left over")
            try? await Task.sleep(for: .seconds(2))
            say("first run")
        }
        _ = loop.run(clock: .virtual) {
            say("second run")
            try? await Task.sleep(for: .seconds(10))
            say("second run")
        }
    },
]
