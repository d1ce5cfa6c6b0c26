import Chance
import Loop
import Testing
import Timing
import Wire

@testable import Sockets

/// The queues of received datagrams, one for each source.
@Suite struct FairInboxTests {
    /// The same as plain lists, without a thought for speed.
    private struct Model {
        let capacity: Int
        var turns: [UInt16] = []
        var queues: [UInt16: [[UInt8]]] = [:]
        var dropped = 0

        private static func cost(_ queue: [[UInt8]]) -> Int { queue.reduce(0) { $0 + $1.count + 256 } }

        mutating func add(_ bytes: [UInt8], from port: UInt16) {
            let all = queues.values.reduce(0) { $0 + Self.cost($1) }
            guard Self.cost((queues[port] ?? []) + [bytes]) <= capacity - all else {
                dropped += 1
                return
            }
            if queues[port, default: []].isEmpty { turns.append(port) }
            queues[port, default: []].append(bytes)
        }

        mutating func next() -> (bytes: [UInt8], port: UInt16)? {
            guard !turns.isEmpty else { return nil }
            let port = turns.removeFirst()
            guard let bytes = queues[port]?.removeFirst() else { return nil }
            if queues[port]?.isEmpty == false { turns.append(port) }
            return (bytes, port)
        }
    }

    private func source(_ port: UInt16) -> SocketAddress { SocketAddress(host: HostAddress(127, 0, 0, 1), port: port) }

    @Test(arguments: UInt64(1)...20) func `datagrams come in turn and are dropped as in a model`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var inbox = FairInbox(capacity: 5_000)
        var model = Model(capacity: 5_000)
        for step in 0..<2_000 {
            if generator.chance(step / 200 % 2 == 0 ? 0.7 : 0.3) {
                let port = UInt16(1 + generator.next() % 4)
                let bytes = [UInt8](repeating: UInt8(step & 255), count: Int(generator.next() % 300))
                bytes.withUnsafeBufferPointer { inbox.add($0, from: source(port)) }
                model.add(bytes, from: port)
            } else {
                let (real, expected) = (inbox.next(), model.next())
                #expect(real?.bytes == expected?.bytes && real?.from.port == expected?.port)
            }
            #expect(inbox.dropped == model.dropped && inbox.isEmpty == model.turns.isEmpty)
        }
        #expect(model.dropped > 0)
    }

    @Test func `a source takes exactly half of the room that others leave free`() {
        var inbox = FairInbox(capacity: 2 * 512)
        func add(_ count: Int, _ port: UInt16) -> Int {
            [UInt8](repeating: 1, count: count).withUnsafeBufferPointer { inbox.add($0, from: source(port)) }
            return inbox.dropped
        }
        // Empty datagrams cost 256 each: two of them fill the half.
        #expect(add(257, 1) == 0)
        #expect(inbox.next()?.bytes.count == 257 && inbox.isEmpty)
        #expect(add(769, 1) == 1)
        #expect(add(768, 1) == 1)
        #expect(add(0, 2) == 2)
        #expect(inbox.next()?.bytes.count == 768)
        #expect(add(0, 1) == 2 && add(0, 1) == 2 && add(0, 1) == 3)
        #expect(add(0, 2) == 3)
        #expect([1, 2, 1].map { inbox.next()?.from.port == $0 } == [true, true, true])
        #expect(inbox.next() == nil && inbox.isEmpty)
    }
}

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
