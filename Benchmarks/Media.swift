import BackendCore
import CAllocations
import CallLibraryGuest
import Capture
import Chance
import Glibc
import Journal
import Loop
import ScenarioLanguage
import ScenarioStage
import ScenarioVocabulary
import Signaling
import Sockets
import Timing
import Wire

/// An SFU that forwards one voice to nine others, on sockets of the kernel's.
@MainActor
final class Forwarding {
    private static let receivers = 9
    private static let cid = CallCid(type: "default", id: "benchmark")
    /// Packets before the measurement, so that every buffer has its size.
    private static let warmUp = 2_000
    private static let packets = 20_000

    private var machine: SFUMachine
    private let sfu: UDPSocket
    private let publisher: UDPSocket
    private let others: [UDPSocket]
    private let secret = Array("benchmark".utf8)
    private var packet: [UInt8] = []
    private(set) var forwarded = 0
    private(set) var arrived = 0

    private init() throws {
        let loop = EventLoop.shared
        let configuration = BackendConfiguration(secret: secret)
        machine = SFUMachine(configuration: configuration, epoch: loop.date)
        sfu = try UDPSocket(SocketAddress(host: HostAddress(127, 0, 1, 1), port: 0))
        publisher = try UDPSocket(SocketAddress(host: HostAddress(127, 1, 0, 1), port: 0))
        others = try (0..<Self.receivers).map {
            try UDPSocket(SocketAddress(host: HostAddress(127, 1, 0, UInt8($0 + 2)), port: 0))
        }
        try enter(
            "publisher", publisher,
            [
                TrackInfo {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            ])
        for (index, socket) in others.enumerated() { try enter("other\(index)", socket, []) }
        sfu.onDatagram = { [unowned self] bytes, peer in forward(bytes, from: peer) }
        for socket in others { socket.onDatagram = { [unowned self] _, _ in arrived += 1 } }
        var first = RTP.Packet(
            payloadType: 111, sequenceNumber: 0, timestamp: 0, ssrc: 7, payload: [UInt8](repeating: 1, count: 80))
        first.elements = [RTP.Element(id: MediaFormat.audioLevelElement, value: [0x80 | 20])]
        packet = first.encoded() ?? []
    }

    /// Joins as a client does, and proves its address.
    private func enter(_ name: String, _ socket: UDPSocket, _ tracks: [TrackInfo]) throws {
        let now = EventLoop.shared.now
        _ = machine.handle(
            .order(
                .admit(
                    Self.cid, User(id: name), roles: ["user"], CallGrants(), noiseCancellation: false, startedAt: nil)),
            at: now)
        let token = AccessToken(userId: name, issuedAt: EventLoop.shared.date, callCid: Self.cid)
        var join = SFUJoinRequest {
            $0.token = token.signed(with: secret)
            $0.sessionId = name
            $0.announcedTracks = tracks
        }
        join.wantsMedia = true
        let request = ServerRequest(
            method: SFURoute.join.method, path: SFURoute.join.path, observes: true, payload: join.encoded(),
            peer: socket.address)
        var credentials: PathCredentials?
        for case .open(_, let answer) in machine.handle(.request(request), at: now) {
            credentials = try SFUJoinResponse(decoding: answer.payload).path?.credentials
        }
        guard let credentials else { throw Refused() }
        var generator = SeededGenerator(seed: UInt64(socket.address.port))
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &generator), attributes: [.username(credentials.username)]
        )
        let bytes = check.encoded(STUN.Protection(key: Array(credentials.password.utf8))) ?? []
        _ = machine.receiveMedia(bytes, from: socket.address, at: now) { _ in }
    }

    private func forward(_ bytes: [UInt8], from peer: SocketAddress) {
        let effects = machine.receiveMedia(bytes, from: peer, at: EventLoop.shared.now) { address in
            forwarded += 1
            sfu.send(bytes, to: address)
        }
        precondition(effects.isEmpty, "a packet was not forwarded")
    }

    /// How many packets are sent before the loop takes them, so that no buffer overflows.
    private static let batch = 100

    /// Sends so many packets, batch by batch, and lets each arrive.
    private func send(_ count: Int) async {
        for _ in 0..<(count / Self.batch) { await turn(sending: Self.batch) }
    }

    /// Sends a batch, and returns when nothing is left to be read.
    private func turn(sending packets: Int) async {
        for _ in 0..<packets { sendNext() }
        let loop = EventLoop.shared
        await withCheckedContinuation { continuation in
            loop.onQuiet = { _ in
                loop.onQuiet = nil
                continuation.resume()
                return .again
            }
        }
    }

    /// The same packet with the next number, in the bytes themselves.
    private func sendNext() {
        let number = (UInt16(packet[2]) << 8 | UInt16(packet[3])) &+ 1
        packet[2] = UInt8(truncatingIfNeeded: number >> 8)
        packet[3] = UInt8(truncatingIfNeeded: number)
        publisher.send(packet, to: sfu.address)
    }

    /// How often memory was asked for in so many batches of that size.
    private func allocations(batches: Int, of packets: Int) async -> Int64 {
        let before = cla_allocations()
        for _ in 0..<batches { await turn(sending: packets) }
        return Int64(cla_allocations() - before)
    }

    /// How often memory is asked for with each packet that comes and goes out nine times, on the kernel's sockets and in
    /// the steady state; what empty batches ask for is the loop's.
    static func allocationsPerPacket() async throws -> Double {
        let forwarding = try Forwarding()
        await forwarding.send(warmUp)
        let batches = packets / batch
        let empty = await forwarding.allocations(batches: batches, of: 0)
        let before = forwarding.forwarded
        let full = await forwarding.allocations(batches: batches, of: batch)
        let count = forwarding.forwarded - before
        precondition(count == packets * receivers && forwarding.arrived == forwarding.forwarded, "packets are missing")
        print("    \(full - empty) allocations for \(packets) packets in and \(count) out")
        return Double(full - empty) / Double(packets)
    }

    private struct Refused: Error {}
}

/// A whole scenario: ten participants whose voices all receive for a minute.
@MainActor
enum MediaMinute {
    private static let text = """
        id: BENCH-02
        name: Ten participants receive one another for a minute
        media: audio
        participants: {member: {count: 10}}
        steps:
          - everyone: call.join
            call: default:standup
            create: true
          - wait: 60s
        """

    static func seconds(environment: CaptureEnvironment) throws -> Double {
        let library = ScenarioLibrary.load(text: text, file: "bench.yaml")
        guard let scenario = library.scenarios.first else { throw Unreadable(problems: library.rendered()) }
        let folder = "/tmp/rollcall-bench-media"
        mkdir(folder, 0o755)
        defer {
            for file in ["capture.pcap", "journal.ndjson"] { unlink("\(folder)/\(file)") }
            rmdir(folder)
        }
        let options = RunOptions(seed: 1, clock: .virtual, environment: environment, outFolder: folder)
        let start = WallClock.now
        let outcome = Scenarios.outcome(of: scenario, options)
        let elapsed = Double((WallClock.now - start).nanoseconds) / 1e9
        precondition(outcome.verdict.kind == .passed, "\(String(describing: outcome.verdict.failure?.reason))")
        precondition(outcome.verdict.datagramsSent > 295_000, "\(outcome.verdict.datagramsSent) datagrams")
        return elapsed
    }

    private struct Unreadable: Error {
        let problems: String
    }
}
