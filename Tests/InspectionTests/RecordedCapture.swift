import Capture
import Wire

@testable import Inspection

/// Captures with every kind of packet, and a journal beside them.
enum RecordedCapture {
    static var call: [UInt8] { Talk.call().capture.bytes }
    static var phones: [UInt8] { Phones.call().capture.bytes }

    /// An endpoint for tests to which none matters.
    static let endpoint = UDPEndpoint(host: IPAddress(HostAddress(127, 0, 0, 1)), port: 1)

    /// The lines of a view of a capture, with the journal beside it.
    static func lines(_ bytes: [UInt8], _ view: InspectionRequest.View) throws -> [String] {
        let scratch = try Scratch()
        _ = try scratch.write(Array(journal.utf8), to: "journal.ndjson")
        return try scratch.inspect(bytes, view, width: 110) { $0.name = "capture.pcap" }.text.lines
    }

    private static let journal = """
        {"number":1,"time":0,"kind":"runStarted","scenario":"RING-01","clock":"real"}
        {"number":2,"time":0,"kind":"datagram","datagram":1,"fate":"sent"}
        {"number":3,"time":0,"kind":"state","participant":"alice","property":"callingState","from":"idle","to":"outgoing","cause":2}
        {"number":4,"time":0.5,"kind":"fault","target":"bob","text":"cut"}
        {"number":5,"time":0,"kind":"datagram","datagram":9,"fate":"lost","reason":"loss"}

        """

    /// A join, checks, reports, media with losses, and packets that are no datagrams.
    static var media: [UInt8] {
        var talk = Talk()
        let join = talk.request(
            .fetch, "sfu/join", from: Talk.alice, to: Talk.sfu, token: 1, observe: true,
            body: .map(["token": .bytes(CBORBytes.claims(cid: "default:standup")), "session_id": "s"]), at: 0)
        talk.answer(
            join, .content, from: Talk.sfu, to: Talk.alice, observe: 1, body: .map(["reconnected": true]), at: 2)
        talk.add(CaptureBytes.stun, from: Talk.alice, to: Talk.sfu, at: 5)
        let success: [UInt8] =
            [1, 1, 0, 12, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12)
            + [0, 0x20, 0, 8, 0, 1, 0xE2, 0x42, 0x5E, 0x13, 0xA4, 0x43]
        talk.add(success, from: Talk.sfu, to: Talk.alice, at: 6)
        for index in 0..<50 where index % 20 != 7 {
            let time = 20 + Int64(index) * 20
            let sound = CaptureBytes.rtp(index, timestamp: UInt32(index) * 160, ssrc: 5, marker: index == 0)
            talk.add(sound, from: Talk.alice, to: Talk.sfu, at: time + Int64(index % 3))
            let picture = CaptureBytes.rtp(index, timestamp: UInt32(index) * 1_800, ssrc: 6, type: 34)
            talk.add(picture, from: Talk.alice, to: Talk.sfu, at: time + 3)
            if index == 30 { talk.add(picture, from: Talk.alice, to: Talk.sfu, at: time + 4) }
        }
        let report: [UInt8] =
            [0x81, 200, 0, 12, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 160, 0, 0, 0, 7, 0, 0, 4, 96]
            + [0, 0, 0, 5, 64, 0, 0, 3, 0, 1, 0, 2, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 8)
        talk.add(report, from: Talk.sfu, to: Talk.alice, at: 1_050)
        talk.add([0x80, 200, 0, 1, 0, 0, 0, 1], from: Talk.sfu, to: Talk.alice, at: 1_060)
        talk.add([], from: Talk.sfu, to: Talk.alice, at: 1_070)
        talk.add([1, 2, 3], from: Talk.sfu, to: Talk.alice, at: 1_080)
        talk.notify(
            join, from: Talk.sfu, to: Talk.alice, observe: 2,
            body: .map(["first": 1, "events": .array([.map(["type": "go_away", "reason": 2])])]), at: 1_090)
        var capture = talk.capture
        let broken = CaptureBytes.ethernet + CaptureBytes.ipv4([1], from: Talk.alice, to: Talk.bob)
        capture.add(Array(broken.dropLast(3)), at: 1_100_000_000)
        capture.add(
            [UInt8](repeating: 0, count: 12) + [0x86, 0xDD] + CaptureBytes.ipv6([9], from: 1, to: 2), at: 1_110_000_000)
        return capture.bytes
    }
}
