/// The subscribers of one subject, in the order of their subscriptions.
///
/// A value that a subscriber sends while it receives another one waits, so that each subscriber receives all values in
/// one order.
@MainActor
final class Subscribers<Output: Sendable> {
    private struct Subscriber {
        let number: Int
        /// The number of the first value that this subscriber receives.
        let first: Int
        let receive: @MainActor (Output) -> Void
    }

    private var subscribers: [Subscriber] = []
    private var nextSubscriber = 0
    private var waiting: [Output] = []
    private var nextValue = 0
    private var isSending = false

    var isEmpty: Bool { subscribers.isEmpty }

    func add(_ receive: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        let number = nextSubscriber
        nextSubscriber += 1
        subscribers.append(Subscriber(number: number, first: nextValue, receive: receive))
        return AnyCancellable { [weak self] in self?.subscribers.removeAll { $0.number == number } }
    }

    func send(_ value: Output) {
        guard !isEmpty else { return }
        waiting.append(value)
        nextValue += 1
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while !waiting.isEmpty {
            let number = nextValue - waiting.count
            deliver(waiting.removeFirst(), number)
        }
    }

    private func deliver(_ value: Output, _ number: Int) {
        for subscriber in subscribers where subscriber.first <= number && isSubscribed(subscriber) {
            subscriber.receive(value)
        }
    }

    /// False when an earlier subscriber has cancelled this one's subscription.
    private func isSubscribed(_ subscriber: Subscriber) -> Bool {
        subscribers.contains { $0.number == subscriber.number }
    }
}
