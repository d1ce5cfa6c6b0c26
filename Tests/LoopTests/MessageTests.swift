import Loop
import Testing

@Suite struct MessageTests {
    @MainActor
    @Test func `a process with executors of its own fails the self-test`() {
        #expect(throws: LoopError.notInstalled) { try EventLoop.shared.selfTest() }
    }

    @Test(arguments: [
        (
            LoopError.noPoll(error: 24),
            "the kernel gives no descriptor for waiting: Too many open files; raise the limit of open files (ulimit -n)"
        ),
        (
            .loopbackIsLate(arrived: 198, sent: 200),
            "of 200 datagrams over the loopback interface only 198 were there when sendto had returned; "
                + "virtual time needs an unshaped loopback interface"
        ),
        (.loopbackUnusable(error: 101), "the loopback interface cannot be used: Network is unreachable; is lo up?"),
    ])
    func `an error names the problem and the remedy`(_ error: LoopError, _ text: String) {
        #expect(error.description == text)
    }
}
