import Testing

@testable import Inspection

/// The lines of a patch between two histories, and of a golden file.
@Suite struct HistoryPatchTests {
    private func history(_ events: [(Int64, String)], hasStates: Bool = false) -> CallHistory {
        CallHistory(events.map { CallEvent(time: $0.0 * 100_000_000, text: $0.1) }, hasStates: hasStates)
    }

    /// The patch that results from some events of twelve being missing.
    private func patch(without missing: Set<Int64>) -> [String] {
        let all = (Int64(0)..<12).map { ($0, "e\($0)") }
        let rest = all.filter { !missing.contains($0.0) }
        return HistoryComparison(history(all), history(rest)).patch(from: "a", to: "b").dropFirst(2)
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func `a difference is shown with three events around it, and near ones together`() {
        #expect(
            patch(without: [1, 10]) == [
                "@@ 0.000 s @@", "0.000 e0", "- 0.100 e1", "0.200 e2", "0.300 e3", "0.400 e4", "@@ 0.700 s @@",
                "0.700 e7", "0.800 e8", "0.900 e9", "- 1.000 e10", "1.100 e11", "2 differences: 2 missing",
            ])
        let whole = (0..<12).map { index in
            let mark = index == 1 || index == 8 ? "- " : ""
            return "\(mark)\(index / 10).\(index % 10)00 e\(index)"
        }
        #expect(patch(without: [1, 8]) == ["@@ 0.000 s @@"] + whole + ["2 differences: 2 missing"])
        #expect(patch(without: [1, 9]).filter { $0.hasPrefix("@@") } == ["@@ 0.000 s @@", "@@ 0.600 s @@"])
        #expect(patch(without: [5]).count == 9 && patch(without: [11]).count == 6)
        #expect(patch(without: [5]).first == "@@ 0.200 s @@")
    }

    @Test func `on a terminal each kind of line has its colour`() {
        let comparison = HistoryComparison(
            history([(0, "a"), (10, "b"), (20, "c")]), history([(0, "a"), (25, "c"), (30, "d\u{1B}")]))
        let lines = [
            ("1", "--- x·"), ("1", "+++ y"), ("36", "@@ 0.000 s @@"), ("", "     0.000  a"), ("31", "-    1.000  b"),
            ("33", "~    2.500  c  (0.500 s later, was at 2.000 s)"), ("32", "+    3.000  d·"),
            ("", "3 differences: 1 missing, 1 extra, 1 at another time"),
        ]
        let coloured = lines.map { $0.isEmpty ? $1 : "\u{1B}[\($0)m\($1)\u{1B}[0m" }
        #expect(comparison.patch(from: "x\u{7}", to: "y", isColoured: true) == coloured)
        #expect(comparison.patch(from: "x\u{7}", to: "y") == lines.map(\.1))
    }

    @Test func `a later event carries those behind it, and the first of equal ones moves first`() {
        let first = history([(0, "a"), (10, "b"), (20, "c"), (30, "d")])
        let second = history([(0, "a"), (20, "b"), (30, "c"), (35, "d")])
        #expect(
            HistoryComparison(first, second).patch(from: "a", to: "b").suffix(4) == [
                "~    2.000  b  (1.000 s later, was at 1.000 s)", "     3.000  c",
                "~    3.500  d  (0.500 s earlier, was at 3.000 s)", "2 differences: 2 at another time",
            ])
        let moved = HistoryComparison(
            history([(0, "x"), (1, "x"), (2, "a"), (3, "b"), (4, "c")]),
            history([(2, "a"), (3, "b"), (4, "c"), (5, "x"), (6, "x")]))
        #expect(moved.counts.moved == 2 && moved.counts.missing == 0 && moved.counts.extra == 0)
        let places = moved.rows.compactMap { row -> [Int64]? in
            switch row {
            case .missing(let event, let place): [event.time, place ?? -1]
            case .extra(let event, let place): [event.time, place ?? -1]
            case .same: nil
            }
        }
        let (early, late) = ([0, 300_000_000], [100_000_000, 400_000_000]) as ([Int64], [Int64])
        #expect(places == [early, late, early.reversed(), late.reversed()])
    }

    @Test func `a golden file has its signature, its mark and a line for each event`() {
        let events: [(Int64, String)] = [(0, "a → b  x"), (15, "* a: idle")]
        let lines = "     0.000  a → b  x\n     1.500  * a: idle\n"
        let signature = "# rollcall call events 1\n"
        #expect(String(decoding: GoldenFile.bytes(of: history(events)), as: UTF8.self) == signature + lines)
        #expect(
            String(decoding: GoldenFile.bytes(of: history(events, hasStates: true)), as: UTF8.self)
                == signature + "# with calling states\n" + lines)
        #expect(GoldenFile.bytes(of: history([])) == Array(signature.utf8))
        #expect(!GoldenFile.isLikely(Array(signature.utf8.dropLast(2))) && !GoldenFile.isLikely([]))
    }

    @Test(arguments: [
        ("x", "line 1: it does not begin with `# rollcall call events 1`"),
        ("# rollcall call events 1\n\n1.0  \n", "line 3: a line has a time in seconds and an event"),
        ("# rollcall call events 1\na 1.0\n", "line 2: a line has a time in seconds and an event"),
    ])
    func `a golden file that cannot be read has the line and the reason`(_ text: String, _ reason: String) {
        let error = #expect(throws: GoldenFileError.self) { try GoldenFile.history(Array(text.utf8)) }
        #expect(error?.description == reason)
        let bytes = Array("# rollcall call events 1\n".utf8) + [0xFF]
        let noText = #expect(throws: GoldenFileError.self) { try GoldenFile.history(bytes) }
        #expect(noText?.description == "line 2: the line is not text")
    }

    /// The number of pairs of two lists without a unique common element, of which the first pair is at a distance.
    private func pairs(_ count: Int, _ other: Int, at distance: Int) -> Int {
        let left = ["t"] + Array(repeating: "u", count: count - 1)
        let right =
            Array(repeating: "r", count: distance) + ["t", "t"] + Array(repeating: "s", count: other - distance - 2)
        return Alignment(left, right).pairs.count { $0.first != nil && $0.second != nil }
    }

    @Test func `in long lists an equal element counts within an eighth of the rest, or within sixteen`() {
        #expect(pairs(1_101, 1_008, at: 126) == 1 && pairs(1_101, 1_008, at: 127) == 0)
        #expect(pairs(10_101, 100, at: 16) == 1 && pairs(10_101, 100, at: 17) == 0)
        #expect(pairs(1_000, 1_000, at: 500) == 1 && pairs(1_001, 1_000, at: 500) == 0)
    }
}
