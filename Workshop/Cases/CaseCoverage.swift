import ScenarioLanguage

/// The scenarios and tests that show each case, and the reasons for which others are not shown.
struct CaseCoverage {
    /// One case with its coverage.
    struct Row: Hashable {
        let `case`: Case
        /// The scenarios and then the tests that cover it, each once.
        let showings: [Showing]
        /// The reason for which nothing shows it.
        let reason: String?

        /// The status that follows from both.
        var status: Status {
            if !showings.isEmpty { return .shown }
            return reason == nil ? .open : .leftOut
        }

        /// True when the case must still be covered, which cases adopted in spirit need not be.
        var isMissing: Bool { status == .open && !`case`.isInSpirit }
    }

    /// The possible states of a case.
    enum Status: String, CaseIterable {
        /// A scenario or a test shows it.
        case shown
        /// Nothing shows it, and a reason is given.
        case leftOut
        /// Neither shown by a scenario or a test, nor left out for a stated reason.
        case open
    }

    /// The cases in the order of their list.
    let rows: [Row]
    let areas: [CaseArea]
    /// The mistakes in ids and reasons.
    private(set) var problems: [Diagnostic] = []

    /// Combines a list of cases with scenarios, tests and reasons.
    init(_ list: CaseFile, showings: [Showing], reasons: ReasonFile?) {
        let known = Set(list.cases.map(\.id))
        let shown = showings.byCase
        let left = reasons?.byID ?? [:]
        areas = list.areas
        rows = list.cases.map { Row(case: $0, showings: shown[$0.id] ?? [], reason: left[$0.id]?.text) }
        problems = showings.filter { !known.contains($0.id) }.map { showing in
            Self.unknown(showing.id, file: showing.file, place: showing.place, list)
        }
        for reason in reasons?.reasons ?? [] {
            let file = reasons?.file ?? ""
            if !known.contains(reason.id) {
                problems.append(Self.unknown(reason.id, file: file, place: reason.place, list))
            } else if let showing = shown[reason.id]?.first {
                problems.append(
                    Diagnostic(
                        file: file, place: reason.place, message: "`\(reason.id)` is shown after all",
                        suggestion: "take this reason out",
                        related: [.init(file: showing.file, place: showing.place, note: "it is shown here")]))
            }
        }
    }

    private static func unknown(_ id: String, file: String, place: Place, _ list: CaseFile) -> Diagnostic {
        let meant = Spelling.nearest(to: id, in: list.cases.map(\.id))
        return Diagnostic(
            file: file, place: place, message: "\(list.file) has no case `\(id)`",
            suggestion: meant.map { "did you mean `\($0)`?" } ?? "name the cases as that file does")
    }

    /// Returns the number of cases with a status, in one area or in all.
    func count(_ status: Status, in area: String? = nil) -> Int {
        rows.count { $0.status == status && (area == nil || $0.case.area == area) }
    }

    /// The cases that are still to be shown.
    var missing: [Row] { rows.filter(\.isMissing) }
}
