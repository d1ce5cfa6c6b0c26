package import Journal

/// The readable report: a line for each scenario when it ends, the facts about each failure, and a summary.
package struct ConsoleReport: Sendable {
    private let style: Style
    private let idWidth: Int
    private let nameWidth: Int
    /// True when longer names are truncated, so that no line exceeds the terminal's width.
    private let cutsNames: Bool

    /// Creates a report whose columns fit the scenarios' ids and names.
    ///
    /// - Parameter width: The columns of the terminal; nil to show names in full.
    package init(style: Style, ids: [String], names: [String], width: Int? = nil) {
        self.style = style
        let longestID = min(32, ids.map(\.count).max() ?? 0)
        let longest = min(88, names.map(\.count).max() ?? 0)
        let room = width.map { $0 - Self.fixedWidth - longestID } ?? longest
        idWidth = longestID
        cutsNames = width != nil
        nameWidth = max(Self.leastNameWidth, min(longest, room))
    }

    /// The width of the verdict, the figures and the gaps.
    private static let fixedWidth = 7 + 2 + 2 + 2 + 37
    private static let leastNameWidth = 16

    /// Returns the line of a scenario, followed by the facts about its failure.
    package func text(of verdict: Verdict) -> String {
        let figures = [
            Figures.virtual(verdict.virtualSeconds).aligned(to: 11),
            Figures.wall(verdict.wallSeconds).aligned(to: 9),
            Figures.count(verdict.datagramsSent, "datagram").aligned(to: 15),
        ].joined(separator: " ")
        let head = [
            style.mark(verdict.kind.word.padded(to: 7), verdict.kind.tone),
            verdict.id.harmlessLine.padded(to: idWidth),
            name(of: verdict).padded(to: nameWidth),
            style.mark(figures, .quiet),
        ].joined(separator: "  ")
        guard let failure = verdict.failure else { return head + "\n" }
        guard verdict.kind.isBad else { return head + "\n    \(failure.reason.oneLine)\n" }
        return head + "\n" + lines(of: failure, of: verdict).map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    private func name(of verdict: Verdict) -> String {
        let name = verdict.name.harmlessLine
        return cutsNames && name.count > nameWidth ? name.prefix(nameWidth - 1) + "…" : name
    }

    /// Returns the facts about a failure as plain lines; empty without a failure.
    package static func details(of verdict: Verdict) -> String {
        guard let failure = verdict.failure else { return "" }
        let report = ConsoleReport(style: Style(isColoured: false), ids: [], names: [])
        return report.lines(of: failure, of: verdict).map { "\($0)\n" }.joined()
    }

    /// Returns the blocks of a failure, with an empty line after each.
    private func lines(of failure: Verdict.Failure, of verdict: Verdict) -> [String] {
        let model = FailureModel(failure, of: verdict)
        let head = "\(model.place): \(style.mark(model.reason, .strong))"
        let blocks = [[head]] + model.blocks.map(\.text)
        return blocks.flatMap {
            $0.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) } + [""]
        }
    }

    /// Returns the summary at the end of the report.
    package func summary(of result: RunResult) -> String {
        "\n" + sums(of: result) + "\n" + notes(of: result)
    }

    /// Returns the sums in one line.
    func sums(of result: RunResult) -> String {
        let totals = result.totals
        var words = Verdict.Kind.allCases.compactMap { kind -> String? in
            let count = totals.count(of: kind)
            guard count > 0 || kind == .passed else { return nil }
            return style.mark(kind.counted(count), kind == .passed && count == 0 ? .quiet : kind.tone)
        }
        if totals.notRun > 0 { words.append(style.mark("\(totals.notRun) not run", .odd)) }
        // The results of several machines have no common wall-clock time.
        let wall = result.wallSeconds > 0 ? " in \(Figures.wall(result.wallSeconds))" : ""
        let time = Self.time(of: result) + wall
        let line = "\(words.joined(separator: ", ")) of \(Figures.count(totals.selected, "scenario")): \(time), "
        let runs = result.verdicts.reduce(0) { $0 + $1.runs }
        return line + datagrams(of: result) + (runs > result.verdicts.count ? ", \(runs) runs in all" : "")
    }

    /// Returns the scenarios' own time, for each clock.
    private static func time(of result: RunResult) -> String {
        let clocks = [(false, "of virtual time"), (true, "under the real clock")]
        let parts = clocks.compactMap { isReal, words -> String? in
            let verdicts = result.verdicts.filter { $0.isRealTime == isReal }
            guard !verdicts.isEmpty || (!isReal && result.verdicts.isEmpty) else { return nil }
            return "\(Figures.virtual(verdicts.reduce(0) { $0 + $1.virtualSeconds })) \(words)"
        }
        return parts.joined(separator: " and ")
    }

    private func datagrams(of result: RunResult) -> String {
        let totals = result.totals
        let sent = Figures.count(totals.datagramsSent, "datagram")
        let kinds = Set(result.verdicts.filter { $0.datagramsCaptured > 0 }.map(\.capture)).sorted()
        guard !kinds.isEmpty else { return "\(sent), none captured" }
        let captured = totals.datagramsCaptured == totals.datagramsSent ? "all" : "\(totals.datagramsCaptured)"
        return "\(sent), \(captured) captured (\(kinds.joined(separator: ", ")))"
    }

    private func notes(of result: RunResult) -> String {
        var seen: Set<String> = []
        let notes = result.verdicts.flatMap(\.notes).filter { seen.insert($0).inserted }
        return notes.map { "note: \($0.harmless)\n" }.joined()
    }
}

extension Verdict.Kind {
    var word: String { self == .harnessFault ? "fault" : rawValue }

    func counted(_ count: Int) -> String {
        self == .harnessFault ? Figures.count(count, "harness fault") : "\(count) \(rawValue)"
    }

    var tone: Style.Tone {
        switch self {
        case .passed: .good
        case .failed, .crashed, .hung: .bad
        case .harnessFault: .odd
        case .unsupported: .quiet
        }
    }
}
