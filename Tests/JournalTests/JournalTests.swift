import Journal
import Testing
import Timing
import Wire

@Suite struct JournalTests {
    private func journal(_ names: [String]) -> Journal {
        var journal = Journal()
        for (index, name) in names.enumerated() {
            journal.append(.log(.init(name: name)), at: Instant(nanoseconds: Int64(index)))
        }
        return journal
    }

    @Test func `entries are numbered from one, in order`() {
        let journal = journal(["a", "b", "c"])
        #expect(journal.entries.map(\.number) == [1, 2, 3])
    }

    private func comparison(_ first: [String], _ second: [String]) -> Divergence? {
        Divergence(between: journal(first).ndjson, and: journal(second).ndjson)
    }

    @Test func `equal journals do not differ`() {
        #expect(comparison(["a", "b"], ["a", "b"]) == nil)
    }

    @Test func `the first differing entry is named with both its texts`() throws {
        let divergence = try #require(comparison(["a", "b", "c"], ["a", "x", "y"]))
        #expect(divergence.number == 2)
        #expect(divergence.first == #"{"number":2,"time":0.000000001,"kind":"log","name":"b"}"#)
        #expect(divergence.second == #"{"number":2,"time":0.000000001,"kind":"log","name":"x"}"#)
    }

    @Test func `a journal that ends earlier differs where it ends`() throws {
        let divergence = try #require(comparison(["a"], ["a", "b"]))
        #expect(divergence.number == 2)
        #expect(divergence.first == nil)
        #expect(divergence.second?.contains(#""name":"b""#) == true)
        #expect(divergence.description.contains("first run:  (the run had ended)"))
    }

    @Test func `a difference in time alone is a difference`() {
        var late = Journal()
        late.append(.log(.init(name: "a")), at: Instant(nanoseconds: 1))
        #expect(Divergence(between: late.ndjson, and: journal(["a"]).ndjson)?.number == 1)
    }

    @Test func `the first line that differs is found at each place`() {
        func difference(_ first: String, _ second: String) -> String? {
            Divergence(between: Array(first.utf8), and: Array(second.utf8))?.description
        }
        func words(_ number: Int, _ first: String, _ second: String) -> String {
            "the runs differ from entry \(number) on:\n  first run:  \(first)\n  second run: \(second)"
        }
        let ended = "(the run had ended)"
        #expect(difference("", "") == nil && difference("a\nb\n", "a\nb\n") == nil)
        #expect(difference("", "a\n") == words(1, ended, "a") && difference("a\n", "") == words(1, "a", ended))
        #expect(difference("a\nb\nc\n", "x\nb\nc\n") == words(1, "a", "x"))
        #expect(difference("a\nb\nc\n", "a\nx\nc\n") == words(2, "b", "x"))
        #expect(difference("a\nb\nc\n", "a\nb\nx\n") == words(3, "c", "x"))
        #expect(difference("a\nb\n", "a\n") == words(2, "b", ended))
        #expect(difference("a\n", "a\nb\nc\n") == words(2, ended, "b"))
        #expect(difference("a\nb", "a\nbc") == words(2, "b", "bc"))
    }
}
