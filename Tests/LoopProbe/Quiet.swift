import Loop
import Probing
import Timing

@MainActor
private func never() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// Quiet instants, and how runs end.
@MainActor let quiet: [Behaviour] = [
    .virtual("quiet-instants") {
        loop.onQuiet = { now in
            print("quiet at \(now)")
            return .proceed
        }
        for _ in 0..<10 { await Task.yield() }
        try? await Task.sleep(for: .seconds(1))
        say("awake")
        try? await Task.sleep(for: .seconds(1))
    },
    .virtual("quiet-again") {
        var answers = [QuietAnswer.again, .proceed]
        loop.onQuiet = { _ in
            say("asked")
            return answers.popLast() ?? .proceed
        }
        answers = [.proceed, .again]
        try? await Task.sleep(for: .seconds(1))
    },
    .virtual("quiet-starts-work") {
        var isStarted = false
        loop.onQuiet = { _ in
            guard !isStarted else { return .proceed }
            isStarted = true
            Task { say("started at a quiet instant") }
            return .proceed
        }
        try? await Task.sleep(for: .seconds(1))
    },
    .virtual("quiet-stop") {
        loop.onQuiet = { $0 > Instant(nanoseconds: 2_500_000_000) ? .stop : .proceed }
        while true {
            try? await Task.sleep(for: .seconds(1))
            say("awake")
        }
    },
    .virtual("stop") {
        Task { say("not reached") }
        loop.stop()
        await never()
    },
    Behaviour("nothing-left") {
        let end = loop.run(clock: .virtual) {
            loop.schedule(at: .distantFuture, "the end of time") { print("not reached") }
            try? await Task.sleep(for: .seconds(3))
            print(loop.pendingWork)
            await never()
        }
        print(end, "at", loop.now)
    },
    .virtual("dead-end") {
        var isOver = false
        loop.onDeadEnd = { _ in
            say("dead end")
            guard !isOver else { return .proceed }
            isOver = true
            Task {
                try? await Task.sleep(for: .seconds(1))
                say("helped")
            }
            return .again
        }
        await never()
    },
    .virtual("in-circles") {
        loop.turnLimit = 10_000
        while true { await Task.yield() }
    },
    .virtual("timers-in-circles") {
        loop.turnLimit = 10_000
        @MainActor func again() { loop.schedule(at: loop.now, "again", again) }
        again()
        await never()
    },
    .virtual("nanoseconds-in-circles") {
        loop.turnLimit = 10_000
        @MainActor func again() { loop.schedule(at: loop.now.advanced(by: .nanoseconds(1)), "again", again) }
        again()
        await never()
    },
    .virtual("questions-in-circles") {
        loop.turnLimit = 10_000
        loop.onQuiet = { _ in .again }
        await never()
    },
    .virtual("dead-ends-in-circles") {
        loop.turnLimit = 10_000
        loop.onDeadEnd = { _ in .again }
        await never()
    },
    .virtual("statistics") {
        for _ in 0..<3 { try? await Task.sleep(for: .seconds(1)) }
        print(loop.statistics.timersFired, loop.statistics.quietInstants)
        let counts = loop.statistics
        // A turn runs one timer, or the jobs that are ready; a task alone is one job.
        print(counts.jobs > 3, counts.turns - counts.jobs - counts.timersFired, counts.polls)
        print(counts.foreignJobs, counts.abandonedTasks, counts.lateArrivals)
    },
]
