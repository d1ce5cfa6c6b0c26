import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The media of two clients at one SFU, as datagrams that a `FlowWatch` checks: alice sends a track that bob receives.
struct FlowConversation {
    /// The parts of the media, any of which may be missing.
    enum Part: CaseIterable, Sendable {
        case checks, packets, forwarding, ownReports, copies, reports, levels, dominance
    }

    static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    static let bob = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 1)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5004)
    private static let voice: Int64 = 1

    var watch = FlowWatch()
    private(set) var violation: String?
    private(set) var missing: Set<Part>
    private let track: Int64
    private let user: String
    /// The level that the SFU shows of alice.
    var shownLevel = 0.84
    var showsSpeech = true
    var level: RTP.AudioLevel? = RTP.AudioLevel(decibelsBelowOverload: 20, hasVoice: true)
    /// The client that sends the packets of the track.
    var sender = alice
    private var milliseconds = 0
    private var sequence: UInt16 = 0
    private var events: [SocketAddress: Int64] = [:]
    private var joins: [SocketAddress: CBOR.Map] = [:]

    /// Joins both clients.
    ///
    /// - Parameter user: The user of alice's session.
    init(without missing: Set<Part> = [], track: Int64 = voice, user: String = "alice") {
        self.track = track
        // A video has no voice.
        self.missing = track == Self.voice ? missing : missing.union([.levels, .dominance])
        self.user = user
        join(Self.alice)
        join(Self.bob)
    }

    mutating func omit(_ part: Part) { missing.insert(part) }

    /// Lets time pass, in which the clients send what is due every 20 ms.
    mutating func run(_ seconds: Int) { run(milliseconds: seconds * 1000) }

    mutating func run(milliseconds time: Int) {
        for _ in 0..<time / 20 where violation == nil {
            perform()
            milliseconds += 20
        }
    }

    /// Lets time pass in which nothing is sent.
    mutating func pause(_ time: Int) { milliseconds += time }

    private mutating func perform() {
        if milliseconds % 5000 == 0 {
            for client in [Self.alice, Self.bob] { check(client) }
            report()
        }
        packet()
        if milliseconds == 200 {
            if !missing.contains(.levels) {
                let level: CBOR = [
                    "session_id": "a", "level": .float(shownLevel), "is_speaking": .boolean(showsSpeech),
                ]
                event(["type": "audio_level_changed", "audio_levels": [level]])
            }
            if !missing.contains(.dominance) { event(["type": "dominant_speaker_changed", "session_id": "a"]) }
        }
        if milliseconds % 500 == 0 {
            for client in [Self.alice, Self.bob] { answer(client, "/sfu/health") }
        }
    }

    // MARK: Media

    private mutating func check(_ client: SocketAddress) {
        guard !missing.contains(.checks) else { return }
        let head: [UInt8] = [0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12)
        let name = Array(Self.name(client).utf8)[0]
        send([0, 1, 0, 8] + head + [0, 6, 0, 1, name, 0, 0, 0], client, Self.sfu)
        send([1, 1, 0, 0] + head, Self.sfu, client)
    }

    private mutating func packet() {
        guard !missing.contains(.packets) else { return }
        sequence += 1
        var packet = RTP.Packet(
            payloadType: 0, sequenceNumber: sequence, timestamp: UInt32(sequence) * 160, ssrc: 1, payload: [1])
        if track == Self.voice, let level { packet.elements = [RTP.Element(id: 1, value: [level.byte])] }
        send(packet.encoded() ?? [], sender, Self.sfu)
        if !missing.contains(.forwarding) { send(packet.encoded() ?? [], Self.sfu, Self.bob) }
    }

    private mutating func report() {
        let sent = RTCP.SenderReport(ssrc: 1, ntp: 1, rtpTimestamp: 1, packetCount: 1, octetCount: 1)
        let block = RTCP.ReportBlock(ssrc: 1, fractionLost: 0, cumulativeLost: 0, extendedHighest: 1, jitter: 0)
        if !missing.contains(.ownReports) { send(RTCP.encoded([.senderReport(sent)]), Self.alice, Self.sfu) }
        if !missing.contains(.copies) { send(RTCP.encoded([.senderReport(sent)]), Self.sfu, Self.bob) }
        if !missing.contains(.reports) {
            send(RTCP.encoded([.receiverReport(ssrc: 9, [block])]), Self.sfu, Self.alice)
        }
    }

    // MARK: Signaling

    mutating func join(_ client: SocketAddress, at host: HostAddress = sfu.host) {
        let source: CBOR = ["track_type": .integer(track), "ssrc": 1]
        let shown: CBOR = [
            "session_id": "a", "user": ["id": .text(user)], "published_tracks": [.integer(track)], "sources": [source],
        ]
        var request: CBOR.Map = ["session_id": .text(Self.name(client))]
        if client == Self.alice { request["announced_tracks"] = [source] }
        let body: CBOR.Map = [
            "call_state": ["participants": [shown, ["session_id": "b"]]],
            "path": ["username": .text(Self.name(client))],
        ]
        joins[client] = request
        answer(client, "/sfu/join", request, .body(body), at: host)
    }

    /// Answers a request of a client.
    mutating func answer(
        _ client: SocketAddress, _ path: String, _ fields: CBOR.Map = [:], _ content: BodyContent = .body([:]),
        at host: HostAddress = sfu.host
    ) {
        send([0x40, 2, 0, 1], client, SocketAddress(host: host, port: 5683))
        respond(client, path, fields, content, at: host)
    }

    /// Sends a response or a notification to a client, for a request of any time before.
    mutating func respond(
        _ client: SocketAddress, _ path: String, _ fields: CBOR.Map, _ content: BodyContent,
        at host: HostAddress = sfu.host
    ) {
        var request = fields
        request["session_id"] = .text(Self.name(client))
        let isFinal = path != "/sfu/join"
        guard let answer = SessionResponse(to: request, at: Array(path.utf8), content, isFinal: isFinal) else { return }
        let datagram = record([0x60, 0x44, 0, 1], SocketAddress(host: host, port: 5683), client)
        violation = violation ?? watch.violation(of: answer, datagram)
    }

    /// Sends a request of a client whose response is pending.
    mutating func request(_ client: SocketAddress, _ path: String) {
        var message = CoAP.Message(type: .confirmable, code: .post, messageID: 9)
        message.options.uriPath = path.split(separator: "/").map(String.init)
        send(message.encoded(), client, SocketAddress(host: Self.sfu.host, port: 5683))
    }

    /// Sends an event to both clients.
    mutating func event(_ event: CBOR.Map, skipping skipped: Int64 = 0) {
        for client in [Self.alice, Self.bob] {
            let number = events[client, default: 0] + 1 + skipped
            events[client] = number
            let batch: CBOR.Map = ["first": .integer(number), "events": [.map(event)]]
            respond(client, "/sfu/join", joins[client] ?? [:], .body(batch))
        }
    }

    private static func name(_ client: SocketAddress) -> String { client == alice ? "a" : "b" }

    // MARK: Datagrams

    private mutating func send(_ bytes: [UInt8]?, _ from: SocketAddress, _ to: SocketAddress) {
        let datagram = record(bytes ?? [], from, to)
        let text = watch.violation(of: datagram, DatagramKind(datagram.bytes), byServer: from.host == Self.sfu.host)
        violation = violation ?? text
    }

    private func record(_ bytes: [UInt8], _ from: SocketAddress, _ to: SocketAddress) -> DatagramRecord {
        let time = Instant.start.advanced(by: .milliseconds(milliseconds))
        return DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes, fate: .sent)
    }
}
