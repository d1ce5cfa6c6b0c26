import Testing

@testable import CallLibrary

@MainActor
@Suite struct SharedOutcomeTests {
    private final class Abandonment {
        var count = 0
    }

    private final class Received {
        var results: [Int?] = []
    }

    private struct Problem: Error, Equatable {}

    /// Lets tasks that are ready run until they wait.
    private func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    @Test func `all waiting and later callers get the same result`() async throws {
        let outcome = SharedOutcome<Int>(onAbandoned: {})
        let waiters = (0..<3).map { _ in Task { try await outcome.value() } }
        await settle()
        outcome.settle(.success(7))
        outcome.settle(.success(8))
        for waiter in waiters { #expect(try await waiter.value == 7) }
        #expect(try await outcome.value() == 7)
    }

    @Test func `an error reaches all waiting callers`() async {
        let outcome = SharedOutcome<Int>(onAbandoned: {})
        let waiter = Task { try await outcome.value() }
        await settle()
        outcome.settle(.failure(Problem()))
        await #expect(throws: Problem()) { try await waiter.value }
    }

    @Test func `a listener is called once, and at once with an existing result`() {
        let received = Received()
        let outcome = SharedOutcome<Int>(onAbandoned: {})
        outcome.whenSettled { received.results.append(try? $0.get()) }
        #expect(received.results.isEmpty)
        outcome.settle(.success(7))
        outcome.settle(.success(8))
        outcome.whenSettled { received.results.append(try? $0.get()) }
        #expect(received.results == [7, 7])
    }

    @Test func `a listener is released with its call`() {
        let outcome = SharedOutcome<Int>(onAbandoned: {})
        weak var kept: Received?
        do {
            let received = Received()
            kept = received
            outcome.whenSettled { received.results.append(try? $0.get()) }
        }
        #expect(kept != nil)
        outcome.settle(.success(7))
        #expect(kept == nil)
    }

    @Test func `a cancelled caller stops waiting, and the work continues for the others`() async throws {
        let abandonment = Abandonment()
        let outcome = SharedOutcome<Int>(onAbandoned: { abandonment.count += 1 })
        let first = Task { try await outcome.value() }
        let second = Task { try await outcome.value() }
        await settle()
        second.cancel()
        await settle()
        #expect(abandonment.count == 0)
        outcome.settle(.success(1))
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try await first.value == 1)
        #expect(abandonment.count == 0)
    }

    @Test func `the work is cancelled with its last waiting caller`() async {
        let abandonment = Abandonment()
        let outcome = SharedOutcome<Int>(onAbandoned: { abandonment.count += 1 })
        let only = Task { try await outcome.value() }
        await settle()
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        #expect(abandonment.count == 1)
    }
}
