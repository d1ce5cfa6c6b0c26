extension Publisher {
    /// Publishes the non-nil results of `transform`.
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @MainActor (Output) -> Result?
    ) -> AnyPublisher<Result> {
        AnyPublisher { receive in
            sink { value in
                if let result = transform(value) { receive(result) }
            }
        }
    }

    /// Publishes the results of `transform`.
    public func map<Result: Sendable>(
        _ transform: @escaping @MainActor (Output) -> Result
    ) -> AnyPublisher<Result> {
        AnyPublisher { receive in sink { receive(transform($0)) } }
    }

    /// Publishes the values for which `isIncluded` is true.
    public func filter(_ isIncluded: @escaping @MainActor (Output) -> Bool) -> AnyPublisher<Output> {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// Publishes a value unless `areEqual` is true for it and the one before.
    public func removeDuplicates(
        by areEqual: @escaping @MainActor (Output, Output) -> Bool
    ) -> AnyPublisher<Output> {
        AnyPublisher { receive in
            var last: Output?
            return sink { value in
                if let last, areEqual(last, value) { return }
                last = value
                receive(value)
            }
        }
    }

    /// Publishes all but the first values.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output> {
        AnyPublisher { receive in
            var left = count
            return sink { value in
                guard left == 0 else {
                    left -= 1
                    return
                }
                receive(value)
            }
        }
    }

    /// The publisher without its type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output> {
        AnyPublisher { sink(receiveValue: $0) }
    }
}

extension Publisher where Output: Equatable {
    /// Publishes a value unless it equals the one before.
    public func removeDuplicates() -> AnyPublisher<Output> {
        removeDuplicates(by: ==)
    }
}

// MARK: Values for asynchronous code

/// The end of a stream that a publisher fills. A publisher that is released releases it, and so ends the stream.
private final class StreamFeed<Output: Sendable>: Sendable {
    let continuation: AsyncStream<Output>.Continuation

    init(_ continuation: AsyncStream<Output>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}

extension Publisher {
    /// The values from now on. Those that are not read yet are kept. The stream ends when the publisher is released.
    public var values: AsyncStream<Output> {
        let (stream, continuation) = AsyncStream.makeStream(of: Output.self)
        let feed = StreamFeed(continuation)
        let subscription = sink { feed.continuation.yield($0) }
        continuation.onTermination = { _ in
            Task { @MainActor in subscription.cancel() }
        }
        return stream
    }

    /// Returns the next value, which is the current one when the publisher has one.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the publisher is released first.
    public func nextValue() async throws -> Output {
        for await value in values { return value }
        throw CancellationError()
    }

    /// Calls `receiveValue` with each value, one after the other, until the subscription is cancelled or `bag` is
    /// released.
    @discardableResult
    public func sinkTask(
        storeIn bag: DisposableBag, receiveValue: @escaping @MainActor (Output) async -> Void
    ) -> AnyCancellable {
        let task = Task { [values] in
            for await value in values where !Task.isCancelled { await receiveValue(value) }
        }
        let subscription = AnyCancellable { task.cancel() }
        bag.insert(subscription)
        return subscription
    }
}
