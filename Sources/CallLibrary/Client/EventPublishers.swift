public import Publishing
public import Signaling

extension StreamVideo {
    /// Returns a publisher of the coordinator's events.
    public func eventPublisher() -> AnyPublisher<CoordinatorEvent> {
        events.eraseToAnyPublisher()
    }

    /// Returns a publisher of the coordinator's events of one type.
    public func eventPublisher<E: Event>(for type: E.Type) -> AnyPublisher<E> {
        eventPublisher().events(of: type)
    }

    /// Returns a stream of the coordinator's events from now on.
    public func subscribe() -> AsyncStream<CoordinatorEvent> {
        events.values
    }

    /// Returns a stream of the coordinator's events of one type, from now on.
    public func subscribe<E: Event>(for type: E.Type) -> AsyncStream<E> {
        eventPublisher(for: type).values
    }
}

extension Call {
    /// Returns a publisher of this call's events.
    public func eventPublisher() -> AnyPublisher<CoordinatorEvent> {
        let events = events ?? PassthroughSubject()
        self.events = events
        return events.eraseToAnyPublisher()
    }

    /// Returns a publisher of this call's events of one type, such as ``CustomVideoEvent``.
    public func eventPublisher<E: Event>(for type: E.Type) -> AnyPublisher<E> {
        eventPublisher().events(of: type)
    }

    /// Returns a stream of this call's events from now on.
    public func subscribe() -> AsyncStream<CoordinatorEvent> {
        eventPublisher().values
    }

    /// Returns a stream of this call's events of one type, from now on.
    public func subscribe<E: Event>(for type: E.Type) -> AsyncStream<E> {
        eventPublisher(for: type).values
    }
}

extension Publisher<CoordinatorEvent> {
    fileprivate func events<E: Event>(of type: E.Type) -> AnyPublisher<E> {
        compactMap { $0.event as? E }
    }
}
