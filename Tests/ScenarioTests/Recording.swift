import Journal
import Loop
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary
@testable import Sockets

/// A record that tests fill with datagrams, a second and a half after the start.
@MainActor
struct Recording {
    static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    static let time = Instant(nanoseconds: 1_500_000_000)

    let record: RunRecord
    private(set) var count = 0

    init(bytes: Bool = true, media: Bool = true, limit: Int = 1000, isKept: Bool = true) {
        record = RunRecord(
            loop: .shared, needs: PacketNeeds(bytes: bytes, media: media), limit: limit, isKept: isKept, sink: nil)
    }

    /// Sends a datagram; returns its number.
    @discardableResult
    mutating func send(
        _ bytes: [UInt8], from: SocketAddress = alice, to: SocketAddress = server, at time: Instant = time
    ) -> Int {
        count += 1
        happen(count, bytes, .sent, from: from, to: to, at: time)
        return count
    }

    /// Records an event of a datagram.
    func happen(
        _ number: Int?, _ bytes: [UInt8], _ fate: DatagramRecord.Fate, from: SocketAddress = alice,
        to: SocketAddress = server, at time: Instant = time
    ) {
        record.add(DatagramRecord(number: number, time: time, from: from, to: to, bytes: bytes, fate: fate))
    }

    /// The packet with a number, of RTP or another protocol, with access to its content.
    func decoded(_ number: Int) -> PacketReader.DecodedPacket? {
        let packet = record.packet(number) ?? record.mediaPackets.first { $0.number == number }
        return packet.map { record.reader.decoded($0, in: record) }
    }

    /// The fields that a packet has, in the order of the table, with their values.
    func fields(_ number: Int) -> [String] {
        guard let packet = decoded(number) else { return [] }
        return PacketFields.table.words.compactMap { spec in
            let values = PacketFields.table[spec]?(packet) ?? []
            return values.isEmpty ? nil : "\(spec.name) \(values.map(\.description).joined(separator: ", "))"
        }
    }

    /// The journal's entries: their kinds and fields.
    var entries: [String] { record.journal.entries.map { $0.event.shown } }
}

extension JournalEvent {
    /// The kind and the fields, in the order of a line.
    var shown: String {
        let fields = kind.fields.compactMap { field in field.content(of: self).map { "\(field.name) \($0)" } }
        return "\(kind.name): \(fields.joined(separator: ", "))"
    }
}

/// Datagrams of each protocol, byte by byte.
enum SampleDatagram {
    /// POST /video/a?ring=true with a block of its body.
    static let request: [UInt8] =
        [0x42, 0x02, 0x12, 0x34, 0xAB, 0xCD, 0x60, 0x55] + Array("video".utf8) + [0x01] + Array("a".utf8)
        + [0x11, 60, 0x39] + Array("ring=true".utf8) + [0x21, 60, 0xA1, 0x1A, 0xD1, 20, 200, 0xFF, 1, 2, 3]
    /// Two events as the response to it, from number 3 on.
    static let response: [UInt8] =
        [0x62, 0x45, 0x12, 0x34, 0xAB, 0xCD, 0x42, 1, 2, 0x21, 7, 0x61, 60, 0x21, 30, 0x91, 6, 0x52, 1, 0x2C, 0xFF]
        + events.encoded()
    static let events: CBOR = ["events": [["type": "call.ring"], ["type": "custom"]], "first": 3]

    static func stun(_ type: [UInt8], _ attributes: [UInt8]) -> [UInt8] {
        type + [0, UInt8(attributes.count), 0x21, 0x12, 0xA4, 0x42] + Array(1...12) + attributes
    }

    static let check = stun(
        [0, 1], [0, 6, 0, 5] + Array("alice".utf8) + [0, 0, 0, 0, 0x24, 0, 4, 0x6E, 0, 1, 0xFF])
    static let refusedCheck = stun(
        [1, 0x11], [0, 9, 0, 6, 0, 0, 4, 1] + Array("no".utf8) + [0, 0, 0x80, 0x55, 0, 1, 0xAA, 0, 0, 0])
    static let success = stun([1, 1], [0, 0x20, 0, 8, 0, 1, 0xE2, 0x42, 0x5E, 0x13, 0xA4, 0x43])
    /// A packet of video with an audio level of −20 dB and speech.
    static let levelled: [UInt8] =
        [0x90, 0x9F, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 0xBE, 0xDE, 0, 1, 0x10, 0x94, 0, 0, 9]
    static let reports: [UInt8] =
        RTCP.encoded([
            .senderReport(
                RTCP.SenderReport(
                    ssrc: 1, ntp: 2, rtpTimestamp: 3, packetCount: 4, octetCount: 5,
                    reports: [
                        RTCP.ReportBlock(ssrc: 7, fractionLost: 25, cumulativeLost: -3, extendedHighest: 6, jitter: 12)
                    ])),
            .receiverReport(
                ssrc: 4,
                [
                    RTCP.ReportBlock(ssrc: 8, fractionLost: 26, cumulativeLost: 5, extendedHighest: 6, jitter: 13),
                    RTCP.ReportBlock(ssrc: 9, fractionLost: 27, cumulativeLost: 0, extendedHighest: 6, jitter: 14),
                ]),
            .sourceDescription([
                RTCP.Chunk(ssrc: 1, items: [RTCP.Item(type: RTCP.Item.cname, text: "a")]),
                RTCP.Chunk(ssrc: 2, items: []),
            ]), .other(type: 205, count: 1, body: [1, 2, 3, 4]), .bye([1, 3], reason: nil),
        ]) ?? []

    /// A packet of audio; its source is the last byte.
    static func rtp(_ sequence: UInt8, source: UInt8 = 9, length: Int = 20) -> [UInt8] {
        [0x80, 0, 0, sequence, 0, 0, 0, 0, 0, 0, 0, source] + [UInt8](repeating: 0x55, count: length - 12)
    }

    static let invitation: [UInt8] = Array(
        """
        INVITE sip:bob@example.org SIP/2.0\r
        Via: SIP/2.0/UDP 127.1.0.1:5060;branch=z9hG4bKa\r
        Via: SIP/2.0/UDP 127.1.0.9;branch=z9hG4bKb\r
        From: <sip:alice@example.org>;tag=a1\r
        To: <sip:bob@example.org>\r
        Call-ID: c1\r
        CSeq: 7 INVITE\r
        User-Agent: phone\r
        Content-Type: application/sdp\r
        \r
        v=0\r
        o=- 1 1 IN IP4 127.1.0.1\r
        s=-\r
        c=IN IP4 127.1.0.1\r
        t=0 0\r
        m=audio 4000 RTP/AVP 8 0\r
        a=rtpmap:8 PCMA/8000\r
        m=video 0 RTP/AVP 31\r
        a=recvonly\r

        """.utf8)
    static let ringing: [UInt8] = Array(
        """
        SIP/2.0 180 Ringing\r
        Via: SIP/2.0/UDP 127.1.0.1:5060;branch=z9hG4bKa\r
        From: <sip:alice@example.org>;tag=a1\r
        To: <sip:bob@example.org>;tag=b1\r
        Call-ID: c1\r
        CSeq: 7 INVITE\r
        \r

        """.utf8)
}
