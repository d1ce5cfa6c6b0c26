import Testing

@testable import Inspection

/// Long lists, and the words of a comparison.
@Suite struct AlignmentLimitTests {
    private func pairs(_ first: [String], _ second: [String]) -> Alignment {
        let alignment = Alignment(first, second)
        #expect(alignment.pairs.compactMap(\.first) == Array(first.indices))
        #expect(alignment.pairs.compactMap(\.second) == Array(second.indices))
        for pair in alignment.pairs {
            guard let one = pair.first, let other = pair.second else { continue }
            #expect(first[one] == second[other])
        }
        return alignment
    }

    private func matches(_ first: [String], _ second: [String]) -> Int {
        pairs(first, second).pairs.count { $0.first != nil && $0.second != nil }
    }

    @Test func `an element that is missing stands before one that is extra`() {
        let pairs = pairs(["a", "x", "b"], ["a", "y", "b"]).pairs
        #expect(
            pairs == [
                .init(first: 0, second: 0), .init(first: 1, second: nil), .init(first: nil, second: 1),
                .init(first: 2, second: 2),
            ])
        #expect(matches([], []) == 0 && matches(["a"], []) == 0 && matches([], ["a"]) == 0)
        #expect(matches(["a", "a"], ["a"]) == 1 && matches(["a", "b", "a"], ["a", "a"]) == 2)
    }

    @Test func `unique elements anchor long lists, in the longest order that both have`() {
        let block = (0..<1_100).map { "x\($0 % 7)" }
        let first = ["p"] + block + ["one"] + block + ["two"] + block + ["three", "q"]
        let second = ["r"] + block + ["two"] + block + ["one"] + block + ["three", "s"]
        let anchored = pairs(first, second).pairs.filter { $0.first != nil && $0.second != nil }
        let words = Set(anchored.compactMap { $0.first.map { first[$0] } })
        #expect(words.contains("three") && words.isDisjoint(with: ["p", "q"]))
        #expect(words.contains("one") != words.contains("two"))
        #expect(anchored.count > 2_100)
    }

    @Test func `long lists without a unique element are paired with the next equal one`() {
        let first = (0..<1_200).map { "a\($0 % 3)" }
        let second = ["b"] + first
        #expect(matches(first + ["c"], second + ["d"]) == 1_200)
        #expect(matches(["c"] + first + ["c"], first + ["d", "d"]) == 1_200)
    }

    @Test func `a summary counts each kind of difference`() {
        func history(_ events: [(Int64, String)], omitted: Int = 0) -> CallHistory {
            CallHistory(events.map { CallEvent(time: $0.0, text: $0.1) }, hasStates: false, omitted: omitted)
        }
        let one = history([(0, "a"), (1, "b")])
        #expect(HistoryComparison(one, history([(5, "a"), (6, "b")])).summary == "no difference")
        #expect(HistoryComparison(one, history([(0, "a")])).summary == "1 difference: 1 missing")
        #expect(HistoryComparison(one, history([(0, "a"), (1, "b"), (2, "c")])).summary == "1 difference: 1 extra")
        #expect(HistoryComparison(one, history([(0, "b"), (1, "a")])).summary == "1 difference: 1 in another order")
        let later = history([(0, "a"), (50_000_001, "b")])
        #expect(HistoryComparison(history([(0, "a"), (0, "b")]), later).summary == "1 difference: 1 at another time")
        #expect(HistoryComparison(history([(0, "a"), (1, "b")]), later).isSame)
        let cut = history([(0, "a"), (1, "b")], omitted: 3)
        #expect(HistoryComparison(one, cut).summary == "3 events too many to compare")
        #expect(
            HistoryComparison(one, history([(0, "a")], omitted: 1)).summary
                == "1 difference: 1 missing, 1 event too many to compare")
        #expect(!HistoryComparison(one, cut).isSame && HistoryComparison(cut, cut).counts.omitted == 6)
        let extremes = history([(.min, "a"), (.max, "b")])
        #expect(extremes.events.map(\.time) == [0, .max])
    }
}
