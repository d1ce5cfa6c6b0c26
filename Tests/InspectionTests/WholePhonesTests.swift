import Foundation
import Testing

@testable import Inspection

/// The whole views of exchanges that end in different ways.
@Suite struct WholePhonesTests {
    private static let credentials = [#"Authorization: Digest username="alice""#]

    /// A busy callee, a cancelled call, one that the callee ends, registrations, an unanswered request, and two
    /// malformed messages.
    private static var exchanges: Phones {
        var phones = Phones()
        let busy = Phones.Dialog(callID: "busy", branch: "z9hG4bKb1")
        phones.request("INVITE", busy, at: 0)
        phones.request("INVITE", busy, at: 100)
        phones.response("180 Ringing", to: "INVITE", busy, at: 200)
        phones.response("486 Busy Here", to: "INVITE", busy, at: 300)
        phones.request("ACK", .init(callID: "busy", branch: "z9hG4bKb1", toTag: "b"), at: 310)
        let gone = Phones.Dialog(callID: "gone", branch: "z9hG4bKc1")
        phones.request("INVITE", gone, at: 1000)
        phones.response("180 Ringing", to: "INVITE", gone, at: 1100)
        phones.request("CANCEL", gone, at: 2000)
        phones.response("200 OK", to: "CANCEL", gone, at: 2010)
        phones.response("487 Request Terminated", to: "INVITE", gone, at: 2020)
        phones.request("ACK", .init(callID: "gone", branch: "z9hG4bKc1", toTag: "b"), at: 2030)
        let lost = Phones.Dialog(callID: "lost", branch: "z9hG4bKl1")
        phones.request("INVITE", lost, at: 2500)
        phones.response("487 Request Terminated", to: "INVITE", lost, at: 2600)
        let first = Phones.Dialog(callID: "reg", to: "alice", branch: "z9hG4bKr1")
        phones.request("REGISTER", first, at: 3000)
        phones.response("401 Unauthorized", to: "REGISTER", first, at: 3010)
        let second = Phones.Dialog(
            callID: "reg", to: "alice", sequence: 2, branch: "z9hG4bKr2", headers: credentials)
        phones.request("REGISTER", second, at: 3020)
        phones.response("200 OK", to: "REGISTER", second, at: 3040)
        let third = Phones.Dialog(callID: "reg2", to: "alice", branch: "z9hG4bKs1", headers: credentials)
        phones.request("REGISTER", third, at: 3100)
        phones.response("403 Forbidden", to: "REGISTER", third, at: 3110)
        phones.request("OPTIONS", .init(callID: "open", branch: "z9hG4bKo1"), at: 4000)
        phones.add("BYE sip:bob@example.org SIP/2.0\r\nCall-ID: x\r\n\r\n", at: 5000)
        phones.add("SIP/2.0 99 Odd\r\n\r\n", at: 5100)
        return phones
    }

    private func lines(
        _ phones: Phones, _ view: InspectionRequest.View,
        _ change: (inout InspectionRequest) -> Void = { _ in }
    ) throws -> [String] {
        try Scratch().inspect(phones.capture.bytes, view, width: 200) {
            $0.name = "c.pcap"
            change(&$0)
        }.text.lines
    }

    @Test func `a call that is repeated with credentials has not ended`() throws {
        var phones = Phones()
        let first = Phones.Dialog(callID: "c", branch: "z9hG4bK1")
        phones.request("INVITE", first, at: 0)
        phones.response("407 Proxy Authentication Required", to: "INVITE", first, at: 10)
        let second = Phones.Dialog(callID: "c", sequence: 2, branch: "z9hG4bK2", headers: Self.credentials)
        phones.request("INVITE", second, at: 20)
        phones.response("180 Ringing", to: "INVITE", second, at: 30)
        let text = try lines(phones, .summary)
        #expect(text.contains("  alice → bob, ringing, rang after 0.030 s"))
    }

    @Test func `the summary has each exchange with its end, and each problem with its packet`() throws {
        let expected = """
            c.pcap: 22 packets, 5,263 bytes in 5.100 s, EN10MB
              SIP 22
            Hosts
              alice  192.0.2.1  sent 13  received 9
                     192.0.2.2  sent 9   received 13
            SIP calls and exchanges 6
              alice → bob, busy, 486 Busy Here, rang after 0.200 s, ended by bob
              alice → bob, cancelled, 487 Request Terminated, rang after 0.100 s, ended by alice
              alice → bob, cancelled, 487 Request Terminated, ended by bob
              REGISTER alice → alice, done, 200 OK
              REGISTER alice → alice, refused, 403 Forbidden
              OPTIONS alice → bob, pending
            SIP messages
              requests 11 · responses 9
              retransmissions 0, copies 1
                packet 2 at 0.100 s, alice → 192.0.2.2:5060: INVITE sip:bob@example.org (copy of 1)
              refused 3
                packet 4 at 0.300 s, 192.0.2.2:5060 → alice: 486 Busy Here of INVITE (to 1)
                packet 13 at 2.600 s, 192.0.2.2:5060 → alice: 487 Request Terminated of INVITE (to 12)
                packet 19 at 3.110 s, 192.0.2.2:5060 → alice: 403 Forbidden of REGISTER (to 18)
              malformed 2
                packet 21 at 5.000 s, alice → 192.0.2.2:5060: malformed SIP: the field CSeq is missing
                packet 22 at 5.100 s, alice → 192.0.2.2:5060: malformed SIP: the status `99` is not a number from 100 \
            to 699 (at byte 8)
              unanswered 1
                packet 20 at 4.000 s, alice: OPTIONS sip:bob@example.org
            """
        #expect(try lines(Self.exchanges, .summary) == expected.lines)
    }

    @Test func `each packet has its message and the packet that it answers or repeats`() throws {
        let (there, back) = ("alice → 192.0.2.2:5060  ", "192.0.2.2:5060 → alice  ")
        let invite = there + "INVITE sip:bob@example.org"
        let expected = [
            "     1      0.000  \(invite)", "     2      0.100  \(invite) (copy of 1)",
            "     3      0.200  \(back)180 Ringing of INVITE (to 1)",
            "     4      0.300  \(back)486 Busy Here of INVITE (to 1)",
            "     5      0.310  \(there)ACK sip:bob@example.org (to 4)", "     6      1.000  \(invite)",
            "     7      1.100  \(back)180 Ringing of INVITE (to 6)",
            "     8      2.000  \(there)CANCEL sip:bob@example.org (to 6)",
            "     9      2.010  \(back)200 OK of CANCEL (to 8)",
            "    10      2.020  \(back)487 Request Terminated of INVITE (to 6)",
            "    11      2.030  \(there)ACK sip:bob@example.org (to 10)", "    12      2.500  \(invite)",
            "    13      2.600  \(back)487 Request Terminated of INVITE (to 12)",
            "    14      3.000  \(there)REGISTER sip:alice@example.org",
            "    15      3.010  \(back)401 Unauthorized of REGISTER (to 14)",
            "    16      3.020  \(there)REGISTER sip:alice@example.org",
            "    17      3.040  \(back)200 OK of REGISTER (to 16)",
            "    18      3.100  \(there)REGISTER sip:alice@example.org",
            "    19      3.110  \(back)403 Forbidden of REGISTER (to 18)",
            "    20      4.000  \(there)OPTIONS sip:bob@example.org",
            "    21      5.000  \(there)malformed SIP: the field CSeq is missing",
            "    22      5.100  \(there)malformed SIP: the status `99` is not a number from 100 to 699 (at byte 8)",
        ]
        #expect(try lines(Self.exchanges, .packets) == expected)
        let trouble = [2, 4, 13, 19, 20, 21, 22].map { expected[$0 - 1] }
        #expect(try lines(Self.exchanges, .packets) { $0.selection.isErrorsOnly = true } == trouble)
    }

    @Test func `the tables have every exchange, method and status`() throws {
        let expected = """
            start s  duration s  method    from   to     state      status                  messages  copies  ringing \
            s  answer s  Call-ID
              0.000              INVITE    alice  bob    busy       486 Busy Here                  5       1      \
            0.200            busy
              1.000              INVITE    alice  bob    cancelled  487 Request Terminated         6       0      \
            0.100            gone
              2.500              INVITE    alice  bob    cancelled  487 Request Terminated         2       0          \
                         lost
              3.000              REGISTER  alice  alice  done       200 OK                         4       0          \
                         reg
              3.100              REGISTER  alice  alice  refused    403 Forbidden                  2       0          \
                         reg2
              4.000              OPTIONS   alice  bob    pending                                   1       0          \
                         open
            request   sent  copies  responses  response s min   mean    max
            ACK          2       0          0
            CANCEL       1       0          1           0.010  0.010  0.010
            INVITE       3       1          3           0.100  0.473  1.020
            OPTIONS      1       0          0
            REGISTER     3       0          3           0.010  0.013  0.020
            response                sent  copies
            180 Ringing                2       0
            200 OK                     2       0
            401 Unauthorized           1       0
            403 Forbidden              1       0
            486 Busy Here              1       0
            487 Request Terminated     2       0
            malformed 2
            """
        #expect(try lines(Self.exchanges, .sip) == expected.lines)
    }

    @Test func `one message is enough for a table, malformed or not, and none for a remark`() throws {
        #expect(try lines(Phones(), .sip) == ["no SIP messages"])
        var phones = Phones()
        phones.add("SIP/2.0 99 Odd\r\n\r\n", at: 0)
        let heads =
            "start s  duration s  method  from  to  state  status  messages  copies  ringing s  answer s  Call-ID"
        #expect(try lines(phones, .sip) == [heads, "malformed 1"])
        phones = Phones()
        phones.response("200 OK", to: "INVITE", at: 0)
        #expect(
            try lines(phones, .sip) == [
                "start s  duration s  method  from   to   state    status  messages  copies  ringing s  answer s  Call-ID",
                "  0.000       0.000  INVITE  alice  bob  in call  200 OK         1       0                0.000  call-1",
                "response  sent  copies", "200 OK       1       0",
            ])
    }

    @Test func `methods beyond the limit are not counted`() throws {
        var phones = Phones()
        for number in 100..<165 { phones.request("M\(number)", .init(branch: "z9hG4bK\(number)"), at: 0) }
        phones.request("M100", .init(branch: "z9hG4bKagain"), at: 0)
        let rows = try lines(phones, .sip).filter { $0.hasPrefix("M1") }.map { $0.prefix { $0 != " " } }
        #expect(rows == (100..<164).map { "M\($0)" })
        #expect(try lines(phones, .summary).contains("  requests 65 · responses 0"))
    }

    /// The objects `sip` of the packets of a view.
    private func objects(_ phones: Phones, hasBodies: Bool = false) throws -> [String] {
        try lines(phones, .json) { $0.hasBodies = hasBodies }.compactMap { line in
            line.range(of: #""kind":"sip","sip":"#).map { String(line[$0.upperBound...].dropLast()) }
        }
    }

    @Test func `the object of a message has all its fields and its relation to others`() throws {
        let objects = try objects(Self.exchanges)
        let ends =
            #""cseq":1,"from":"sip:alice@example.org","fromTag":"alice1","to":"sip:bob@example.org""#
        let call = #""callId":"busy",\#(ends)"#
        let invite = #"{"is":"request","method":"INVITE","uri":"sip:bob@example.org",\#(call),"branch":"z9hG4bKb1""#
        let response = #"{"is":"response","method":"INVITE","status":"#
        #expect(
            Array(objects.prefix(5)) == [
                invite + "}", invite + #","copyOf":1}"#,
                response + #"180,"reason":"Ringing",\#(call),"toTag":"b","branch":"z9hG4bKb1","answers":1,"#
                    + #""after":0.200000000}"#,
                response + #"486,"reason":"Busy Here",\#(call),"toTag":"b","branch":"z9hG4bKb1","answers":1,"#
                    + #""after":0.300000000}"#,
                #"{"is":"request","method":"ACK","uri":"sip:bob@example.org",\#(call),"toTag":"b","#
                    + #""branch":"z9hG4bKb1","answers":4,"after":0.010000000}"#,
            ])
        #expect(
            objects[7] == #"{"is":"request","method":"CANCEL","uri":"sip:bob@example.org","callId":"gone",\#(ends),"#
                + #""branch":"z9hG4bKc1","answers":6,"after":1.000000000}"#)
        #expect(
            Array(objects.suffix(2)) == [
                #"{"is":"malformed","method":"BYE","uri":"sip:bob@example.org","problem":"the field CSeq is missing"}"#,
                #"{"is":"malformed","problem":"the status `99` is not a number from 100 to 699 (at byte 8)"}"#,
            ])
        #expect(try self.objects(.call())[1].contains(#","retransmissionOf":1,"media":[{"#))
    }

    @Test func `descriptions, their problems and other bodies are shown`() throws {
        var phones = Phones()
        phones.request("INVITE", .init(media: "192.0.2.1:4000"), at: 0)
        let head = "INVITE sip:bob@example.org SIP/2.0\r\nVia: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKq\r\n"
        let rest = "From: <sip:alice@example.org>;tag=a\r\nTo: <sip:bob@example.org>\r\nCSeq: 1 INVITE\r\n"
        phones.add(
            head + rest + "Call-ID: bad\r\nContent-Type: application/sdp\r\n\r\nv=0\r\nm=audio\r\n", at: 20)
        phones.add(
            head.replacing("Kq", with: "Kt") + rest + "Call-ID: text\r\nContent-Type: text/plain\r\n\r\nhello", at: 30)
        let objects = try objects(phones, hasBodies: true)
        let media =
            #","media":[{"kind":"audio","address":"192.0.2.1","port":4000,"formats":["8 PCMA/8000"],"direction":"sendrecv"}]"#
        let body =
            #"v=0\u000d\no=- 1 1 IN IP4 192.0.2.1\u000d\ns=-\u000d\nc=IN IP4 192.0.2.1\u000d\nt=0 0\u000d\n"#
            + #"m=audio 4000 RTP/AVP 8\u000d\na=rtpmap:8 PCMA/8000\u000d\n"#
        #expect(objects[0].hasSuffix(media + #","body":"\#(body)"}"#), "\(objects[0])")
        #expect(
            objects[1].hasSuffix(
                #","problem":"`m=` is not `kind port transport format` (at byte 5)","body":"v=0\u000d\nm=audio\u000d\n"}"#
            ))
        #expect(objects[2].hasSuffix(#""branch":"z9hG4bKt","body":"hello"}"#))
        #expect(try !self.objects(phones).contains { $0.contains(#""body""#) })
        let decoded = try lines(phones, .decoded)
        #expect(decoded[0].hasSuffix("INVITE sip:bob@example.org [audio]"))
        #expect(
            decoded.contains("           malformed: `m=` is not `kind port transport format` (at byte 5)")
                && decoded.contains("         SDP: 14 bytes") && decoded.last == "         body: 5 bytes of text/plain")
    }

    @Test(arguments: [
        ("302 Moved Temporarily", "redirected"), ("404 Not Found", "failed"), ("486 Busy Here", "busy"),
        ("487 Request Terminated", "cancelled"), ("600 Busy Everywhere", "busy"), ("603 Decline", "rejected"),
    ])
    func `the line of a call that is refused names the callee, whether it has rung or not`(
        _ status: String, _ state: String
    ) throws {
        for hasRung in [false, true] {
            var phones = Phones()
            phones.request("INVITE", at: 0)
            if hasRung { phones.response("183 Session Progress", to: "INVITE", at: 10) }
            phones.response(status, to: "INVITE", at: 20)
            phones.response("200 OK", to: "INVITE", at: 30)
            phones.request("BYE", .init(branch: "z9hG4bKbye", toTag: "b"), at: 40)
            let rang = hasRung ? ", rang after 0.010 s" : ""
            let kept = "  alice → bob, \(state), \(status)\(rang), ended by bob"
            let answered =
                "  alice → bob, ended, \(status)\(rang), answered after 0.030 s, 0.010 s long, ended by alice"
            #expect(try lines(phones, .summary).contains(state == "cancelled" ? answered : kept))
        }
    }

    @Test func `progress counts as ringing once, and trying or a late ring does not`() throws {
        var phones = Phones()
        phones.request("INVITE", at: 0)
        phones.response("100 Trying", to: "INVITE", at: 10)
        #expect(try lines(phones, .summary).contains("  alice → bob, calling"))
        phones.response("183 Session Progress", to: "INVITE", at: 20)
        phones.response("180 Ringing", to: "INVITE", at: 30)
        #expect(try lines(phones, .summary).contains("  alice → bob, ringing, rang after 0.020 s"))
        phones.response("200 OK", to: "INVITE", at: 100)
        phones.response("181 Call Is Being Forwarded", to: "INVITE", at: 110)
        #expect(
            try lines(phones, .summary).contains(
                "  alice → bob, in call, rang after 0.020 s, answered after 0.100 s, 0.010 s long"))
    }
}
