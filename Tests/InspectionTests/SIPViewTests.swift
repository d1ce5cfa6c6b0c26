import Testing

@testable import Inspection

@Suite struct SIPViewTests {
    private func show(
        _ phones: Phones, _ view: InspectionRequest.View = .sip, _ change: (inout InspectionRequest) -> Void = { _ in }
    ) throws -> String {
        try Scratch().inspect(phones.capture.bytes, view, width: 200, change).text
    }

    /// The words of a row of the table of calls, in which two blanks separate columns.
    private func row(_ phones: Phones, _ index: Int = 0) throws -> String {
        let lines = try show(phones).lines
        return try #require(lines.dropFirst(index + 1).first)
    }

    @Test func `a call has its ends, state, times and copies`() throws {
        let words = try row(.call()).split(separator: " ").map(String.init)
        #expect(
            words == [
                "0.000", "3.000", "INVITE", "alice", "bob", "ended", "200", "OK", "7", "1", "0.600", "2.000", "call-1",
            ])
    }

    @Test func `requests and responses are counted with the times of final responses`() throws {
        let lines = try show(.call()).lines
        let invite = try #require(lines.first { $0.hasPrefix("INVITE") }).split(separator: " ")
        #expect(invite == ["INVITE", "1", "1", "1", "2.000", "2.000", "2.000"])
        #expect(lines.contains { $0.split(separator: " ") == ["200", "OK", "2", "0"] })
    }

    @Test(arguments: [
        ("486 Busy Here", "busy"), ("600 Busy Everywhere", "busy"), ("603 Decline", "rejected"),
        ("404 Not Found", "failed"), ("302 Moved Temporarily", "redirected"), ("503 Service Unavailable", "failed"),
    ])
    func `the final status determines how a call ended`(_ status: String, _ state: String) throws {
        var phones = Phones()
        phones.request("INVITE", at: 0)
        phones.response("180 Ringing", to: "INVITE", at: 10)
        phones.response(status, to: "INVITE", at: 20)
        phones.request("ACK", .init(toTag: "b"), at: 21)
        #expect(try row(phones).contains("  \(state)"))
    }

    @Test func `a cancelled call is not a refusal`() throws {
        var phones = Phones()
        phones.request("INVITE", at: 0)
        phones.response("180 Ringing", to: "INVITE", at: 10)
        phones.request("CANCEL", at: 900)
        phones.response("200 OK", to: "CANCEL", at: 901)
        phones.response("487 Request Terminated", to: "INVITE", at: 902)
        phones.request("ACK", .init(toTag: "b"), at: 903)
        #expect(try row(phones).contains("cancelled"))
        #expect(try show(phones, .packets) { $0.selection.isErrorsOnly = true }.isEmpty)
    }

    @Test func `an acceptance that crosses the cancellation makes a call`() throws {
        var phones = Phones()
        phones.request("INVITE", at: 0)
        phones.request("CANCEL", at: 900)
        phones.response("200 OK", to: "INVITE", at: 901)
        #expect(try row(phones).contains("in call"))
    }

    @Test func `a forked call lasts until its last dialog ends`() throws {
        var phones = Phones()
        let (desk, phone) = (Phones.Dialog(sequence: 2, branch: "z9hG4bKdesk", toTag: "desk"), "phone")
        phones.request("INVITE", to: Phones.proxy, at: 0)
        phones.response("180 Ringing", to: "INVITE", .init(toTag: "desk"), from: Phones.proxy, at: 10)
        phones.response("180 Ringing", to: "INVITE", .init(toTag: phone), from: Phones.proxy, at: 20)
        phones.response("200 OK", to: "INVITE", .init(toTag: "desk"), from: Phones.proxy, at: 1000)
        phones.response("200 OK", to: "INVITE", .init(toTag: phone), from: Phones.proxy, at: 1010)
        phones.request("BYE", desk, at: 1020)
        phones.response("200 OK", to: "BYE", desk, at: 1030)
        #expect(try row(phones).contains("  in call  "))
        phones.request("BYE", .init(sequence: 3, branch: "z9hG4bKphone", toTag: phone), at: 3000)
        let ended = try row(phones)
        #expect(ended.contains("  2.000  ") && ended.contains("  ended  "), "\(ended)")
    }

    @Test func `a status without a reason has no blank behind it`() throws {
        var phones = Phones()
        phones.request("OPTIONS", at: 0)
        phones.response("200 ", to: "OPTIONS", at: 10)
        #expect(try show(phones, .packets).contains("  200 of OPTIONS"))
    }

    @Test func `a request with credentials after a challenge continues the call`() throws {
        var phones = Phones()
        phones.request("INVITE", at: 0)
        phones.response("407 Proxy Authentication Required", to: "INVITE", at: 10)
        phones.request("ACK", .init(toTag: "b"), at: 11)
        let second = Phones.Dialog(
            sequence: 2, branch: "z9hG4bKsecond", headers: ["Proxy-Authorization: Digest username=\"alice\""])
        phones.request("INVITE", second, at: 20)
        phones.response("180 Ringing", to: "INVITE", second, at: 30)
        #expect(try row(phones).contains("ringing"))
        #expect(try show(phones, .packets) { $0.selection.isErrorsOnly = true }.lines.count == 1)
    }

    @Test func `the legs of a proxy are one call, and neither copies the other`() throws {
        var phones = Phones()
        let leg = Phones.Dialog(branch: "z9hG4bKproxy", hops: ["z9hG4bKone"])
        phones.request("INVITE", to: Phones.proxy, at: 0)
        phones.request("INVITE", leg, from: Phones.proxy, at: 1)
        phones.response("200 OK", to: "INVITE", leg, to: Phones.proxy, at: 10)
        phones.response("200 OK", to: "INVITE", from: Phones.proxy, at: 11)
        let lines = try show(phones).lines
        #expect(lines[1].contains("in call"))
        #expect(lines[1].split(separator: " ").contains("0"))
        #expect(!lines[2].contains("call-1"))
    }

    @Test func `a proxy that cancels a leg has not the caller's name`() throws {
        var phones = Phones()
        let leg = Phones.Dialog(branch: "z9hG4bKproxy", hops: ["z9hG4bKone"])
        phones.request("INVITE", to: Phones.proxy, at: 0)
        phones.request("INVITE", leg, from: Phones.proxy, at: 1)
        phones.request("CANCEL", Phones.Dialog(branch: "z9hG4bKproxy"), from: Phones.proxy, at: 10)
        phones.request("ACK", Phones.Dialog(branch: "z9hG4bKproxy"), from: Phones.proxy, at: 12)
        let header = try #require(try show(phones, .ladder).lines.first)
        #expect(header.contains("alice") && header.contains("192.0.2.9"))
    }

    @Test func `a registration is an exchange that is done`() throws {
        var phones = Phones()
        phones.request("REGISTER", at: 0)
        phones.response("200 OK", to: "REGISTER", at: 5)
        #expect(try row(phones).contains("done"))
        #expect(try show(phones, .summary).contains("REGISTER alice → bob, done, 200 OK"))
    }

    @Test func `streams belong to the call whose description names their endpoints`() throws {
        let phones = Phones.call()
        let lines = try show(phones, .rtp).lines
        #expect(lines[0].hasSuffix("Call-ID"))
        #expect(lines[1].hasSuffix("call-1"))
        #expect(try show(phones, .packets) { $0.selection.call = "call-1" }.lines.count == phones.capture.count)
        let summary = try show(phones, .summary)
        #expect(summary.contains("SIP 7 · RTP 50"))
        #expect(summary.contains("answered after 2.000 s, 3.000 s long, ended by bob, audio 8 PCMA/8000"))
        #expect(summary.contains("retransmissions 1, copies 0"))
    }

    @Test func `the ladder has a lane for each phone, and the words of each message`() throws {
        let lines = try show(.call(), .ladder).lines
        #expect(lines[0].contains("alice") && lines[0].contains("192.0.2.2") == false)
        #expect(lines[1].contains("INVITE sip:bob@example.org [audio]"))
        #expect(lines[2].hasSuffix("(retransmission of packet 1)"))
        #expect(lines[3].contains("180 Ringing of INVITE"))
        #expect(lines.contains { $0.contains("RTP audio 50 packets") })
    }

    @Test func `programs on one host have a lane each`() throws {
        var phones = Phones()
        phones.request("INVITE", from: "127.0.0.1:5070", to: "127.0.0.1:5080", at: 0)
        let header = try #require(try show(phones, .ladder).lines.first)
        #expect(header.contains("127.0.0.1:5070") && header.contains("127.0.0.1:5080"))
    }

    @Test func `a malformed or unanswered message is a problem with its reason`() throws {
        var phones = Phones()
        phones.request("OPTIONS", at: 0)
        phones.add("BYE sip:bob@example.org SIP/2.0\r\nCall-ID: x\r\n\r\n", at: 10)
        let lines = try show(phones, .packets) { $0.selection.isErrorsOnly = true }.lines
        #expect(lines.count == 2)
        #expect(lines[1].contains("malformed SIP: the field CSeq is missing"))
        let summary = try show(phones, .summary)
        #expect(summary.contains("unanswered 1"))
        #expect(summary.contains("malformed 1"))
    }

    @Test func `an object of JSON has the parts of a message`() throws {
        let lines = try show(.call(), .json).lines
        #expect(lines[0].contains(#""kind":"sip","sip":{"is":"request","method":"INVITE","uri":"sip:bob@example.org""#))
        #expect(
            lines[0].contains(#""media":[{"kind":"audio","address":"192.0.2.1","port":4000,"formats":["8 PCMA/8000"]"#))
        #expect(lines[1].contains(#""retransmissionOf":1"#))
        #expect(lines[3].contains(#""status":200,"reason":"OK""#))
        #expect(lines[3].contains(#""answers":1,"after":2.000000000"#))
    }

    @Test func `control characters of a message do not reach the terminal`() throws {
        var phones = Phones()
        phones.request("INVITE", .init(headers: ["Subject: \u{1B}[2J"]), at: 0)
        phones.response("486 \u{1B}[2J", to: "INVITE", at: 1)
        for view in DamageTests.views { #expect(!(try show(phones, view).contains("\u{1B}"))) }
    }
}
