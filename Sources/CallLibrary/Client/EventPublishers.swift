public import Publishing
public import Signaling

extension StreamVideo {
    /// Publishes the coordinator's events.
    public func eventPublisher() -> AnyPublisher<CoordinatorEvent> {
        events.eraseToAnyPublisher()
    }

    /// Publishes the coordinator's events of one type.
    public func eventPublisher<E: Event>(for type: E.Type) -> AnyPublisher<E> {
        eventPublisher().events(of: type)
    }

    /// The coordinator's events from now on.
    public func subscribe() -> AsyncStream<CoordinatorEvent> {
        events.values
    }

    /// The coordinator's events of one type, from now on.
    public func subscribe<E: Event>(for type: E.Type) -> AsyncStream<E> {
        eventPublisher(for: type).values
    }
}

extension Call {
    /// Publishes the events of this call.
    public func eventPublisher() -> AnyPublisher<CoordinatorEvent> {
        let events = events ?? PassthroughSubject()
        self.events = events
        return events.eraseToAnyPublisher()
    }

    /// Publishes the events of this call that have one type, such as ``CustomVideoEvent``.
    public func eventPublisher<E: Event>(for type: E.Type) -> AnyPublisher<E> {
        eventPublisher().events(of: type)
    }

    /// The events of this call from now on.
    public func subscribe() -> AsyncStream<CoordinatorEvent> {
        eventPublisher().values
    }

    /// The events of this call that have one type, from now on.
    public func subscribe<E: Event>(for type: E.Type) -> AsyncStream<E> {
        eventPublisher(for: type).values
    }
}

extension Publisher<CoordinatorEvent> {
    fileprivate func events<E: Event>(of type: E.Type) -> AnyPublisher<E> {
        compactMap { $0.event as? E }
    }
}
