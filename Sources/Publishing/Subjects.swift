public import Observation

/// Publishes the values that are sent to it.
@MainActor
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Publisher {
    private let subscribers = Subscribers<Output>()

    /// Creates a subject without subscribers.
    public init() {}

    /// True when there is at least one subscriber.
    public var hasSubscribers: Bool { !subscribers.isEmpty }

    /// Publishes a value.
    public func send(_ value: Output) {
        subscribers.send(value)
    }

    /// Adds a subscriber.
    public func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        subscribers.add(receiveValue)
    }
}

/// Holds a value, and publishes it to each new subscriber and whenever it is set.
///
/// The value is observable as well: a view that reads it is updated when it changes.
@MainActor
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Publisher, Observable {
    /// The value as code reads it that does not observe it.
    package private(set) var current: Output
    private var subscribers: Subscribers<Output>?
    /// Nil until the value is read by code that may observe it.
    private var observers: ValueObservers?

    /// Creates a subject that holds `value`.
    public init(_ value: Output) {
        current = value
    }

    /// The value; setting it publishes it.
    public var value: Output {
        get {
            let observers = observers ?? ValueObservers()
            self.observers = observers
            observers.noteAccess()
            return current
        }
        set { send(newValue) }
    }

    /// Sets the value and publishes it.
    public func send(_ value: Output) {
        if let observers {
            observers.notify { current = value }
        } else {
            current = value
        }
        subscribers?.send(value)
    }

    /// Adds a subscriber.
    public func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        let subscribers = subscribers ?? Subscribers()
        self.subscribers = subscribers
        let subscription = subscribers.add(receiveValue)
        receiveValue(current)
        return subscription
    }
}

/// The observers of one value.
///
/// The class is not generic, because the key path of a generic type takes a search for the type at each use.
@MainActor
private final class ValueObservers: Observable {
    private let registrar = ObservationRegistrar()
    /// Stands for the value.
    private let value: Void = ()

    /// Lets the observer that is being set up, if any, observe the value.
    func noteAccess() {
        registrar.access(self, keyPath: \.value)
    }

    /// Changes the value and notifies the observers.
    func notify(of change: () -> Void) {
        registrar.withMutation(of: self, keyPath: \.value, change)
    }
}

/// A property whose changes are published by its projection: `$name` is a publisher of `name`.
///
/// Subscribers receive the current value first and then each value that is set, after it was set.
@MainActor
@propertyWrapper
public struct Published<Value: Sendable> {
    package let subject: CurrentValueSubject<Value, Never>

    /// Creates the property with its first value.
    public init(wrappedValue: Value) {
        subject = CurrentValueSubject(wrappedValue)
    }

    /// The value.
    public var wrappedValue: Value {
        get { subject.value }
        nonmutating set { subject.send(newValue) }
    }

    /// The publisher of the value.
    public var projectedValue: AnyPublisher<Value> {
        AnyPublisher { [subject] in subject.sink(receiveValue: $0) }
    }
}
