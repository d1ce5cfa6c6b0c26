import Capture
import Foundation
import Testing

@testable import Inspection

@Suite struct DamageTests {
    static let views: [InspectionRequest.View] = [
        .summary, .packets, .decoded, .json, .ladder, .mermaid, .svg, .rtp,
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

    @Test(arguments: views) func `an empty capture is no error`(_ view: InspectionRequest.View) throws {
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
}
