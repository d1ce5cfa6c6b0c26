import YAML

extension ScenarioReader {
    /// A step that gives its instant a name.
    mutating func mark(_ node: YAMLNode) -> Step.Action? {
        guard let name = markName(node) else { return nil }
        guard let first = marks.set(name, by: stepCount, at: site(of: node)) else { return .mark(name) }
        report(
            "there are two marks called \(name.quoted)", at: site(of: node),
            suggestion: "give one of them another name; in repetitions, one with their number, such as `\(name)${n}`",
            relatedSites: [(first.site, "the first one is here")])
        return nil
    }

    private mutating func markName(_ node: YAMLNode) -> String? {
        guard let text = scalar(node, expecting: "the name of a mark")?.text else { return nil }
        if Self.isMarkName(text) { return text }
        report(
            "a mark cannot be called \(text.quoted)", at: Place(node),
            suggestion: "use at most 64 letters, digits, `-` and `_`, and start with a letter")
        return nil
    }

    static func isMarkName(_ text: String) -> Bool {
        let starts = text.unicodeScalars.first.map { $0.isLetterOrDigit && !("0"..."9").contains($0) } ?? false
        let fits = text.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0 == "-" || $0 == "_" }
        return starts && fits && text.utf8.count <= 64
    }

    /// Tells of marks that are used and cannot be set by then.
    mutating func checkMarks() {
        let names = marks.set.map(\.name)
        for use in marks.used where !marks.isSet(before: use) {
            let later = marks.set.first { $0.name == use.name }
            let message =
                later == nil
                ? "there is no mark \(use.name.quoted)" : "the mark \(use.name.quoted) cannot be set before it is used"
            let advice = names.isEmpty ? "set it in a step before, `- mark: \(use.name)`" : nil
            report(
                message, at: use.site,
                suggestion: later == nil
                    ? advice ?? Spelling.suggestion(for: use.name, in: names) : "set it in a step before this one",
                relatedSites: later.map { [($0.site, "it is set here")] } ?? [])
        }
    }
}
