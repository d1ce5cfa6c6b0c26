public import Timing

extension EventLoop: Scheduler {
    /// The current instant. It does not change during a turn.
    public var now: Instant { time.now }

    /// The exact instant. Under the real clock it is later than ``now`` by the time that the turn has taken so far.
    package var freshNow: Instant { time.fresh }

    /// The date that belongs to ``now``.
    public var date: Timestamp { time.date }

    /// Runs `action` at `deadline`, or in the next turn when that has passed.
    @discardableResult
    public func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        schedule(at: deadline, label, "", action)
    }

    /// Runs `action` at `deadline`. The two parts of the label are joined when it is read.
    @discardableResult
    public func schedule(
        at deadline: Instant, _ label: String, _ name: String, _ action: @escaping @MainActor () -> Void
    ) -> WakeID {
        WakeID(timer: timers.schedule(.callback(label: label, name, action), at: deadline))
    }

    /// Cancels an action. It has no effect once the action has run.
    public func cancel(_ wake: WakeID) {
        timers.cancel(wake.timer)
    }

    /// Runs `action` after the jobs that are ready.
    public func enqueue(_ action: @escaping @MainActor () -> Void) {
        executor.add(.action(action))
    }
}

extension EventLoop {
    /// Adds a job that becomes ready after `delay`.
    func add(_ job: UnownedJob, after delay: Duration) {
        _ = timers.schedule(.job(job), at: time.fresh.advanced(by: max(.zero, delay)))
    }

    /// Moves the jobs of other threads into the queue.
    func takeForeignJobs() {
        for entry in executor.foreign.takeAll() {
            statistics.foreignJobs += 1
            if let delay = entry.delay { add(entry.job, after: delay) } else { executor.add(.task(entry.job)) }
        }
    }

    /// The work that the loop waits for.
    package var pendingWork: PendingWork {
        let timers = timers.inOrder.map { due in
            PendingWork.Timer(deadline: due.deadline, label: due.element.label)
        }
        // The loop's own wake-up does not count as work.
        return PendingWork(
            now: now, timers: timers, readyJobs: executor.readyJobs, watchedDescriptors: watches.count - 1,
            otherThreads: max(0, (ThreadIdentity.count ?? 1) - 1))
    }
}

/// The action of a timer.
enum LoopTimer {
    case job(UnownedJob)
    case callback(label: String, String, @MainActor () -> Void)

    var isJob: Bool {
        if case .job = self { true } else { false }
    }

    var label: String {
        switch self {
        case .job: "a sleeping task"
        case .callback(let label, let name, _): label + name
        }
    }
}
