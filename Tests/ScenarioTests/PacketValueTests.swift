import Chance
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary
@testable import Sockets

/// The values of packets' fields, for each protocol.
@MainActor
@Suite struct PacketValueTests {
    private var recording = Recording()

    private func head(_ kind: String, _ bytes: [UInt8]) -> [String] {
        ["kind \(kind)", "size \(bytes.count)", "time 1.500 s", "fate sent", "resent false"]
    }

    @Test mutating func `a CoAP request has its options`() {
        let number = recording.send(SampleDatagram.request)
        #expect(
            recording.fields(number) == head("coap", SampleDatagram.request) + [
                "method POST", "path /video/a", "type CON", "messageId 4660", "token abcd", #"query ["ring=true"]"#,
                "contentFormat 60", "accept 60", "observe 0", "block1.number 1", "block1.more true", "block1.size 64",
                "size1 200",
            ])
    }

    @Test mutating func `a CoAP response has its events, and the path of its request`() {
        recording.send(SampleDatagram.request)
        let number = recording.send(SampleDatagram.response, from: Recording.server, to: Recording.alice)
        #expect(
            recording.fields(number) == head("coap", SampleDatagram.response) + [
                "event call.ring, custom", "path /video/a", "status 2.05", "type ACK", "messageId 4660", "token abcd",
                "contentFormat 60", "observe 7", "maxAge 30", "eTag 0102", "block2.number 0", "block2.more false",
                "block2.size 1024", "size2 300",
            ])
        let foreign = recording.send(SampleDatagram.response, from: Recording.alice, to: Recording.server)
        #expect(!recording.fields(foreign).contains { $0.hasPrefix("path") })
        let reset = recording.send([0x70, 0, 0, 9])
        #expect(recording.fields(reset) == head("coap", [0x70, 0, 0, 9]) + ["type RST", "messageId 9", #"token """#])
    }

    @Test mutating func `a STUN message has its class and attributes`() {
        let check = recording.send(SampleDatagram.check)
        let id = "transactionId 0102030405060708090a0b0c"
        #expect(
            recording.fields(check) == head("stun", SampleDatagram.check) + [
                "method Binding", "class request", id, "attributes [USERNAME, PRIORITY]", "username alice",
                "priority 1845494271",
            ])
        let refused = recording.send(SampleDatagram.refusedCheck)
        #expect(
            recording.fields(refused) == head("stun", SampleDatagram.refusedCheck) + [
                "method Binding", "class failure", id, "attributes [ERROR-CODE, 0x8055]", "errorCode 401",
            ])
        let success = recording.send(SampleDatagram.success)
        #expect(
            recording.fields(success) == head("stun", SampleDatagram.success) + [
                "method Binding", "class success", id, "attributes [XOR-MAPPED-ADDRESS]",
                "mappedAddress 127.1.0.1:50000",
            ])
        let empty = recording.send(SampleDatagram.stun([0, 0x11], []))
        #expect(recording.fields(empty).suffix(3) == ["class indication", id, "attributes []"])
        #expect(recording.fields(recording.send([0, 1, 0])) == head("stun", [0, 1, 0]))
    }

    @Test(arguments: [
        (0x0001, "MAPPED-ADDRESS"), (0x0006, "USERNAME"), (0x0008, "MESSAGE-INTEGRITY"), (0x0009, "ERROR-CODE"),
        (0x000A, "UNKNOWN-ATTRIBUTES"), (0x0014, "REALM"), (0x0015, "NONCE"), (0x001C, "MESSAGE-INTEGRITY-SHA256"),
        (0x0020, "XOR-MAPPED-ADDRESS"), (0x0024, "PRIORITY"), (0x0025, "USE-CANDIDATE"), (0x8022, "SOFTWARE"),
        (0x8028, "FINGERPRINT"), (0x8029, "ICE-CONTROLLED"), (0x802A, "ICE-CONTROLLING"), (0x0007, "0x0007"),
    ])
    func `an attribute has the name of its registration, whatever its length`(_ type: Int, _ name: String) {
        let header = [UInt8](repeating: 0, count: 20)
        let last: [UInt8] = [0, 0x24, 0, 0]
        for length in 0...5 {
            let attribute = [UInt8(type >> 8), UInt8(type & 255), 0, UInt8(length)]
            let value = [UInt8](repeating: 0xEE, count: (length + 3) / 4 * 4)
            #expect(STUNAttributeNames.all(in: header + attribute + value + last) == [name, "PRIORITY"])
        }
        let long = [UInt8(type >> 8), UInt8(type & 255), 1, 4] + [UInt8](repeating: 0xEE, count: 260)
        #expect(STUNAttributeNames.all(in: header + long + last) == [name, "PRIORITY"])
        #expect(STUNAttributeNames.all(in: header) == [] && STUNAttributeNames.all(in: header + [0, 0x24, 0]) == [])
    }

    @Test mutating func `an RTP packet has its header, and its level where it carries one`() {
        let levelled = recording.send(SampleDatagram.levelled)
        #expect(
            recording.fields(levelled) == head("rtp", SampleDatagram.levelled) + [
                "payloadType 31", "sequenceNumber 258", "timestamp 16909060", "ssrc 84281096", "marker true",
                "audioLevel 20", "voice true",
            ])
        let plain = SampleDatagram.rtp(5)
        #expect(
            recording.fields(recording.send(plain)) == head("rtp", plain) + [
                "payloadType 0", "sequenceNumber 5", "timestamp 0", "ssrc 9", "marker false",
            ])
        let short = Array(plain.prefix(11))
        #expect(recording.fields(recording.send(short)) == head("rtp", short))
    }

    @Test mutating func `an RTCP compound has the values of all its packets`() {
        #expect(
            recording.fields(recording.send(SampleDatagram.reports)) == head("rtcp", SampleDatagram.reports) + [
                "report SR, RR, SDES, BYE", "sender 1, 4, 1, 2, 1, 3", "block.ssrc 7, 8, 9",
                "block.fractionLost 25, 26, 27", "block.lost -3, 5, 0", "block.jitter 12, 13, 14",
            ])
        let cut = Array(SampleDatagram.reports.prefix(6))
        #expect(recording.fields(recording.send(cut)) == head("rtcp", cut))
    }

    @Test mutating func `a SIP message has its fields and those of its description`() {
        #expect(
            recording.fields(recording.send(SampleDatagram.invitation)) == head("sip", SampleDatagram.invitation) + [
                "sip.method INVITE", #"sip.uri "sip:bob@example.org""#, "sip.callId c1", "sip.cseq 7",
                "sip.cseqMethod INVITE", #"sip.from "sip:alice@example.org""#, "sip.fromTag a1",
                #"sip.to "sip:bob@example.org""#, "sip.branch z9hG4bKa", "sip.hops 2", "sip.userAgent phone",
                "sip.contentType application/sdp", "sdp.media audio, video", "sdp.address 127.1.0.1, 127.1.0.1",
                "sdp.port 4000, 0", "sdp.transport RTP/AVP, RTP/AVP", #"sdp.formats ["8 PCMA/8000", 0], [31]"#,
                "sdp.direction sendrecv, recvonly",
            ])
        #expect(
            recording.fields(recording.send(SampleDatagram.ringing)) == head("sip", SampleDatagram.ringing) + [
                "sip.status 180", "sip.reason Ringing", "sip.callId c1", "sip.cseq 7", "sip.cseqMethod INVITE",
                #"sip.from "sip:alice@example.org""#, "sip.fromTag a1", #"sip.to "sip:bob@example.org""#,
                "sip.toTag b1", "sip.branch z9hG4bKa", "sip.hops 1",
            ])
        let broken = Array("SIP/2.0 99 Odd\r\n\r\n".utf8)
        #expect(recording.fields(recording.send(broken)) == head("sip", broken))
    }

    @Test mutating func `bytes of no protocol have the fields of every datagram`() {
        let bytes: [UInt8] = [255, 1]
        #expect(recording.fields(recording.send(bytes)) == Array(head("", bytes).dropFirst()))
    }

    @Test mutating func `a fate is the last one, and the reason of a loss is its own`() {
        let number = recording.send(SampleDatagram.check)
        recording.happen(number, SampleDatagram.check, .lost(.queue))
        #expect(recording.fields(number)[3...4] == ["fate lost", "lostBy queue"])
        let packet = recording.send(SampleDatagram.rtp(1))
        recording.happen(packet, SampleDatagram.rtp(1), .undeliverable)
        #expect(recording.fields(packet)[3...4] == ["fate undeliverable", "resent false"])
    }

    @Test mutating func `the same bytes of one sender to one receiver are a repetition`() {
        func isResent(_ number: Int) -> Bool? { recording.decoded(number)?.isResent }
        let first = recording.send(SampleDatagram.check)
        #expect(isResent(first) == false)
        let second = recording.send(SampleDatagram.check)
        #expect(isResent(first) == false && isResent(second) == true)
        let copy = recording.send(SampleDatagram.check)
        recording.happen(copy, SampleDatagram.check, .duplicated)
        #expect(isResent(copy) == false)
        let back = recording.send(SampleDatagram.check, from: Recording.server, to: Recording.alice)
        #expect(isResent(back) == false)
        let elsewhere = SocketAddress(host: Recording.server.host, port: 5004)
        #expect(isResent(recording.send(SampleDatagram.check, to: elsewhere)) == false)
        #expect(isResent(recording.send(SampleDatagram.success)) == false)
        let media = recording.send(SampleDatagram.rtp(1))
        #expect(isResent(media) == false && isResent(recording.send(SampleDatagram.rtp(1))) == true)
        #expect(isResent(recording.send(SampleDatagram.check)) == true)
    }
}
