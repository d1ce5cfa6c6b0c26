import Journal
import Loop
import ScenarioLanguage
import ScenarioVocabulary
package import Sockets
import Timing
import Wire

/// A driver without a socket and a clock. Each line of the harness has a response that ends with `idle`. The run waits
/// for it, so no virtual time passes.
extension DriverPerformer {
    /// Gives the driver a socket of the network.
    package func attach(_ socket: any DatagramSocket) {
        let own = DriverSocket(socket)
        self.socket = own
        socket.onDatagram = { [weak self] bytes, source in
            guard let self else { return }
            exchange(DriverOrder.datagram(bytes, from: source, at: loop.now), "datagram")
        }
        socket.onUnsendable = { [weak self] in self?.noteUnsendable() }
    }

    /// Writes a line and handles the response.
    func exchange(_ line: [UInt8], _ type: String) {
        guard fault == nil, let process else { return }
        if let excess = pace.count(type, at: loop.now) { return fail(circling(excess)) }
        asked = line
        do throws(DriverFault) {
            guard unhandled.isEmpty, lines.unfinished == 0, !process.hasOutput else { throw uninvited() }
            _ = process.write(line)
            try handleUntilIdle(type)
        } catch {
            fail(withQuestion(error))
        }
    }

    /// Handles lines up to `idle`.
    func handleUntilIdle(_ type: String) throws(DriverFault) {
        while fault == nil {
            let message = try read(try nextLine(missing: "answer a `\(type)` with `idle`"))
            if case .idle = message {
                guard unhandled.isEmpty, lines.unfinished == 0 else { throw uninvited() }
                return
            }
            try act(on: message)
        }
    }

    /// Returns the next line; waits for it.
    func nextLine(missing response: String) throws(DriverFault) -> [UInt8] {
        while unhandled.isEmpty {
            guard let process else { throw DriverFault(violation: .died, text: "ended") }
            switch process.awaitOutput(patience) {
            case .bytes(let bytes): unhandled += try lines.take(bytes)
            case .ended: throw DriverFault(violation: .died, text: process.endAfterOutput() + lines.endOfSentence)
            case .timedOut:
                throw DriverFault.silence(
                    response, within: patience, rest: lines.rest + process.outputAtEnd(), last: line)
            }
        }
        return unhandled.removeFirst()
    }

    /// Returns the fault of a driver that wrote without a line of the harness since its `idle`.
    private func uninvited() -> DriverFault {
        if unhandled.isEmpty, let process { unhandled = (try? lines.take(process.pendingOutput())) ?? [] }
        return DriverFault(
            violation: .wrong, text: "wrote after its `idle`, before the next line of the harness",
            line: lineNumber + 1,
            column: 1, wrote: unhandled.first.map(DriverFault.excerpt))
    }

    /// Returns the fault of a driver that keeps the run from going on.
    private func circling(_ excess: String) -> DriverFault {
        let open = waiting.sorted { $0.key < $1.key }.map { "`\($0.value.name)`" }
        let command =
            open.isEmpty
            ? lastCommand.map { "after the command `\($0)`" } ?? "before its first command"
            : "while \(Spelling.list(open, joinedBy: "and")) \(open.count == 1 ? "is" : "are") running"
        return DriverFault(violation: .wrong, text: "\(excess) \(command)", asked: DriverFault.excerpt(asked))
    }

    func actInVirtualTime(on message: DriverMessage) throws(DriverFault) {
        guard isVirtual else {
            throw wrong("is for virtual time only: say `\"version\": 2, \"clock\": \"virtual\"` in `hello`")
        }
        switch message {
        case .send(let bytes, let destination): try send(bytes, to: destination)
        case .wake(let instant): try setTimer(instant)
        default: break
        }
    }

    private func send(_ bytes: [UInt8], to destination: SocketAddress) throws(DriverFault) {
        guard let socket else { throw wrong("sends a datagram before the run begins") }
        socket.send(bytes, to: destination)
    }

    private func setTimer(_ instant: Instant?) throws(DriverFault) {
        if let instant, instant <= loop.now {
            throw wrong(
                "sets the timer to \(instant.nanoseconds) ns, which is not later than now, \(loop.now.nanoseconds) ns")
        }
        guard let socket else { throw wrong("sets the timer before the run begins") }
        if let wake = socket.wake { loop.cancel(wake) }
        socket.wake = instant.map { instant in
            loop.schedule(at: instant, "the timer of \(name)'s driver") { [weak self] in self?.fireTimer() }
        }
    }

    private func fireTimer() {
        socket?.wake = nil
        states.commanded()
        record.add(.timer(.init(owner: name, label: "wake", phase: .fired)))
        exchange(DriverOrder.wake(at: loop.now), "wake")
    }

    /// Records that the network refused a datagram. The driver is notified after its current response.
    private func noteUnsendable() {
        guard let socket, !socket.hasRefused else { return }
        socket.hasRefused = true
        loop.schedule(at: loop.now, "the missing network of \(name)'s driver") { [weak self] in
            guard let self, let socket = self.socket else { return }
            socket.hasRefused = false
            exchange(DriverOrder.unsendable(at: loop.now), "unsendable")
        }
    }
}

/// The socket and the timer of a driver in virtual time.
@MainActor
final class DriverSocket {
    private let socket: any DatagramSocket
    var wake: WakeID?
    /// True while a notification about a refused datagram is pending.
    var hasRefused = false

    init(_ socket: any DatagramSocket) {
        self.socket = socket
    }

    var address: SocketAddress { socket.address }

    func send(_ bytes: [UInt8], to destination: SocketAddress) { socket.send(bytes, to: destination) }

    func close() { socket.close() }
}
