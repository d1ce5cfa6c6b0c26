import Loop
import Probing
import Timing

/// Prints how many of `count` things are done in a second of real time.
@MainActor
private func rate(_ name: String, count: Int, _ body: () async -> Void) async {
    let start = WallClock.now
    await body()
    let elapsed = Double((WallClock.now - start).nanoseconds) / 1e9
    print("\(name): \(Int(Double(count) / elapsed)) a second")
}

/// The costs of the loop; to be built with optimisation.
@MainActor let measures: [Behaviour] = [
    .virtual("measure") {
        loop.turnLimit = .max
        let total = 1_000_000
        await rate("callback timers, 1,000 pending", count: total) {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                var left = total
                @MainActor func arm(_ period: Int) {
                    loop.schedule(at: loop.now.advanced(by: .microseconds(period)), "measure") {
                        left -= 1
                        if left == 0 { done.resume() } else if left > 0 { arm(period) }
                    }
                }
                for index in 1...1000 { arm(1000 + index) }
            }
        }
        await rate("Task.sleep, 1,000 sleeping tasks", count: total) {
            let sleepers = (1...1000).map { index in
                Task { for _ in 0..<total / 1000 { try? await Task.sleep(for: .microseconds(1000 + index)) } }
            }
            for sleeper in sleepers { await sleeper.value }
        }
        await rate("yields", count: total) { for _ in 0..<total { await Task.yield() } }
    }
]
