internal import Timing

extension EventLoop {
    /// The limit of jobs that run after the end of a run.
    private static let maxJobsAfterEnd = 10_000

    /// Runs the jobs that are ready after the end of a run. No timer fires and no descriptor is read.
    package func runLastJobs() {
        for _ in 0..<Self.maxJobsAfterEnd {
            guard executor.runNext() else { return }
        }
    }

    /// Resets the loop between two runs, after running the jobs that are ready.
    ///
    /// - Returns: The work that the last run left behind, or nil when the next run finds the loop in its first state.
    ///   Work that is left behind is discarded.
    package func settle() -> String? {
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
        return watches.count == 1 ? nil : "no way to detect jobs of other threads"
    }

    /// Watches for jobs from other threads, in the first slot, so that they precede every socket. Without this watch
    /// a run that waits for such a job ends with no pending work.
    func watchForeignJobs() {
        _ = try? watch(descriptor: executor.foreign.descriptor) { self.takeForeignJobs() }
    }

    /// Resets the slots, so that they are assigned, and served, in the first order again.
    private func forgetSlots() {
        poller.remove(executor.foreign.descriptor)
        watches.forgetAll()
        watchForeignJobs()
    }
}
