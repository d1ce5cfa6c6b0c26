@testable import Inspection

/// SIP between phones, from which a test makes a capture.
struct Phones {
    static let alice = "192.0.2.1:5060"
    static let bob = "192.0.2.2:5060"
    static let proxy = "192.0.2.9:5060"

    private(set) var capture = CaptureBytes()

    /// The parts of a message that tests vary.
    struct Dialog {
        var callID = "call-1"
        var from = "alice"
        var to = "bob"
        var sequence = 1
        var branch = "z9hG4bKone"
        /// The hops behind the last one.
        var hops: [String] = []
        var toTag: String?
        var headers: [String] = []
        var media: String?
    }

    mutating func request(
        _ method: String, _ dialog: Dialog = Dialog(), from: String = alice, to: String = bob, at milliseconds: Int64
    ) {
        send(["\(method) sip:\(dialog.to)@example.org SIP/2.0"], method, dialog, from, to, at: milliseconds)
    }

    mutating func response(
        _ status: String, to method: String, _ dialog: Dialog = Dialog(), from: String = bob, to: String = alice,
        at milliseconds: Int64
    ) {
        var dialog = dialog
        if !status.hasPrefix("100") { dialog.toTag = dialog.toTag ?? "b" }
        send(["SIP/2.0 \(status)"], method, dialog, from, to, at: milliseconds)
    }

    mutating func rtp(_ number: Int, from: String, to: String, at milliseconds: Int64) {
        let packet = CaptureBytes.rtp(number, timestamp: UInt32(number) * 160, ssrc: 7, type: 8)
        capture.add(packet, from: from, to: to, at: milliseconds * 1_000_000)
    }

    mutating func add(_ text: String, from: String = alice, to: String = bob, at milliseconds: Int64) {
        capture.add(Array(text.utf8), from: from, to: to, at: milliseconds * 1_000_000)
    }

    private mutating func send(
        _ start: [String], _ method: String, _ dialog: Dialog, _ from: String, _ to: String, at milliseconds: Int64
    ) {
        let vias = [dialog.branch] + dialog.hops
        var lines = start + vias.map { "Via: SIP/2.0/UDP \(Self.alice);branch=\($0)" }
        lines += [
            "From: <sip:\(dialog.from)@example.org>;tag=\(dialog.from)1",
            "To: <sip:\(dialog.to)@example.org>\(dialog.toTag.map { ";tag=\($0)" } ?? "")",
            "Call-ID: \(dialog.callID)", "CSeq: \(dialog.sequence) \(method)",
        ]
        lines += dialog.headers
        let body = dialog.media.map(Self.description) ?? ""
        if !body.isEmpty { lines.append("Content-Type: application/sdp") }
        lines += ["Content-Length: \(body.utf8.count)", "", body]
        add(lines.joined(separator: "\r\n"), from: from, to: to, at: milliseconds)
    }

    private static func description(_ endpoint: String) -> String {
        let parts = endpoint.split(separator: ":")
        return """
            v=0\r
            o=- 1 1 IN IP4 \(parts[0])\r
            s=-\r
            c=IN IP4 \(parts[0])\r
            t=0 0\r
            m=audio \(parts[1]) RTP/AVP 8\r
            a=rtpmap:8 PCMA/8000\r

            """
    }
}

extension Phones {
    /// A call with an INVITE that is repeated, audio, and a hang-up of the callee.
    static func call() -> Phones {
        var phones = Phones()
        phones.request("INVITE", Dialog(media: "192.0.2.1:4000"), at: 0)
        phones.request("INVITE", Dialog(media: "192.0.2.1:4000"), at: 500)
        phones.response("180 Ringing", to: "INVITE", at: 600)
        phones.response("200 OK", to: "INVITE", Dialog(media: "192.0.2.2:5000"), at: 2000)
        phones.request("ACK", Dialog(branch: "z9hG4bKtwo", toTag: "b"), at: 2010)
        for number in 0..<50 {
            phones.rtp(number, from: "192.0.2.1:4000", to: "192.0.2.2:5000", at: 2020 + Int64(number) * 20)
        }
        let hangup = Dialog(from: "bob", to: "alice", branch: "z9hG4bKbye", toTag: "alice1")
        phones.request("BYE", hangup, from: bob, to: alice, at: 5000)
        phones.response("200 OK", to: "BYE", hangup, from: alice, to: bob, at: 5010)
        return phones
    }
}
