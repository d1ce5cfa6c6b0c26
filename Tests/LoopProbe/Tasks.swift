import Loop
import Observation
import Probing
import Timing

@MainActor @Observable
private final class CallState {
    var calling = "idle"
}

private actor Plain {
    private var visits = 0

    func visit() async -> Int {
        visits += 1
        try? await Task.sleep(for: .seconds(1))
        return visits
    }
}

private func cancelled(after delay: Duration, _ sleep: @escaping @Sendable () async throws -> Void) async {
    let sleeper = Task {
        do {
            try await sleep()
            await say("slept")
        } catch {
            await say("\(error)")
        }
    }
    try? await Task.sleep(for: delay)
    sleeper.cancel()
    await sleeper.value
}

/// The behaviour of Swift's own concurrency on the loop.
@MainActor let tasks: [Behaviour] = [
    .virtual("main-actor") {
        try? await Task.sleep(for: .seconds(30))
        say("main actor")
    },
    .virtual("plain-actor") {
        let plain = Plain()
        async let first = plain.visit()
        async let second = plain.visit()
        say("\(await first), \(await second)")
    },
    .virtual("detached") {
        let task = Task.detached {
            try? await Task.sleep(for: .seconds(5))
            return "detached"
        }
        say(await task.value)
    },
    .virtual("task-group") {
        let sum = await withTaskGroup(of: Int.self) { group in
            for index in 1...100 {
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(index))
                    return index
                }
            }
            var sum = 0
            for await index in group { sum += index }
            return sum
        }
        say("\(sum)")
    },
    .virtual("sleep-nanoseconds") {
        try? await Task.sleep(nanoseconds: 7_000_000_001)
        print(loop.now.nanoseconds)
    },
    .virtual("observations") {
        let state = CallState()
        let observer = Task {
            for await value in Observations({ state.calling }) {
                say(value)
                if value == "inCall" { return }
            }
        }
        for value in ["outgoing", "joining", "inCall"] {
            try? await Task.sleep(for: .milliseconds(500))
            state.calling = value
        }
        await observer.value
    },
    .virtual("cancelled-sleep") {
        await cancelled(after: .seconds(1)) { try await Task.sleep(for: .seconds(100)) }
    },
    .virtual("cancelled-clock-sleep") {
        await cancelled(after: .seconds(1)) { try await LoopClock().sleep(for: .seconds(100)) }
        print(loop.pendingWork)
    },
    .virtual("cancelled-before-sleep") {
        await cancelled(after: .zero) {
            while !Task.isCancelled { await Task.yield() }
            try await LoopClock().sleep(for: .seconds(100))
        }
    },
    .virtual("priorities") {
        let priorities: [(String, TaskPriority)] = [("background", .background), ("high", .high), ("low", .low)]
        let tasks = priorities.map { name, priority in Task(priority: priority) { print(name) } }
        for task in tasks { await task.value }
    },
    .virtual("many-jobs") {
        var order: [Int] = []
        let tasks = (0..<10_000).map { index in Task { order.append(index) } }
        for task in tasks { await task.value }
        print(order == Array(0..<10_000))
    },
    .virtual("soon") {
        Task { print("task") }
        loop.enqueue {
            print("action")
            loop.enqueue { print("behind") }
        }
        Task { print("another task") }
        try? await Task.sleep(for: .seconds(1))
    },
]
