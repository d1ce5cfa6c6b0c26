/// Timers of one owner, of which each key has at most one.
@MainActor
package final class KeyedTimers<Key: Hashable> {
    private let scheduler: any Scheduler
    private var wakes: [Key: WakeID] = [:]

    /// Creates timers without actions.
    package init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Runs `action` after a time, in place of the key's pending one. The key can be set again from the action.
    ///
    /// - Parameter label: Describes the action in messages.
    package func set(
        _ key: Key, after time: Duration, _ label: String, _ action: @escaping @MainActor () -> Void
    ) {
        cancel(key)
        wakes[key] = scheduler.schedule(at: scheduler.now.advanced(by: time), label) { [self] in
            wakes[key] = nil
            action()
        }
    }

    /// Cancels the key's pending action, if there is one.
    package func cancel(_ key: Key) {
        guard !wakes.isEmpty, let wake = wakes.removeValue(forKey: key) else { return }
        scheduler.cancel(wake)
    }
}
