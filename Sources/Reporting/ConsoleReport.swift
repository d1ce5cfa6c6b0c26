public import Journal

/// The report for people: a line a scenario as it ends, what is known of each failure, and a summary.
public struct ConsoleReport: Sendable {
    private let style: Style
    private let idWidth: Int
    private let nameWidth: Int

    /// Makes a report whose columns fit the scenarios' ids and names.
    public init(style: Style, ids: [String], names: [String]) {
        self.style = style
        idWidth = min(32, ids.map(\.count).max() ?? 0)
        nameWidth = min(88, names.map(\.count).max() ?? 0)
    }

    /// The line of a scenario, and below it why it did not pass.
    public func text(of verdict: Verdict) -> String {
        let figures = [
            Figures.virtual(verdict.virtualSeconds).aligned(to: 11),
            Figures.wall(verdict.wallSeconds).aligned(to: 9),
            Figures.count(verdict.datagramsSent, "datagram").aligned(to: 15),
        ].joined(separator: " ")
        let head = [
            style.mark(verdict.kind.word.padded(to: 7), verdict.kind.tone),
            verdict.id.harmless.padded(to: idWidth),
            verdict.name.harmless.padded(to: nameWidth),
            style.mark(figures, .quiet),
        ].joined(separator: "  ")
        guard let failure = verdict.failure else { return head + "\n" }
        guard verdict.kind.isBad else { return head + "\n    \(failure.reason.oneLine)\n" }
        return head + "\n" + FailureText(style: style, verdict: verdict, failure: failure).text
    }

    /// What is known of a failure, as plain lines; empty when there is none.
    public static func details(of verdict: Verdict) -> String {
        guard let failure = verdict.failure else { return "" }
        return FailureText(style: Style(isColoured: false), verdict: verdict, failure: failure).text.withoutIndentation
    }

    /// The summary that ends the report.
    public func summary(of result: RunResult) -> String {
        "\n" + sums(of: result) + "\n" + notes(of: result)
    }

    /// The sums in one line.
    func sums(of result: RunResult) -> String {
        let totals = result.totals
        var words = Verdict.Kind.allCases.compactMap { kind -> String? in
            let count = totals.count(of: kind)
            guard count > 0 || kind == .passed else { return nil }
            return style.mark(kind.counted(count), kind == .passed && count == 0 ? .quiet : kind.tone)
        }
        if totals.notRun > 0 { words.append(style.mark("\(totals.notRun) not run", .odd)) }
        let time = "\(Figures.virtual(totals.virtualSeconds)) of virtual time in \(Figures.wall(result.wallSeconds))"
        let line = "\(words.joined(separator: ", ")) of \(Figures.count(totals.selected, "scenario")): \(time), "
        let runs = result.verdicts.reduce(0) { $0 + $1.runs }
        return line + datagrams(of: result) + (runs > result.verdicts.count ? ", \(runs) runs in all" : "")
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
