import Timing

extension EventLoop {
    /// The number of turns after which descriptors and timers are served although jobs are ready. Neither a task that
    /// yields forever nor a burst of timers can then starve them or fill the kernel's buffers.
    private static let turnsBetweenPolls = 64
    /// The virtual time in which turns are counted.
    static let turnWindow = Duration.milliseconds(1)
    /// The number of turns for which an instant counts, because everything is evaluated at its idle point.
    private static let turnsOfInstant = 10

    /// Runs turns until the run ends.
    func drive() -> EndOfRun {
        while ending == nil {
            if turn() {
                statistics.turns += 1
                turnsInWindow += 1
            } else {
                handleIdleTurn()
            }
            if turnsInWindow > turnLimit, time.mode == .virtual { return .goingInCircles(turns: turnsInWindow) }
        }
        return ending ?? .stopped
    }

    /// Runs the first kind of work that is ready. Returns false when none is.
    private func turn() -> Bool {
        turnsWithoutPoll += 1
        if turnsWithoutPoll > Self.turnsBetweenPolls, serveDescriptorsAndTimers() { return true }
        return runJobs() || fireTimer() || serveReadable()
    }

    /// Serves descriptors and timers although jobs are ready.
    private func serveDescriptorsAndTimers() -> Bool {
        var isBusy = serveReadable()
        for _ in 0..<Self.turnsBetweenPolls where fireTimer() { isBusy = true }
        return isBusy
    }

    /// Runs the jobs that are ready now. Jobs that they enqueue belong to the next turn.
    private func runJobs() -> Bool {
        let count = executor.readyJobs
        guard count > 0 else { return false }
        for _ in 0..<count where ending == nil && executor.runNext() {
            statistics.jobs += 1
        }
        return true
    }

    private func fireTimer() -> Bool {
        guard let timer = popTimer() else { return false }
        statistics.timersFired += 1
        switch timer {
        case .job(let job): executor.run(job)
        case .callback(_, _, let action): action()
        }
        return true
    }

    /// Removes and returns the next timer that is due.
    private func popTimer() -> LoopTimer? {
        guard let choose else { return timers.popDue(at: time.now)?.element }
        let due = timers.due(at: time.now)
        guard due.count > 1 else { return timers.popDue(at: time.now)?.element }
        return timers.cancel(due[choose(FreeChoice(count: due.count) { due[$0].element.label })].id)
    }

    /// Serves readable descriptors in the order of their slots, because the kernel's order is not deterministic.
    private func serveReadable() -> Bool {
        turnsWithoutPoll = 0
        if !watches.hasMarked || time.mode == .real { poll(for: .zero) }
        guard watches.hasMarked else { return false }
        watches.beginServing()
        while ending == nil, let action = watches.next(choose) { action() }
        return true
    }

    /// Asks the kernel for readable descriptors and waits for `limit` at most; nil waits without limit.
    private func poll(for limit: Duration?) {
        statistics.polls += 1
        poller.wait(limit, marking: &watches)
        time.update()
    }

    /// Handles a turn without work.
    private func handleIdleTurn() {
        guard !awaitInFlight() else { return }
        statistics.quietInstants += 1
        switch onQuiet?(time.now) ?? .proceed {
        case .stop: stop()
        case .again: turnsInWindow += 1
        case .proceed where executor.readyJobs == 0 && !watches.hasMarked: moveOn()
        case .proceed: break
        }
    }

    /// Waits in real time for datagrams in flight. Returns true when they arrived or are overdue.
    private func awaitInFlight() -> Bool {
        guard inFlight.count > 0 else { return false }
        pollAll()
        poll(for: inFlight.limit)
        if watches.hasMarked {
            statistics.lateArrivals += 1
        } else {
            inFlight.count = 0
            inFlight.onOverdue?()
        }
        return true
    }

    /// Advances the clock to the next deadline.
    private func moveOn() {
        // A timer in the distant future never fires.
        let next = timers.nextDeadline.flatMap { $0 == .distantFuture ? nil : $0 }
        switch (time.mode, next) {
        case (.virtual, let next?):
            count(advanceTo: next)
            time.jump(to: next)
        case (.virtual, nil): handleDeadEnd()
        case (.real, let next):
            poll(for: next.map(time.untilReal))
        }
    }

    /// Counts an advance of the virtual clock. A timer that is set again a nanosecond later goes in circles as one that
    /// is set again at once.
    private func count(advanceTo next: Instant) {
        guard next < windowStart.advanced(by: Self.turnWindow) else {
            (windowStart, turnsInWindow) = (next, 0)
            return
        }
        turnsInWindow += next > time.now ? Self.turnsOfInstant : 0
    }

    private func handleDeadEnd() {
        switch onDeadEnd?(time.now) ?? .proceed {
        case .stop: stop()
        case .again: turnsInWindow += 1
        case .proceed: ending = .nothingLeft
        }
    }
}
