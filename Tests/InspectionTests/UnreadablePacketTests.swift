import Capture
import Testing
import Wire

@testable import Inspection

/// Packets that cannot be read, or not to their end, in a reader and in selections.
@Suite struct UnreadablePacketTests {
    private static func frame(_ payload: [UInt8]) -> [UInt8] {
        CaptureBytes.ethernet + CaptureBytes.ipv4(payload, from: Talk.alice, to: Talk.sfu)
    }

    /// A request and its answer, media that is whole or lacks a byte or all of its sound, checks, and a frame that
    /// holds no datagram.
    private static var bytes: [UInt8] {
        var talk = Talk()
        let request = talk.request(.get, "video/call/default/a", from: Talk.alice, token: 1, at: 0)
        talk.answer(request, .content, to: Talk.alice, at: 1)
        var capture = talk.capture
        let sound = frame(CaptureBytes.rtp(1, timestamp: 1, ssrc: 1))
        for (index, missing) in [0, 1, 20].enumerated() {
            capture.add(Array(sound.dropLast(missing)), at: Int64(index + 2) * 1_000_000, wireLength: sound.count)
        }
        capture.add(CaptureBytes.stun, from: Talk.alice, to: Talk.sfu, at: 5_000_000)
        capture.add([1, 2, 3], at: 6_000_000)
        return capture.bytes
    }

    private func numbers(_ change: (inout PacketSelection) -> Void) throws -> [Int] {
        let text = try Scratch().inspect(Self.bytes, .packets) { change(&$0.selection) }.text
        return text.lines.compactMap { Int($0.prefix(6).filter { $0 != " " }) }
    }

    @Test func `a packet without a datagram is selected by its time and as a problem, and by nothing else`() throws {
        #expect(try numbers { _ in } == [1, 2, 3, 4, 5, 6, 7])
        #expect(try numbers { $0.participant = "127.1.0.1" } == [1, 2, 3, 4, 5, 6])
        #expect(try numbers { $0.call = "default:a" } == [1, 2])
        #expect(try numbers { $0.event = "call.ring" }.isEmpty)
        #expect(try numbers { $0.from = 6_000_000 } == [7] && numbers { $0.from = 6_000_001 }.isEmpty)
        #expect(try numbers { $0.to = 1_000_000 } == [1, 2] && numbers { $0.to = 999_999 } == [1])
        let text = try Scratch().inspect(Self.bytes, .packets) { $0.selection.from = 6_000_000 }.text
        #expect(text == "     7      0.006  the packet is cut in its link part: 14 bytes needed, 3 there\n")
    }

    @Test func `a packet that lacks a byte is a problem, and one that lacks none is not`() throws {
        #expect(try numbers { $0.isErrorsOnly = true } == [4, 5, 7])
        #expect(
            try numbers {
                $0.isErrorsOnly = true
                $0.participant = "127.1.0.1"
            } == [4, 5])
    }

    /// The kind of each packet as a reader finds it, and the number of requests that it has read.
    private func findings(isMediaOnly: Bool) throws -> [String] {
        var talk = Talk()
        talk.request(.get, "a", from: Talk.alice, token: 1, at: 0)
        talk.add([0x40, 0x1F, 0, 1], from: Talk.alice, to: "127.0.0.1:7000", at: 0)
        var phones = Phones()
        phones.request("OPTIONS", at: 0)
        var capture = talk.capture
        let scratch = try Scratch()
        for packet in try CaptureFile(scratch.write(phones.capture.bytes)).packets() {
            capture.add(packet.bytes, at: 0)
        }
        let sound = Self.frame(CaptureBytes.rtp(1, timestamp: 1, ssrc: 1))
        capture.add(sound, at: 0)
        capture.add(Array(sound.dropLast(32)), at: 0, wireLength: sound.count)
        capture.add(Self.frame([]), at: 0)
        capture.add([1, 2, 3], at: 0)
        let file = try CaptureFile(scratch.write(capture.bytes))
        var reader = PacketReader(linkType: file.linkType, isMediaOnly: isMediaOnly)
        var findings: [String] = []
        while try file.withNext({ record, bytes in
            let packet = reader.read(record, bytes)
            let role = packet.signal?.role.rawValue ?? packet.sip?.role.rawValue ?? "no signal"
            let problem = packet.problem.map { ", \($0)" } ?? ""
            findings.append("\(packet.number) \(packet.kind) \(packet.keptLength) \(role)\(problem)")
        }) {}
        let counts = (reader.conversations.counts.requests, reader.telephony.calls.calls.count)
        return findings + ["\(counts.0) \(counts.1) \(reader.names.all)"]
    }

    @Test func `each packet has its kind, and signalling is decoded unless only media matters`() throws {
        let rest = [
            "4 rtp 74 no signal", "5 unknown 42 no signal", "6 empty 42 no signal",
            "7 unknown 3 no signal, the packet is cut in its link part: 14 bytes needed, 3 there",
        ]
        let sip = "3 sip 254 request"
        #expect(
            try findings(isMediaOnly: false)
                == ["1 coap 49 request", "2 unknown 46 no signal", sip] + rest + [#"1 1 ["alice"]"#])
        #expect(
            try findings(isMediaOnly: true)
                == ["1 coap 49 no signal", "2 coap 46 no signal", sip] + rest + [#"0 1 ["alice"]"#])
    }
}
