import Foundation

/// A value that several threads change.
final class Shared<Value: Sendable>: @unchecked Sendable {  // Every access holds the lock.
    private var current: Value
    private let lock = NSLock()

    init(_ value: Value) { current = value }

    var value: Value { lock.withLock { current } }

    func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&current) } }
}

/// Does the work for every item, as many at a time as there are cores.
func inParallel<Item: Sendable>(_ items: [Item], _ work: @escaping @Sendable (Item) throws -> Void) throws {
    let next = Shared(0)
    let failure = Shared<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: Runners.count) { _ in
        while failure.value == nil {
            let index = next.change { index in
                defer { index += 1 }
                return index
            }
            guard index < items.count else { return }
            do { try work(items[index]) } catch { failure.change { $0 = error } }
        }
    }
    if let error = failure.value { throw error }
}
