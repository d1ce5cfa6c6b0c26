internal import CLinux
import Timing

extension EventLoop {
    /// Tries in a few milliseconds what virtual time rests on; at any time.
    ///
    /// These are: the executors are the loop's, the kernel watches descriptors, Swift's clocks can be made to show
    /// another time, and the loopback interface delivers before `sendto` returns. What holds once in a process holds
    /// from then on, and is not tried again.
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
