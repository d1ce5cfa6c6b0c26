import Capture
import Foundation
import Testing
import Wire

@testable import Inspection

@Suite struct DamageTests {
    static let views: [InspectionRequest.View] = [
        .summary, .packets, .decoded, .json, .ladder, .mermaid, .svg, .rtp, .sip,
    ]

    private static func mixed() -> CaptureBytes {
        var talk = Talk.call()
        talk.add(CaptureBytes.stun, from: Talk.alice, to: Talk.sfu, at: 6000)
        talk.add(CaptureBytes.rtp(1, timestamp: 160, ssrc: 9), from: Talk.alice, to: Talk.sfu, at: 6001)
        talk.add([0x80, 200, 0, 1, 0, 0, 0, 1], from: Talk.alice, to: Talk.sfu, at: 6002)
        return talk.capture
    }

    @Test func `a file cut at any byte shows its whole packets and names the first bad record`() throws {
        let scratch = try Scratch()
        let capture = Self.mixed()
        for count in capture.bytes.indices {
            let (text, error) = try scratch.inspect(Array(capture.bytes.prefix(count)), .packets)
            let whole = capture.starts.filter { $0 <= count }.count - 1
            guard count >= 24 else {
                guard case .cannotOpen = error else {
                    Issue.record("\(count) bytes: \(String(describing: error))")
                    continue
                }
                continue
            }
            #expect(text.lines.count == whole)
            if capture.starts.contains(count) {
                #expect(error == nil)
            } else {
                #expect(error?.description.contains("record \(whole + 1) at byte \(capture.starts[whole]): ") == true)
            }
        }
    }

    @Test(arguments: views) func `flipped bits never trap a view`(_ view: InspectionRequest.View) throws {
        let scratch = try Scratch()
        let bytes = Self.mixed().bytes
        var damaged = 0
        for index in stride(from: 0, to: bytes.count, by: 3) {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8(index % 8)
            let (text, error) = try scratch.inspect(flipped, view)
            if error != nil { damaged += 1 }
            #expect(!text.isEmpty || error != nil)
        }
        #expect(damaged > 3)
    }

    @Test(arguments: views) func `an empty capture is not an error`(_ view: InspectionRequest.View) throws {
        #expect(try Scratch().inspect(CaptureBytes().bytes, view).error == nil)
    }

    @Test func `an empty file, a directory and a missing file are errors that name them`() throws {
        let scratch = try Scratch()
        let (_, empty) = try scratch.inspect([], .summary)
        #expect(empty?.description.contains("capture.pcap: ") == true)
        let folder = Scratch.inspect(InspectionRequest(file: scratch.url.path))
        #expect(folder.error?.description.contains("Is a directory") == true)
        let missing = Scratch.inspect(InspectionRequest(file: "/nonexistent.pcap"))
        #expect(missing.error?.description == "/nonexistent.pcap: No such file or directory")
    }

    @Test func `a lying snap length and a lying record are errors`() throws {
        var capture = CaptureBytes()
        capture.add(CaptureBytes.stun, from: "10.0.0.1:1", to: "10.0.0.2:2", at: 0)
        var lying = capture.bytes
        lying.replaceSubrange(24 + 8..<24 + 12, with: [0xFF, 0xFF, 0xFF, 0x7F])
        let (_, error) = try Scratch().inspect(lying, .packets)
        guard case .damaged(_, 0, 24, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        lying = capture.bytes
        lying.replaceSubrange(16..<20, with: [1, 0, 0, 0])
        let text = try Scratch().inspect(lying, .packets).text
        #expect(text.isEmpty || text.contains("the packet is cut"))
    }

    @Test(arguments: views) func `each view shows the rest of a cut file, and the place of its end`(
        _ view: InspectionRequest.View
    ) throws {
        let scratch = try Scratch()
        let capture = Self.mixed()
        for count in stride(from: 24, to: capture.bytes.count, by: 17) where !capture.starts.contains(count) {
            let (text, error) = try scratch.inspect(Array(capture.bytes.prefix(count)), view)
            let whole = capture.starts.filter { $0 <= count }.count - 1
            #expect(error?.description.contains("record \(whole + 1) at byte \(capture.starts[whole]): ") == true)
            if whole > 0 { #expect(!text.isEmpty) }
        }
    }

    /// The same packets as pcapng, with names and comments, and where its packets start; the names stand before them.
    private static func modern() throws -> (bytes: [UInt8], names: Int, starts: [Int]) {
        var blocks = PcapngBlocks(linkType: .ethernet, snapLength: 65_535, application: "test")
        var bytes = blocks.takeBytes()
        let names = bytes.count
        blocks.add(names: [(host: IPAddress(HostAddress(127, 1, 0, 1)), name: "alice")])
        bytes += blocks.takeBytes()
        var starts = [bytes.count]
        let scratch = try Scratch()
        for packet in try CaptureFile(scratch.write(mixed().bytes)).packets() {
            blocks.add(
                packet.bytes.span, wireLength: packet.record.wireLength,
                nanosecondsSince1970: packet.record.nanosecondsSince1970, comments: ["a comment"])
            bytes += blocks.takeBytes()
            starts.append(bytes.count)
        }
        return (bytes, names, starts)
    }

    @Test func `a pcapng file cut at any byte shows its whole packets and names the first bad record`() throws {
        let scratch = try Scratch()
        let (bytes, names, starts) = try Self.modern()
        for count in bytes.indices where count >= starts[0] {
            let (text, error) = try scratch.inspect(Array(bytes.prefix(count)), .packets)
            let whole = starts.filter { $0 <= count }.count - 1
            #expect(text.lines.count == whole, "\(count)")
            if starts.contains(count) {
                #expect(error == nil, "\(count)")
            } else {
                // The names are read with the first packet.
                let place = whole == 0 ? names : starts[whole]
                let isNamed = error?.description.contains("record \(whole + 1) at byte \(place): ") == true
                #expect(isNamed, "\(count): \(error?.description ?? "")")
            }
        }
    }

    @Test(arguments: [InspectionRequest.View.summary, .json])
    func `flipped bits of a pcapng file never trap`(_ view: InspectionRequest.View) throws {
        let scratch = try Scratch()
        let bytes = try Self.modern().bytes
        for index in stride(from: 0, to: bytes.count, by: 3) {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8(index % 8)
            let (text, error) = try scratch.inspect(flipped, view)
            #expect(!text.isEmpty || error != nil)
        }
    }

    @Test func `the readable part of a damaged capture is compared`() throws {
        let scratch = try Scratch()
        let capture = Self.mixed()
        let whole = try CallHistory.reading(scratch.write(capture.bytes)).history
        for count in stride(from: 24, to: capture.bytes.count, by: 5) {
            let (history, damage) = try CallHistory.reading(scratch.write(Array(capture.bytes.prefix(count))))
            #expect(history.events.count <= whole.events.count)
            #expect((damage == nil) == capture.starts.contains(count))
            #expect(HistoryComparison(whole, history).counts.extra == 0)
        }
        for index in stride(from: 24, to: capture.bytes.count, by: 7) {
            var flipped = capture.bytes
            flipped[index] ^= 0x10
            let history = try CallHistory.reading(scratch.write(flipped)).history
            _ = HistoryComparison(whole, history).patch(from: "a", to: "b")
        }
        #expect(throws: CaptureFileError.self) { try CallHistory.reading(scratch.url.path) }
        #expect(throws: CaptureFileError.self) { try CallHistory.reading(scratch.write([])) }
    }
}
