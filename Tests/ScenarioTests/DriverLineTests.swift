import Chance
import Testing
import Timing

@testable import ScenarioDrivers
@testable import ScenarioLanguage

/// Every line of a driver is read as a message or reported; nothing traps.
@Suite struct DriverLineTests {
    private static let good = #"{"type":"state","values":{"callingState":"idle","roster":["a"],"n":-1.5e3,"x":null}}"#

    /// True when bytes that are not a message are reported.
    private func read(_ bytes: [UInt8]) -> Bool {
        do throws(DriverFault) {
            var lines = DriverLines()
            for line in try lines.take(bytes + [UInt8(ascii: "\n")]) { _ = try DriverMessage(line, number: 7) }
            return true
        } catch {
            #expect(error.violation == .wrong)
            return !error.description.isEmpty
        }
    }

    @Test func `every beginning of a line, and every line with one byte replaced, is read or reported`() {
        let bytes = Array(Self.good.utf8)
        for length in 0...bytes.count { #expect(read(Array(bytes.prefix(length)))) }
        for index in bytes.indices {
            for byte in [0, 0x0A, 0x22, 0x5C, 0x7B, 0x5D, 0x2C, 0x39, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                #expect(read(changed), "byte \(index) as \(byte)")
            }
        }
    }

    @Test(arguments: [
        (
            "DEBUG: connected",
            "; only lines of the protocol belong on the standard output, and others on the standard error"
        ),
        ("{'type': 'idle'}", "a name is missing; names and texts have double quotes (line 7 of its output, column 2)"),
        (
            #"{"type":"failed","id":1,"error":"APIError","code":403}"#,
            "has `code` as `403`; it is a text or null (line 7 of its output, column 44)"
        ),
        (
            #"{"type":"hello","version":1,"name":"m","reusable":"yes"}"#,
            "has `reusable` as the text `yes`; it is true or false (line 7 of its output, column 40)"
        ),
    ])
    func `a mistake in a line is shown with its place and what would be right`(_ line: String, _ message: String) {
        do throws(DriverFault) {
            _ = try DriverMessage(Array(line.utf8), number: 7)
            Issue.record("it was read")
        } catch {
            #expect(error.description.contains(message), "\(error)")
        }
    }

    @Test func `lines to a driver in virtual time have a limit, and its timers a lower one`() {
        func excess(of type: String, _ most: Int, after step: Int64) -> String? {
            var pace = DriverPace()
            let fitting = (0..<most).map { pace.count(type, at: Instant(nanoseconds: Int64($0) * step)) }
            #expect(fitting.allSatisfy { $0 == nil })
            return pace.count(type, at: Instant(nanoseconds: Int64(most) * step))
        }
        let window = "within 100ms of virtual time"
        #expect(excess(of: "datagram", 10_000, after: 0) == "caused more than 10000 lines to itself \(window)")
        #expect(excess(of: "wake", 1000, after: 99_999) == "set its timer more than 1000 times \(window)")
        #expect(excess(of: "wake", 1000, after: 100_000) == nil)
    }

    @Test func `random bytes are reported`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let count = Int(generator.next() % 64)
            #expect(read((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }))
        }
    }

    @Test func `lines are cut where they end, however their bytes come`() throws {
        var lines = DriverLines()
        #expect(try lines.take(Array("ab".utf8)).isEmpty)
        #expect(try lines.take(Array("c\n\nd".utf8)) == [Array("abc".utf8), []])
        #expect(lines.count == 2)
        #expect(lines.unfinished == 1)
        let longest = [UInt8](repeating: 0x20, count: DriverLimits.line - 1) + [UInt8(ascii: "\n")]
        #expect(try lines.take(longest).first?.count == DriverLimits.line)
        #expect(throws: DriverFault.self) {
            try lines.take([UInt8](repeating: 0x20, count: DriverLimits.line + 1))
        }
    }
}
