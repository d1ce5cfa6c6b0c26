/// Gives every element to all who listen, each through a stream of their own.
@MainActor
final class Multicast<Element: Sendable> {
    private var listeners: [(number: Int, continuation: AsyncStream<Element>.Continuation)] = []
    private var nextNumber = 0

    /// Whether anybody listens.
    var hasListeners: Bool { !listeners.isEmpty }

    /// A stream of what is sent from now on.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let number = nextNumber
        nextNumber += 1
        listeners.append((number, continuation))
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.remove(number) }
        }
        return stream
    }

    /// Gives `element` to all who listen now, in the order in which they came.
    func send(_ element: Element) {
        for listener in listeners { listener.continuation.yield(element) }
    }

    /// Ends all streams.
    func finish() {
        for listener in listeners { listener.continuation.finish() }
        listeners = []
    }

    private func remove(_ number: Int) {
        listeners.removeAll { $0.number == number }
    }
}
