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

    @Test func `equal journals do not differ`() {
        #expect(journal(["a", "b"]).firstDifference(from: journal(["a", "b"])) == nil)
    }

    @Test func `the first differing entry is named with both its texts`() throws {
        let divergence = try #require(journal(["a", "b", "c"]).firstDifference(from: journal(["a", "x", "y"])))
        #expect(divergence.number == 2)
        #expect(divergence.first == #"{"number":2,"time":0.000000001,"kind":"log","name":"b"}"#)
        #expect(divergence.second == #"{"number":2,"time":0.000000001,"kind":"log","name":"x"}"#)
    }

    @Test func `a journal that ends earlier differs where it ends`() throws {
        let divergence = try #require(journal(["a"]).firstDifference(from: journal(["a", "b"])))
        #expect(divergence.number == 2)
        #expect(divergence.first == nil)
        #expect(divergence.second?.contains(#""name":"b""#) == true)
        #expect(divergence.description.contains("first run:  (the run had ended)"))
    }

    @Test func `written journals differ at the same entry`() throws {
        let first = journal(["a", "b"])
        let second = journal(["a", "c"])
        #expect(Divergence(between: first.ndjson, and: second.ndjson) == first.firstDifference(from: second))
        #expect(Divergence(between: first.ndjson, and: first.ndjson) == nil)
    }

    @Test func `a difference in time alone is a difference`() {
        var late = Journal()
        late.append(.log(.init(name: "a")), at: Instant(nanoseconds: 1))
        #expect(late.firstDifference(from: journal(["a"]))?.number == 1)
    }
}
