internal import CLinux
import Timing

extension EventLoop {
    /// Checks the preconditions of virtual time within a few milliseconds.
    ///
    /// They are: the loop's executors are installed, the kernel watches descriptors, Swift's clocks can show another
    /// time, and the loopback interface delivers before `sendto` returns. A check that passed once in a process is
    /// not repeated.
    public func selfTest() throws(LoopError) {
        guard !hasPassedSelfTest else { return }
        guard LoopExecutor.isInstalled else { throw .notInstalled }
        for descriptor in [poller.descriptor, executor.foreign.descriptor] where descriptor < 0 {
            throw .noPoll(error: -descriptor)
        }
        try tryClocks()
        try tryLoopback(datagrams: 20)
        hasPassedSelfTest = true
    }

    private func tryClocks() throws(LoopError) {
        defer { if isRunning { time.show() } else { LoopTime.showSystem() } }
        clx_clock_replace(0, 0)
        let before = ContinuousClock.now
        clx_clock_replace(86_400_000_000_000, 0)
        guard before.duration(to: .now) == .seconds(86_400) else { throw .clockNotReplaced }
    }

    private func tryLoopback(datagrams: Int) throws(LoopError) {
        let late = clx_udp_trial(Int32(datagrams))
        guard late >= 0 else { throw .loopbackUnusable(error: -late) }
        guard late == 0 else { throw .loopbackIsLate(arrived: datagrams - Int(late), sent: datagrams) }
    }
}
