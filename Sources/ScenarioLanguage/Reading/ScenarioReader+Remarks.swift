import YAML

extension ScenarioReader {
    /// Returns what suggests that a valid scenario tests less than it seems to.
    ///
    /// A name counts as used when any row of the file uses it.
    func remarks(on scenario: Scenario, of root: YAMLNode) -> [String] {
        let file = scenario.file.printable
        func unused(_ kind: String, _ pairs: [YAMLNode.Pair], prefix: String = "") -> [String] {
            pairs.filter { !usedNames.contains(prefix + $0.name) }.map {
                "\(file):\($0.key.start.line): the \(kind) \($0.name.quoted) is never used"
            }
        }
        var remarks = unused("variable", root["variables"]?.pairs ?? [])
        if let row = scenario.row {
            let own = root["rows"]?.pairs?.first { $0.key.start.line == row.line && $0.key.start.column == row.column }
            remarks += unused("variable", own?.value.pairs ?? [])
        }
        remarks += unused("sequence", root["sequences"]?.pairs ?? [], prefix: "sequence ")
        if !marks.set.allSatisfy({ mark in marks.used.contains { $0.name == mark.name } }) {
            remarks += marks.set.filter { mark in !marks.used.contains { $0.name == mark.name } }.map {
                "\($0.site.file.printable):\($0.site.place.line): the mark \($0.name.quoted) is never used"
            }
        }
        if scenario.rules.isEmpty, scenario.golden == nil, !scenario.steps.contains(where: \.expects) {
            remarks.append("\(file): no step expects anything")
        }
        return remarks
    }
}

extension Step {
    /// True when it, or a step inside it, can fail the scenario by what it expects.
    fileprivate var expects: Bool {
        switch action {
        case .expect, .hold, .rule, .packets, .journal: true
        case .command(let call): call.outcome != nil
        case .sameTime, .group: action.inner.contains(where: \.expects)
        case .server, .wait, .network, .mark: false
        }
    }
}
