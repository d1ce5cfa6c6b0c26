import Loop
import Testing
import Wire

@testable import Sockets

/// The faults of the system, in words.
@Suite struct SocketProblemTests {
    private let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 80)

    @Test(arguments: [
        (Int32(24), "Too many open files; raise the limit of open files (ulimit -n)", true),
        (23, "Too many open files in system; raise the limit of open files (ulimit -n)", true),
        (12, "Cannot allocate memory", true), (105, "No buffer space available", true),
        (98, "Address already in use; another process has it: choose another port or end that process", false),
        (
            99,
            "Cannot assign requested address; hosts must be addresses of this machine, such as those in 127.0.0.0/8",
            false
        ),
        (13, "Permission denied; ports below 1024 need a privilege", false), (22, "Invalid argument", false),
    ])
    func `an address that cannot be bound has a reason and a remedy`(_ error: Int32, _ text: String, _ isShort: Bool) {
        let problem = SocketError.unbindable(address, error: error)
        #expect("\(problem)" == "cannot bind 127.1.0.1:80: \(text)")
        #expect(problem.isShortage == isShort)
        #expect("\(NetworkFault.unopened(problem))" == "\(problem)")
    }

    @Test func `a socket that cannot be watched lacks something of the system`() {
        let problem = SocketError.unwatchable(address, .noPoll(error: 24))
        #expect(problem.isShortage)
        #expect("\(problem)" == "cannot wait for datagrams at 127.1.0.1:80: \(LoopError.noPoll(error: 24))")
    }

    @Test func `missing datagrams are a fault with numbers and a remedy`() {
        let fault = NetworkFault.missing(count: 3, at: address, dropsInKernel: 2, receiveBuffer: 1000)
        #expect(
            "\(fault)"
                == "3 datagrams to 127.1.0.1:80 went onto the wire and never arrived (the kernel counts 2 drops at that "
                + "socket, whose receive buffer has 1000 bytes); a larger buffer may help: sysctl -w "
                + "net.core.rmem_max=4000")
    }

    @Test func `datagrams under way are those without a final fate`() {
        var ledger = NetworkLedger()
        (ledger.sent, ledger.fromOutside) = (1_000, 500)
        (ledger.received, ledger.lost, ledger.kernelDropped, ledger.undeliverable) = (200, 30, 4, 1)
        (ledger.duplicated, ledger.corrupted, ledger.withheld, ledger.refused) = (7, 8, 9, 10)
        #expect(ledger.underWay == 1_265)
    }
}
