import Capture
import Foundation
import Testing

@testable import Inspection

/// A run of the inspector: its output, its copy, its notes and its error.
@Suite struct InspectorRunTests {
    private struct Result {
        var text = ""
        var notes: [String] = []
        var jump: TimeJump?
        var error: CaptureFileError?
    }

    private func run(
        _ bytes: [UInt8] = Talk.call().capture.bytes, _ change: (inout InspectionRequest) -> Void
    ) throws -> Result {
        let scratch = try Scratch()
        var request = InspectionRequest(file: try scratch.write(bytes), view: .packets)
        change(&request)
        var result = Result()
        let inspector = Inspector(
            request,
            noteNothing: { content in
                let span = content.span.map { "\($0.lowerBound / 1_000_000)...\($0.upperBound / 1_000_000) ms" }
                result.notes.append(
                    ([String(content.packets)] + content.names + content.calls + [span ?? "no time"])
                        .joined(separator: ", "))
            },
            noteJump: { result.jump = $0 },
            writingTo: {
                result.text += String(decoding: $0, as: UTF8.self)
                return true
            })
        do throws(CaptureFileError) { try inspector.run() } catch { result.error = error }
        return result
    }

    @Test func `a copy for which there is no room is an error behind the whole view`() throws {
        let full = CaptureFileError.cannotWrite(file: "/dev/full", reason: "No space left on device")
        let all = try run { $0.copy = "/dev/full" }
        #expect(all.error == full && all.text.lines.count == 18)
        let none = try run {
            $0.copy = "/dev/full"
            $0.selection.event = "none"
        }
        #expect(none.error == full && none.text.isEmpty)
    }

    @Test func `a copy has the selected packets and no others`() throws {
        let scratch = try Scratch()
        let copy = scratch.url.appending(path: "copy.pcap").path
        for (event, payloads) in [("call.ring", 1), ("connection.ok", 2), ("none", 0)] {
            let result = try run {
                $0.copy = copy
                $0.selection.event = event
            }
            #expect(result.error == nil && result.text.lines.count == payloads)
            #expect(try CaptureFile(copy).packets().count == payloads, "\(event)")
        }
        #expect(try run { $0.copy = copy }.text.lines.count == 18 && CaptureFile(copy).packets().count == 18)
    }

    @Test func `a selection that matches nothing is noted once, with what the capture has`() throws {
        #expect(try run { _ in }.notes.isEmpty)
        #expect(try run { $0.selection.participant = "bob" }.notes.isEmpty)
        #expect(try run { $0.selection.participant = "127.1.0.2" }.notes.isEmpty)
        let whole = "18, alice, bob, coordinator, 0...5000 ms"
        let carol = try run { $0.selection.participant = "carol" }
        #expect(carol.notes == [whole] && carol.text.isEmpty && carol.error == nil)
        let silent = try run {
            $0.selection.participant = "bob"
            $0.selection.event = "none"
        }
        #expect(silent.notes == [whole])
        #expect(try run { $0.selection.event = "none" }.notes == [whole])
        #expect(try run { $0.selection.from = 6_000_000_000 }.notes == [whole])
        let call = try run { $0.selection.call = "default:nope" }
        #expect(call.notes == ["18, alice, bob, coordinator, default:other, default:standup, 0...5000 ms"])
        #expect(try run(CaptureBytes().bytes) { $0.selection.participant = "bob" }.notes == ["0, no time"])
        #expect(try run(CaptureBytes().bytes) { _ in }.notes.isEmpty)
    }

    @Test func `the first packet that is years from the one before it is noted`() throws {
        #expect(try run { _ in }.jump == nil)
        var talk = Talk()
        for (index, time) in [0, 1, 100_000_000_000, 2].enumerated() {
            talk.add([0x40, 0, 0, UInt8(index)], from: Talk.alice, to: Talk.coordinator, at: Int64(time))
        }
        let result = try run(talk.capture.bytes) { _ in }
        #expect(result.jump == TimeJump(packet: 3, isForward: true) && result.text.lines.count == 4)
        var back = Talk()
        for (index, time) in [100_000_000_000, 1].enumerated() {
            back.add([0x40, 0, 0, UInt8(index)], from: Talk.alice, to: Talk.coordinator, at: Int64(time))
        }
        #expect(try run(back.capture.bytes) { _ in }.jump == TimeJump(packet: 2, isForward: false))
    }

    @Test func `a damaged file is shown as far as it goes, copied and noted, and then an error`() throws {
        let scratch = try Scratch()
        let copy = scratch.url.appending(path: "copy.pcap").path
        let capture = Talk.call().capture
        let result = try run(Array(capture.bytes.prefix(capture.starts[5] + 1))) {
            $0.copy = copy
            $0.selection.participant = "carol"
        }
        #expect(result.notes == ["5, alice, bob, coordinator, 0...100 ms"] && result.text.isEmpty)
        guard case .damaged(_, 5, UInt64(capture.starts[5]), _) = result.error else {
            Issue.record("\(String(describing: result.error))")
            return
        }
        #expect(try CaptureFile(copy).packets().isEmpty)
        let whole = try run(Array(capture.bytes.prefix(capture.starts[5] + 1))) { $0.copy = copy }
        #expect(whole.text.lines.count == 5 && whole.error != nil)
        #expect(try CaptureFile(copy).packets().count == 5)
    }
}
