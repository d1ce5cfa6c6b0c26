import Observation
import Publishing
import Testing

@MainActor
@Suite
struct PublisherTests {
    @Test func `a subscriber receives the current value and then each value that is set`() {
        let holder = Holder()
        var seen: [Int] = []
        let subscription = holder.$number.sink { seen.append($0) }
        holder.number = 1
        holder.number = 2
        holder.number = 2
        #expect(seen == [0, 1, 2, 2])
        subscription.cancel()
        holder.number = 3
        #expect(seen == [0, 1, 2, 2])
    }

    @Test func `a subscription ends when nothing keeps it`() {
        let holder = Holder()
        var seen: [Int] = []
        var subscription: AnyCancellable? = holder.$number.sink { seen.append($0) }
        holder.number = 1
        #expect(subscription != nil)
        subscription = nil
        holder.number = 2
        #expect(seen == [0, 1])
    }

    @Test func `a value that is set while another one is delivered comes after it for every subscriber`() {
        let holder = Holder()
        var first: [Int] = []
        var second: [Int] = []
        let one = holder.$number.sink { value in
            first.append(value)
            if value == 1 { holder.number = 2 }
        }
        let other = holder.$number.sink { second.append($0) }
        holder.number = 1
        #expect(first == [0, 1, 2])
        #expect(second == [0, 1, 2])
        one.cancel()
        other.cancel()
    }

    @Test func `a subscriber that is added during a delivery receives no value twice`() {
        let holder = Holder()
        var late: [Int] = []
        var subscriptions: Set<AnyCancellable> = []
        holder.$number.sink { value in
            if value == 1 {
                holder.number = 2
                holder.$number.sink { late.append($0) }.store(in: &subscriptions)
            }
        }
        .store(in: &subscriptions)
        holder.number = 1
        #expect(late == [2])
    }

    @Test func `a subscriber that was cancelled by an earlier one receives nothing more`() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        var second: AnyCancellable?
        let first = subject.sink { _ in second?.cancel() }
        second = subject.sink { seen.append($0) }
        subject.send(1)
        #expect(seen.isEmpty)
        first.cancel()
        #expect(!subject.hasSubscribers)
    }

    @Test func `operators forward the demand of their subscriber`() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [String] = []
        let subscription = subject.removeDuplicates().dropFirst().filter { $0 > 1 }
            .compactMap { $0 == 5 ? nil : $0 }.map { "\($0)" }.eraseToAnyPublisher().sink { seen.append($0) }
        for value in [9, 9, 1, 2, 2, 5, 3] { subject.send(value) }
        #expect(seen == ["2", "3"])
        subscription.cancel()
    }

    @Test func `code that observes a published property is notified of its changes`() {
        let holder = Holder()
        let notified = CurrentValueSubject<Int, Never>(0)
        withObservationTracking {
            _ = holder.number
        } onChange: {
            MainActor.assumeIsolated { notified.send(notified.value + 1) }
        }
        holder.number = 1
        holder.number = 2
        #expect(notified.value == 1)
    }
}

@MainActor
@Suite
struct AsynchronousValueTests {
    @Test func `the stream of values keeps those that are not read yet`() async {
        let holder = Holder()
        let values = holder.$number.values
        for number in 1...3 { holder.number = number }
        var seen: [Int] = []
        for await value in values {
            seen.append(value)
            if seen.count == 4 { break }
        }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test func `the stream of values ends when the publisher is released`() async {
        var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
        let values = subject?.values
        subject?.send(1)
        subject = nil
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [1])
    }

    @Test func `the next value of a condition is awaited`() async throws {
        let isReady = CurrentValueSubject<Bool, Never>(false)
        Task { isReady.send(true) }
        let value = try await isReady.filter { $0 }.nextValue()
        #expect(value)
    }

    @Test func `waiting for a value ends with the task`() async {
        let subject = PassthroughSubject<Int, Never>()
        let task = Task { try await subject.nextValue() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test func `a task handles values one after the other until it is cancelled`() async throws {
        let subject = PassthroughSubject<Int, Never>()
        let seen = CurrentValueSubject<[Int], Never>([])
        let bag = DisposableBag()
        let subscription = subject.sinkTask(storeIn: bag) { value in
            await Task.yield()
            seen.send(seen.value + [value])
        }
        subject.send(1)
        subject.send(2)
        _ = try await seen.filter { $0.count == 2 }.nextValue()
        #expect(seen.value == [1, 2])
        subscription.cancel()
        subject.send(3)
        for _ in 0..<10 { await Task.yield() }
        #expect(seen.value == [1, 2])
    }

    @Test func `a bag cancels its subscriptions`() {
        let subject = PassthroughSubject<Int, Never>()
        let bag = DisposableBag()
        var seen: [Int] = []
        subject.sink { seen.append($0) }.store(in: bag)
        subject.send(1)
        bag.removeAll()
        subject.send(2)
        #expect(seen == [1])
    }
}

@MainActor
private final class Holder {
    @Published var number = 0
}
