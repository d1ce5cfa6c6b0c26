import Capture
import Foundation
import Testing
import Wire

@testable import Inspection

@Suite struct SelectionTests {
    private func numbers(_ capture: CaptureBytes = Talk.call().capture, _ change: (inout PacketSelection) -> Void)
        throws -> [Int]
    {
        let text = try Scratch().inspect(capture.bytes, .packets) { change(&$0.selection) }.text
        return text.lines.compactMap { Int($0.prefix(6).filter { $0 != " " }) }
    }

    @Test func `a filter of libpcap's selects, and packets keep their numbers`() throws {
        #expect(try numbers { $0.filter = "src host 127.1.0.2" } == [3, 8, 9, 10, 12])
    }

    @Test func `a filter keeps names and relations, and totals count the selected packets`() throws {
        let filter = "src host 127.0.0.1 and dst host 127.1.0.2"
        let lines = try Scratch().inspect(Talk.call().capture.bytes, .packets) { $0.selection.filter = filter }.text
            .lines
        #expect(lines.first == "     4      0.010  coordinator → bob  ACK 2.05 Content [connection.ok] (to 3)")
        let summary = try Scratch().inspect(Talk.call().capture.bytes, .summary) { $0.selection.filter = filter }.text
        #expect(summary.contains("requests 0 · responses 2 · notifications 1 with 3 events"), "\(summary)")
        #expect(!summary.contains("unanswered") && !summary.contains("retransmissions"))
    }

    @Test func `a filter that is none is refused with its reason`() throws {
        let (_, error) = try Scratch().inspect(CaptureBytes().bytes, .packets) { $0.selection.filter = "src hots 1" }
        #expect(error?.description.contains("the filter `src hots 1` is not valid: ") == true)
    }

    @Test func `a call selects its requests, answers, events and acknowledgements`() throws {
        #expect(
            try numbers { $0.call = "default:standup" }
                == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18].filter { ![1, 3].contains($0) })
        #expect(try numbers { $0.call = "default:other" } == [15, 16])
    }

    @Test func `a participant is meant by name or address, from the first packet on`() throws {
        let bob = [3, 4, 7, 8, 9, 10, 11, 12]
        #expect(try numbers { $0.participant = "bob" } == bob)
        #expect(try numbers { $0.participant = "127.1.0.2" } == bob)
        #expect(try numbers { $0.participant = "nobody" }.isEmpty)
    }

    @Test func `events, times and trouble select`() throws {
        #expect(try numbers { $0.event = "call.ring" } == [7])
        #expect(
            try numbers {
                $0.from = 1_000_000_000
                $0.to = 3_201_000_000
            } == [9, 10, 11, 12])
        #expect(try numbers { $0.isErrorsOnly = true } == [10, 12, 14, 16, 17, 18])
    }

    @Test func `media belongs to the call of the session that its endpoints joined`() throws {
        var talk = Talk()
        let claims: [UInt8] = CBORBytes.claims(cid: "default:standup")
        talk.request(
            .fetch, "sfu/join", from: Talk.alice, to: Talk.sfu, token: 1, observe: true,
            body: .map(["token": .bytes(claims), "session_id": "s"]), at: 0)
        talk.add(CaptureBytes.rtp(1, timestamp: 1, ssrc: 1), from: Talk.sfu, to: Talk.alice, at: 1)
        talk.add(CaptureBytes.rtp(1, timestamp: 1, ssrc: 1), from: Talk.bob, to: Talk.sfu, at: 2)
        #expect(try numbers(talk.capture) { $0.call = "default:standup" } == [1, 2])
    }

    @Test func `selected packets can be written and read again`() throws {
        let scratch = try Scratch()
        let copy = scratch.url.appending(path: "copy.pcap").path
        let capture = Talk.call().capture
        let (text, _) = try scratch.inspect(capture.bytes, .packets) {
            $0.selection.isErrorsOnly = true
            $0.copy = copy
        }
        #expect(text.lines.count == 6)
        let packets = try CaptureFile(copy).packets()
        let original = try CaptureFile(scratch.write(capture.bytes)).packets()
        #expect(packets.map(\.bytes) == [10, 12, 14, 16, 17, 18].map { original[$0 - 1].bytes })
        #expect(
            packets.map(\.record.nanosecondsSince1970)
                == [10, 12, 14, 16, 17, 18].map { original[$0 - 1].record.nanosecondsSince1970 })
    }

    @Test func `a copy that cannot be written is an error`() throws {
        let (_, error) = try Scratch().inspect(Talk.call().capture.bytes, .packets) { $0.copy = "/nonexistent/x.pcap" }
        guard case .cannotWrite = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
