import Testing
import Wire

@testable import ScenarioVocabulary

/// The line and the facts of each datagram of a run.
@Suite struct DissectionTests {
    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let bob = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 50_000)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)

    private var dissector = Dissector()

    private mutating func summary(_ bytes: [UInt8]) -> String {
        dissector.read(bytes, from: Self.alice, to: Self.server).summary
    }

    @Test mutating func `a request has its method and its path`() {
        let request = dissector.read(SampleDatagram.request, from: Self.alice, to: Self.server)
        #expect(
            request
                == Dissection(kind: .coap, method: "POST", path: "/video/a", summary: "CON 4660 POST /video/a"))
        let root = dissector.read([0x50, 1, 0, 7], from: Self.alice, to: Self.server)
        #expect(root == Dissection(kind: .coap, method: "GET", path: "/", summary: "NON 7 GET /"))
    }

    @Test mutating func `a response has its code, its events and the path of the request with its token`() {
        let response = SampleDatagram.response
        let unknown = dissector.read(response, from: Self.server, to: Self.alice)
        #expect(
            unknown
                == Dissection(
                    kind: .coap, status: "2.05", events: ["call.ring", "custom"],
                    summary: "ACK 4660 2.05 Content [call.ring, custom] from no. 3"))
        _ = dissector.read(SampleDatagram.request, from: Self.alice, to: Self.server)
        let known = dissector.read(response, from: Self.server, to: Self.alice)
        #expect(
            known
                == Dissection(
                    kind: .coap, path: "/video/a", status: "2.05", events: ["call.ring", "custom"],
                    summary: "ACK 4660 2.05 Content /video/a [call.ring, custom] from no. 3"))
        for (from, to) in [(Self.server, Self.bob), (Self.bob, Self.alice), (Self.alice, Self.server)] {
            #expect(dissector.read(response, from: from, to: to).path == nil)
        }
        let other = [response[0], response[1], 0, 1, 0xAB, 0xCE]
        #expect(dissector.read(other, from: Self.server, to: Self.alice).path == nil)
        let later = [0x42, 2, 0, 9, 0xAB, 0xCD, 0xB1, UInt8(ascii: "b")]
        _ = dissector.read(later, from: Self.alice, to: Self.server)
        #expect(dissector.read(response, from: Self.server, to: Self.alice).path == "/b")
    }

    private static func answer(_ code: UInt8, _ options: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0x60, code, 0, 9]
        return head + options + (payload.isEmpty ? [] : [0xFF]) + payload
    }

    static let answers: [(bytes: [UInt8], summary: String)] = [
        (answer(0x44, [], []), "ACK 9 2.04 Changed"),
        (answer(0x45, [], CBOR.map(["first": 4]).encoded()), "ACK 9 2.05 Content"),
        (answer(0x45, [], CBOR.map(["events": [["type": "x"], ["a": 1], 5]]).encoded()), "ACK 9 2.05 Content [x]"),
        (answer(0x45, [], CBOR.array([["type": "call.ring"]]).encoded()), "ACK 9 2.05 Content [call.ring]"),
        (answer(0x81, [], []), "ACK 9 4.01 Unauthorized"),
        (answer(0x81, [0xD1, 239, 1], []), "ACK 9 4.01 Unauthorized (asks for a proof of the address)"),
        (answer(0x84, [0xD1, 239, 1], []), "ACK 9 4.04 Not Found"),
        ([0x60, 0, 0, 9], "ACK 9"), ([0x70, 0, 1, 0], "RST 256"), ([0x40, 0, 0, 1], "CON 1"),
    ]

    @Test(arguments: answers)
    mutating func `a message has what it says in its line`(_ bytes: [UInt8], _ summary: String) {
        let seen = dissector.read(bytes, from: Self.server, to: Self.alice)
        #expect(seen.summary == summary && seen.kind == .coap && seen.method == nil)
        #expect(seen.isChallenge == summary.hasSuffix("(asks for a proof of the address)"))
        #expect((seen.status == nil) == (bytes[1] == 0))
    }

    @Test mutating func `the first block of a batch has events as far as it reaches`() {
        let batch: CBOR = [
            "events": [
                ["type": "call.ring", "settings": ["type": "none"]], ["type": "custom"], ["type": "app.made"],
                ["type": "call.accepted", "custom": ["type": "unlikely"]],
            ]
        ]
        let bytes = Self.answer(0x45, [], batch.encoded().dropLast(2))
        #expect(
            dissector.read(bytes, from: Self.server, to: Self.alice).events == [
                "call.ring", "custom", "app.made", "call.accepted",
            ])
    }

    @Test mutating func `each other protocol has a line`() {
        let id = "0102030405060708090a0b0c"
        let check = dissector.read(SampleDatagram.check, from: Self.alice, to: Self.server)
        #expect(check == Dissection(kind: .stun, method: "Binding", summary: "STUN request \(id)"))
        #expect(summary(SampleDatagram.refusedCheck) == "STUN failure \(id) 401 no")
        let allocation = dissector.read(SampleDatagram.stun([0, 3], []), from: Self.alice, to: Self.server)
        #expect(allocation == Dissection(kind: .stun, summary: "STUN request \(id)"))
        let media = dissector.read(SampleDatagram.levelled, from: Self.alice, to: Self.server)
        #expect(media == Dissection(kind: .rtp, summary: "RTP 84281096 no. 258 type 31"))
        let reports = dissector.read(SampleDatagram.reports, from: Self.alice, to: Self.server)
        #expect(reports == Dissection(kind: .rtcp, summary: "RTCP SR 1, RR 4 on 2, SDES, type 205, BYE 1 3"))
        let invitation = dissector.read(SampleDatagram.invitation, from: Self.alice, to: Self.server)
        #expect(invitation == Dissection(kind: .sip, summary: "SIP INVITE sip:bob@example.org"))
        #expect(summary(SampleDatagram.ringing) == "SIP 180 Ringing of INVITE")
    }

    @Test mutating func `bytes that are no message have the reason in their line`() {
        #expect(
            summary([0, 1, 0])
                == "3 bytes that are not a STUN message: the datagram has 3 bytes, fewer than the 20 of a header")
        #expect(
            summary(Array("SIP/2.0 99 Odd\r\n\r\n".utf8))
                == "18 bytes that are not a SIP message: the status `99` is not a number from 100 to 699 (at byte 8)")
        #expect(
            summary([0x80, 200, 0, 1])
                == "4 bytes that are not an RTCP compound: the datagram ends inside a packet, 4 bytes are missing "
                + "(at byte 0)")
        #expect(
            summary([0x80, 0, 1])
                == "3 bytes that are not an RTP packet: the datagram has 3 bytes, and its header needs 12")
        #expect(
            summary([0x40, 1])
                == "2 bytes that are not a CoAP message: the datagram has 2 bytes, fewer than the 4 of a header "
                + "(at byte 2)")
        let unknown = dissector.read([0xFF, 1, 2, 3], from: Self.alice, to: Self.server)
        #expect(
            unknown.kind == nil
                && unknown.summary
                    == "4 bytes that are not a CoAP message: version 3 is not CoAP's, which is 1 (at byte 0)"
        )
    }
}
