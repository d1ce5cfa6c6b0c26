/// A source of values that subscribers receive one by one, in the order in which they occur.
///
/// Combine does not exist on Linux. The publishers of this module offer the part of it that applications of a call
/// library use, on the main actor and without failures. No value is dropped and no two values are merged.
@MainActor
public protocol Publisher<Output> {
    /// The type of the values.
    associatedtype Output: Sendable

    /// Calls `receiveValue` with each value until the returned subscription is cancelled or released.
    func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable
}

/// A publisher that hides how its values are made.
@MainActor
public struct AnyPublisher<Output: Sendable>: Publisher {
    private let subscribe: @MainActor (@escaping @MainActor (Output) -> Void) -> AnyCancellable

    /// Creates a publisher from its subscribe function.
    public init(_ subscribe: @escaping @MainActor (@escaping @MainActor (Output) -> Void) -> AnyCancellable) {
        self.subscribe = subscribe
    }

    /// Adds a subscriber.
    public func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        subscribe(receiveValue)
    }
}

/// A subscription. It ends when it is cancelled, or when the last reference to it is released.
@MainActor
public final class AnyCancellable {
    private var onCancel: (@MainActor () -> Void)?

    /// Creates a subscription from the action that ends it; the action runs once.
    public init(_ onCancel: @escaping @MainActor () -> Void) {
        self.onCancel = onCancel
    }

    var isCancelled: Bool { onCancel == nil }

    /// Ends the subscription.
    public func cancel() {
        onCancel.take()?()
    }

    /// Keeps the subscription in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Keeps the subscription in a bag.
    public func store(in bag: DisposableBag) {
        bag.insert(self)
    }

    isolated deinit {
        cancel()
    }
}

extension AnyCancellable: Hashable {
    /// True for one and the same subscription.
    public nonisolated static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    /// Hashes the identity of the subscription.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Keeps subscriptions, and cancels them when it is released.
@MainActor
public final class DisposableBag {
    private var subscriptions: Set<AnyCancellable> = []

    /// Creates an empty bag.
    public init() {}

    /// Adds a subscription. Those that were cancelled are released.
    public func insert(_ subscription: AnyCancellable) {
        subscriptions = subscriptions.filter { !$0.isCancelled }
        subscriptions.insert(subscription)
    }

    /// Cancels and removes all subscriptions.
    public func removeAll() {
        let ended = subscriptions
        subscriptions = []
        for subscription in ended { subscription.cancel() }
    }
}
