import ScenarioLanguage

/// The lines that no scenario reaches, by room and file, with the reasons.
struct LinesPage {
    /// The most lines that no scenario may reach, as a share of all.
    static let most = 0.05

    private let coverage: LineCoverage
    private let reasons: [String: String]
    /// Reasons for files of which all lines are reached, or that are gone.
    private(set) var problems: [Diagnostic] = []

    init(_ coverage: LineCoverage, _ file: ReasonFile) {
        self.coverage = coverage
        reasons = file.byID.mapValues(\.text)
        let left = Set(coverage.files.filter { !$0.unreached.isEmpty }.map(\.path))
        problems = file.reasons.filter { !left.contains($0.id) }.map { reason in
            Diagnostic(
                file: file.file, place: reason.place, message: "scenarios reach every line of \(reason.id.quoted)",
                suggestion: "take the reason out, or correct the path below `Sources`")
        }
    }

    /// True when every file with unreached lines has a reason, and these lines are few enough.
    var isWhole: Bool {
        share(coverage.unreached, coverage.lines) <= Self.most
            && coverage.files.allSatisfy { $0.unreached.isEmpty || reasons[$0.path] != nil }
    }

    var text: String {
        let rooms = LineCoverage.rooms.map { room in
            let files = coverage.files.filter { $0.room == room }
            return row(room, files.reduce(0) { $0 + $1.unreached.count }, files.reduce(0) { $0 + $1.lines })
        }
        let files = coverage.files.filter { !$0.unreached.isEmpty }.map { file in
            let reason = reasons[file.path] ?? "no reason"
            return "\(file.path): \(Self.written(file.unreached)): \(reason)"
        }
        return (rooms + [row("all", coverage.unreached, coverage.lines), ""] + files)
            .map { $0 + "\n" }.joined()
    }

    private func row(_ name: String, _ unreached: Int, _ lines: Int) -> String {
        let tenths = Int((share(unreached, lines) * 1000).rounded())
        return "\(name): no scenario reaches \(unreached) of \(lines) lines, \(tenths / 10).\(tenths % 10) %"
    }

    private func share(_ unreached: Int, _ lines: Int) -> Double { Double(unreached) / Double(max(1, lines)) }

    /// Returns the numbers with ranges, as in `3, 7-9`.
    private static func written(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
