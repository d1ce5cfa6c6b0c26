internal import Timing

extension EventLoop {
    /// The most jobs that may follow upon the end of a run.
    private static let mostJobsAfterEnd = 10_000

    /// Lets end what only waits for its turn when a run is over; no deadline comes, and no descriptor is read.
    public func runLastJobs() {
        for _ in 0..<Self.mostJobsAfterEnd {
            guard executor.runNext() else { return }
        }
    }

    /// Between two runs: lets end what only waits for its turn, and answers what the last run left behind; nil when the
    /// next one finds the loop as the first one did.
    ///
    /// What cannot end so is forgotten, and told.
    public func settle() -> String? {
        runLastJobs()
        takeForeignJobs()
        let waiting = statistics.abandonedTasks + executor.readyJobs + timers.inOrder.count(where: \.element.isJob)
        let foreign = statistics.foreignJobs
        let watched = watches.count - 1
        timers = TimerQueue()
        executor.discardAll()
        time = LoopTime(mode: .real)
        statistics = LoopStatistics()
        if foreign > 0 { return "\(foreign) jobs of another thread" }
        if waiting > 0 { return "\(waiting) tasks that wait" }
        if watched > 0 { return "\(watched) watched descriptors" }
        forgetSlots()
        return watches.count == 1 ? nil : "no way to hear of jobs of other threads"
    }

    /// Watches for jobs from other threads; in the first slot, so these come before any socket. Where that fails there is
    /// no watch, and a run that waits for such a job ends with nothing left to happen.
    func watchForeignJobs() {
        _ = try? watch(descriptor: executor.foreign.descriptor) { self.takeForeignJobs() }
    }

    /// Makes the slots be taken in their order again, which is the order of service.
    private func forgetSlots() {
        poller.remove(executor.foreign.descriptor)
        watches.forgetAll()
        watchForeignJobs()
    }
}
