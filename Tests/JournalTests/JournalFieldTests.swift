import Testing
import Timing
import Wire

@testable import Journal

/// The table of fields, contents in a verdict, and what decides among verdicts.
@Suite struct JournalFieldTests {
    private static func written(_ values: JournalField.Values) -> String {
        if case .words(let words) = values { words.joined(separator: "|") } else { "\(values)" }
    }

    @Test func `each kind has its fields with their types, in the order of a line`() {
        let table = JournalKind.all.map { kind in
            "\(kind.name): " + kind.fields.map { "\($0.name) \(Self.written($0.values))" }.joined(separator: ", ")
        }
        #expect(
            table == [
                "runStarted: scenario text, file text, seed number, clock text",
                "step: step number, line number, file text, text text, phase began|ended|failed",
                "call: participant name, call number, name text, arguments attributes",
                "returned: participant name, call number, name text, value value, error text, message text",
                "state: participant name, property text, from value, to value, cause number",
                "event: participant name, type text, cid text, datagram number",
                "datagram: datagram number, from address, to address, byteCount number, fate text, until instant, "
                    + "reason text, summary text",
                "datagrams: from address, to address, ssrc number, first number, last number, sent number, "
                    + "received number, delayed number, byteCount number",
                "fault: target name, text text",
                "timer: owner name, label text, phase armed|fired|cancelled, until instant, armed instant",
                "notification: participant name, name text, attributes attributes",
                "log: source name, name text, attributes attributes",
                "expectation: step number, line number, file text, text text, outcome held|failed, expected text, "
                    + "actual text",
                "verdict: verdict passed|failed|crashed|hung|unsupported|harnessFault, reason text",
            ])
        #expect(JournalKind.log.field("name")?.name == "name" && JournalKind.log.field("text") == nil)
    }

    @Test func `each content is written for a verdict`() {
        let address = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 7)
        let contents: [(JournalField.Content, String)] = [
            (.value(["a", 1, true]), "[a, 1, true]"), (.unsigned(.max), "18446744073709551615"),
            (.instant(Instant(nanoseconds: 1_500_000_000)), "1.500 s"), (.address(address), "127.0.0.1:7"),
            (.attributes([.init("a", 1), .init("b", "x")]), "a 1, b x"), (.attributes([]), ""),
        ]
        for (content, text) in contents { #expect(content.description == text) }
        #expect(JournalValue.number(0.5).description == "0.5" && JournalValue.boolean(false).description == "false")
    }

    @Test func `a value that a call did not return is left out, and one that is empty is not`() {
        func content(_ name: String, _ outcome: JournalEvent.Returned.Outcome) -> JournalField.Content? {
            JournalKind.returned.field(name)?.content(
                of: .returned(.init(participant: "p", call: 1, outcome: outcome)))
        }
        #expect(content("value", .value(.none)) == nil && content("value", .value([])) == .value([]))
        #expect(content("value", .thrown(type: "t", message: "m")) == nil)
        #expect(content("error", .value(1)) == nil && content("message", .value(1)) == nil)
        #expect(content("error", .thrown(type: "t", message: "m")) == .value("t"))
        #expect(content("message", .thrown(type: "t", message: "m")) == .value("m"))
    }

    // MARK: Verdicts

    private func wrongKey(_ text: String) throws -> String? {
        Verdict.wrongKey(in: try JSON(parsing: Array(text.utf8)))
    }

    @Test func `the first key that no verdict can have is named`() throws {
        let parts = [
            ("id", #""a""#), ("name", #""n""#), ("file", #""f""#), ("verdict", #""failed""#), ("seed", "1"),
            ("runs", "2"), ("datagramsSent", "3"), ("datagramsCaptured", "4"), ("virtualSeconds", "0.5"),
            ("wallSeconds", "1"),
        ]
        func object(_ change: (Int) -> String?) -> String {
            let members = parts.enumerated().compactMap { index, part in change(index).map { "\"\(part.0)\":\($0)" } }
            return "{\(members.joined(separator: ","))}"
        }
        let whole = object { parts[$0].1 }
        #expect(try wrongKey(whole) == nil && Verdict(try JSON(parsing: Array(whole.utf8))) != nil)
        for index in parts.indices {
            let without = object { $0 == index ? nil : parts[$0].1 }
            #expect(try wrongKey(without) == (index < 5 ? parts[index].0 : nil), "\(parts[index].0)")
            let wrong = object { $0 == index ? "[]" : parts[$0].1 }
            #expect(try wrongKey(wrong) == parts[index].0)
            let last = object { $0 >= index ? "[]" : parts[$0].1 }
            #expect(try wrongKey(last) == parts[index].0)
        }
        #expect(try wrongKey("[]") == "id" && wrongKey(whole.replacing("failed", with: "good")) == "verdict")
        #expect(try wrongKey(whole.replacing("\"seed\":1", with: "\"seed\":-1")) == "seed")
        #expect(try wrongKey(whole.replacing("\"runs\":2", with: "\"runs\":-1")) == "runs")
        #expect(try wrongKey(whole.replacing("0.5", with: "-0.5")) == "virtualSeconds")
    }

    @Test func `a bad run decides before a passed one, and that before one that was not performed`() {
        let ranks: [[Verdict.Kind]] = [[.unsupported], [.passed], [.failed, .crashed, .hung, .harnessFault]]
        for (rank, kinds) in ranks.enumerated() {
            for (other, others) in ranks.enumerated() {
                for kind in kinds {
                    for second in others { #expect(kind.decides(before: second) == (rank > other)) }
                }
            }
        }
    }

    @Test func `details of a participant are read as values, and objects among them as none`() throws {
        let snapshot = #"{"participant":"p","callingState":"idle","since":1.25,"details":"#
        func details(_ text: String) throws -> [JournalAttribute]? {
            let failure = #"{"reason":"r","participants":[\#(snapshot)\#(text)}]}"#
            let verdict = #"{"id":"a","name":"n","file":"f","seed":1,"verdict":"failed","failure":\#(failure)}"#
            let participant = Verdict(try JSON(parsing: Array(verdict.utf8)))?.failure?.participants.first
            #expect(participant?.since == Instant(nanoseconds: 1_250_000_000))
            return participant?.details
        }
        #expect(
            try details(#"{"a":null,"b":{},"c":1e400,"d":9223372036854775808,"e":[{"f":1},false]}"#) == [
                .init("a", .none), .init("b", .none), .init("c", .number(.infinity)),
                .init("d", .number(9_223_372_036_854_775_808)), .init("e", [.none, false]),
            ])
        #expect(try details("[]") == [] && details("1") == [])
    }
}
