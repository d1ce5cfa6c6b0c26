import Timing

extension EventLoop {
    /// Turns after which others are served although jobs or timers are ready, so that neither a task that yields for
    /// ever nor a burst of timers keeps what it waits for from happening, or fills the kernel's buffers.
    private static let turnsBetweenPolls = 64

    /// Takes turn after turn until the run ends.
    func drive() -> EndOfRun {
        while ending == nil {
            if turn() {
                statistics.turns += 1
                turnsAtInstant += 1
                if turnsAtInstant > turnLimit, time.mode == .virtual { return .goingInCircles(turns: turnsAtInstant) }
            } else {
                rest()
            }
        }
        return ending ?? .stopped
    }

    /// Does the first kind of work that there is; false at what may be a quiet instant.
    private func turn() -> Bool {
        turnsWithoutPoll += 1
        if turnsWithoutPoll > Self.turnsBetweenPolls, serveOthers() { return true }
        return runJobs() || fireTimer() || serveReadable()
    }

    /// Gives descriptors and timers their turn although jobs are ready.
    private func serveOthers() -> Bool {
        var isBusy = serveReadable()
        for _ in 0..<Self.turnsBetweenPolls where fireTimer() { isBusy = true }
        return isBusy
    }

    /// Runs the jobs that are there now, not those that they enqueue: these are of the next turn.
    private func runJobs() -> Bool {
        let count = executor.readyJobs
        guard count > 0 else { return false }
        for _ in 0..<count where ending == nil && executor.runNext() {
            statistics.jobs += 1
        }
        return true
    }

    private func fireTimer() -> Bool {
        guard let due = timers.popDue(at: time.now) else { return false }
        statistics.timersFired += 1
        switch due.element {
        case .job(let job): executor.run(job)
        case .callback(_, _, let action): action()
        }
        return true
    }

    /// Serves what is readable, in the order of the slots: the kernel's order depends on what it was doing.
    private func serveReadable() -> Bool {
        turnsWithoutPoll = 0
        if !watches.hasMarked || time.mode == .real { look(for: .zero) }
        guard watches.hasMarked else { return false }
        watches.beginServing()
        while ending == nil, let action = watches.next() { action() }
        return true
    }

    /// Asks the kernel what is readable, waiting for at most `limit`; nil is as long as it takes.
    private func look(for limit: Duration?) {
        statistics.polls += 1
        poller.wait(limit, marking: &watches)
        time.update()
    }

    /// Nothing is ready and nothing readable.
    private func rest() {
        guard !awaitUnderWay() else { return }
        statistics.quietInstants += 1
        switch onQuiet?(time.now) ?? .proceed {
        case .stop: stop()
        case .again: turnsAtInstant += 1
        case .proceed where executor.readyJobs == 0 && !watches.hasMarked: moveOn()
        case .proceed: break
        }
    }

    /// Gives what is known to be under way real time to arrive; true when it came, or was given up.
    private func awaitUnderWay() -> Bool {
        guard underWay > 0 else { return false }
        pollAll()
        look(for: patience)
        if watches.hasMarked {
            statistics.lateArrivals += 1
        } else {
            underWay = 0
            onOverdue?()
        }
        return true
    }

    /// Lets time pass until the next deadline.
    private func moveOn() {
        // What is due in the distant future never happens.
        let next = timers.nextDeadline.flatMap { $0 == .distantFuture ? nil : $0 }
        switch (time.mode, next) {
        case (.virtual, let next?):
            if next > time.now { turnsAtInstant = 0 }
            time.jump(to: next)
        case (.virtual, nil): meetDeadEnd()
        case (.real, let next):
            look(for: next.map(time.untilReal))
        }
    }

    private func meetDeadEnd() {
        switch onDeadEnd?(time.now) ?? .proceed {
        case .stop: stop()
        case .again: turnsAtInstant += 1
        case .proceed: ending = .nothingLeft
        }
    }
}
