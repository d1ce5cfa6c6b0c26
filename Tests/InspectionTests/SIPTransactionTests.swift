import Capture
import Testing
import Wire

@testable import Inspection

/// Which SIP messages are copies, and which requests they answer.
@Suite struct SIPTransactionTests {
    private static let alice = UDPEndpoint(host: IPAddress(HostAddress(192, 0, 2, 1)), port: 5060)
    private static let bob = UDPEndpoint(host: IPAddress(HostAddress(192, 0, 2, 2)), port: 5060)
    private static let proxy = UDPEndpoint(host: IPAddress(HostAddress(192, 0, 2, 9)), port: 5060)

    /// A message that tests vary.
    private struct Message {
        var start = "INVITE sip:bob@a SIP/2.0"
        var method = "INVITE"
        var sentBy = "a"
        var branch = "z9hG4bKone"
        var from = "1"
        var to: String?
        var callID = "c"
        var sequence = 1
        var source = alice
        var destination = bob
        var milliseconds: Int64 = 0
        var headers = ""

        func response(_ status: String, to tag: String = "b") -> Message {
            var message = self
            (message.start, message.to, message.source, message.destination) =
                ("SIP/2.0 \(status)", tag, destination, source)
            return message
        }

        func with(_ change: (inout Message) -> Void) -> Message {
            var message = self
            change(&message)
            return message
        }

        var bytes: [UInt8] {
            let via = branch.isEmpty ? "" : ";branch=\(branch)"
            return Array(
                """
                \(start)\r\nVia: SIP/2.0/UDP \(sentBy)\(via)\r\nFrom: <sip:alice@a>;tag=\(from)\r
                To: <sip:bob@a>\(to.map { ";tag=\($0)" } ?? "")\r\nCall-ID: \(callID)\r\nCSeq: \(sequence) \(method)\r
                \(headers)\r

                """.utf8)
        }
    }

    /// The relation of each message to earlier ones, such as `copy of 1` or `to 1`, and `!` for a problem.
    private func relations(_ messages: [Message], capacity: Int = 100) -> [String] {
        var conversations = SIPConversations(capacity: capacity)
        return messages.enumerated().map { index, message in
            let signal = conversations.read(
                message.bytes, number: index + 1, time: message.milliseconds * 1_000_000, from: message.source,
                to: message.destination)
            #expect(signal.problem == nil)
            let relation = signal.copy.map { "\($0.isRetransmission ? "again" : "copy of") \($0.number)" }
            return (relation ?? signal.answers.map { "to \($0)" } ?? "new") + (signal.isTrouble ? "!" : "")
        }
    }

    @Test func `a message is a copy if nothing that identifies it differs`() {
        let first = Message()
        #expect(relations([first, first]) == ["new", "copy of 1!"])
        #expect(relations([first, first.with { $0.milliseconds = 250 }]) == ["new", "again 1!"])
        #expect(relations([first, first.with { $0.callID = "d" }]) == ["new", "copy of 1!"])
        let others: [(inout Message) -> Void] = [
            { $0.branch = "z9hG4bKtwo" }, { $0.source = Self.proxy }, { $0.destination = Self.proxy },
            { $0.to = "b" }, { ($0.start, $0.method) = ("CANCEL sip:bob@a SIP/2.0", "CANCEL") },
        ]
        for change in others {
            #expect(relations([first, first.with(change)]).last?.contains("copy") == false)
        }
        let ringing = first.response("180 Ringing")
        #expect(relations([first, ringing, ringing]) == ["new", "to 1", "copy of 2!"])
        #expect(relations([first, ringing, first.response("180 Ringing", to: "x")]) == ["new", "to 1", "to 1"])
        #expect(relations([first, ringing, first.response("183 Progress")]) == ["new", "to 1", "to 1"])
    }

    @Test(arguments: ["", "z9hG4bK", "1", "Z9hG4bKone"])
    func `a branch that identifies nothing is replaced by the call, its caller and its number`(_ branch: String) {
        let first = Message(branch: branch)
        #expect(relations([first, first]) == ["new", "copy of 1!"])
        #expect(relations([first, first.with { $0.callID = "d" }]) == ["new", "new"])
        #expect(relations([first, first.with { $0.from = "2" }]) == ["new", "new"])
        #expect(relations([first, first.with { $0.sequence = 2 }]) == ["new", "new"])
        let other = first.with { $0.callID = "d" }
        #expect(
            relations([first, other, other.response("200 OK"), first.response("200 OK")]).suffix(2) == ["to 2", "to 1"])
    }

    @Test func `a response belongs to the request with its branch, its method and its ends`() {
        let (first, second) = (Message(), Message(branch: "z9hG4bK1"))
        #expect(
            relations([first, second, first.response("200 OK"), second.response("200 OK")]).suffix(2) == [
                "to 1", "to 2",
            ])
        #expect(relations([first, first.response("200 OK").with { $0.branch = "z9hG4bKx" }]).last == "new")
        #expect(relations([first, first.response("200 OK").with { $0.method = "BYE" }]).last == "new")
        #expect(relations([first, first.response("200 OK").with { $0.source = Self.proxy }]).last == "new")
        #expect(relations([first, first.response("200 OK").with { $0.destination = Self.proxy }]).last == "new")
    }

    /// RFC 3261 sections 17.1.3 and 18.2.2.
    @Test func `a response may go to the port of the last hop instead of that of the request`() {
        let first = Message(source: UDPEndpoint(host: Self.alice.host, port: 40_000))
        let answer = first.response("200 OK").with { $0.destination = Self.alice }
        for (sentBy, relation) in [("a", "to 1"), ("A:5060", "to 1"), ("a:5061", "new"), ("b", "new")] {
            #expect(relations([first, answer.with { $0.sentBy = sentBy }]).last == relation, "\(sentBy)")
        }
    }

    @Test func `an ACK belongs to the last final response with its call, its caller and its number`() {
        let first = Message()
        let ack = Message(start: "ACK sip:bob@a SIP/2.0", method: "ACK", branch: "z9hG4bKack", to: "b")
        let answered = [first, first.response("180 Ringing"), first.response("200 OK")]
        #expect(relations(answered + [ack]).last == "to 3")
        #expect(relations(answered + [ack.with { $0.source = Self.proxy }]).last == "to 3")
        for change: (inout Message) -> Void in [
            { $0.callID = "d" }, { $0.from = "2" }, { $0.sequence = 2 },
        ] { #expect(relations(answered + [ack.with(change)]).last == "new") }
        #expect(relations([first, first.response("180 Ringing"), ack]).last == "new")
        #expect(relations(answered + [first.response("200 OK", to: "x"), ack]).last == "to 4")
        let other = first.with { ($0.callID, $0.branch) = ("d", "z9hG4bKd") }
        let both = answered + [other, other.response("200 OK")]
        #expect(
            relations(both + [ack], capacity: 2).last == "to 3" && relations(both + [ack], capacity: 1).last == "new")
    }

    @Test func `a refusal is expected without credentials, and after a cancellation`() {
        let first = Message()
        let cancel = first.with { ($0.start, $0.method) = ("CANCEL sip:bob@a SIP/2.0", "CANCEL") }
        let terminated = first.response("487 Request Terminated")
        #expect(relations([first, terminated]).last == "to 1!")
        #expect(relations([first, cancel, terminated]) == ["new", "to 1", "to 1"])
        #expect(relations([first, cancel.with { $0.branch = "z9hG4bKx" }, terminated]).suffix(2) == ["new", "to 1!"])
        #expect(relations([first, cancel, first.response("486 Busy Here")]).last == "to 1!")
        for status in ["401 Unauthorized", "407 Proxy Authentication Required"] {
            #expect(relations([first, first.response(status)]).last == "to 1")
            for name in ["Authorization", "proxy-authorization"] {
                let known = first.with { $0.headers = "\(name): Digest username=\"alice\"\r\n" }
                #expect(relations([known, known.response(status)]).last == "to 1!", "\(name)")
            }
        }
        for (status, end) in [("399 Odd", ""), ("400 Bad Request", "!"), ("200 OK", ""), ("603 Decline", "!")] {
            #expect(relations([first, first.response(status)]).last == "to 1" + end)
        }
        #expect(relations([first.response("401 Unauthorized")]) == ["new!"])
    }
}
