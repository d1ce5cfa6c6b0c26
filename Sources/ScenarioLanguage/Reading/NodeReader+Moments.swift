import YAML

/// The marks that a scenario sets and uses, each with its step.
struct MarkTable {
    /// The place where a mark is set or used.
    struct MarkUse {
        var name: String
        var step: Int
        var site: Site
    }

    /// The number of the current step.
    var step = 0
    private(set) var set: [MarkUse] = []
    private(set) var used: [MarkUse] = []

    /// Records that the step sets a mark; returns the place of an earlier mark with this name.
    mutating func set(_ name: String, at site: Site) -> MarkUse? {
        let first = set.first { $0.name == name }
        if first == nil { set.append(MarkUse(name: name, step: step, site: site)) }
        return first
    }

    /// Records that the step uses a mark.
    mutating func use(_ name: String, at site: Site) {
        used.append(MarkUse(name: name, step: step, site: site))
    }

    /// Returns true when an earlier step sets the mark.
    func isSet(before use: MarkUse) -> Bool {
        set.contains { $0.name == use.name && $0.step < use.step }
    }
}

extension NodeReader {
    /// Returns an instant of the run: a time from its start, a mark, or a mark plus or minus a time.
    ///
    /// The order of marks is checked after all steps are read.
    func moment(_ node: YAMLNode) -> Moment? {
        guard let text = scalar(node, expecting: "an instant, such as 12s or rung + 2s")?.text else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard let name = words.first, name.isName else {
            if words.count == 1, text.first?.isNumber ?? false { return duration(node).map { Moment(offset: $0) } }
            reportNoMoment(text, at: node)
            return nil
        }
        var offset = Duration.zero
        if words.count > 1 {
            guard words.count == 3, words[1] == "+" || words[1] == "-" else {
                reportNoMoment(text, at: node)
                return nil
            }
            guard let span = duration(words[2], at: node) else { return nil }
            offset = words[1] == "+" ? span : .zero - span
        }
        reading.marks.use(name, at: site(of: node))
        return Moment(mark: name, offset: offset)
    }

    private func reportNoMoment(_ text: String, at node: YAMLNode) {
        report(
            "\(text.quoted) is not an instant of the run", at: Place(node),
            suggestion: "write a time from its start, such as `12s`, or a mark, as in `rung + 2s`")
    }

    /// Returns the name of a mark that a step sets.
    func mark(_ node: YAMLNode) -> String? {
        guard let name = name(node, expecting: "the name of a mark", problem: { "a mark cannot be called \($0)" })
        else { return nil }
        guard let first = reading.marks.set(name, at: site(of: node)) else { return name }
        reading.report(
            "there are two marks called \(name.quoted)", at: site(of: node),
            suggestion: "give one of them another name; in repetitions, one with their number, such as `\(name)${n}`",
            relatedSites: [(first.site, "the first one is here")])
        return nil
    }

    /// Reports marks that are used before they are set, or never set.
    func checkMarks() {
        let marks = reading.marks
        let names = marks.set.map(\.name)
        for use in marks.used where !marks.isSet(before: use) {
            guard let later = marks.set.first(where: { $0.name == use.name }) else {
                reading.report(
                    "there is no mark \(use.name.quoted)", at: use.site,
                    suggestion: names.isEmpty
                        ? "set it in a step before, `- mark: \(use.name)`"
                        : Spelling.suggestion(for: use.name, in: names))
                continue
            }
            reading.report(
                "the mark \(use.name.quoted) cannot be set before it is used", at: use.site,
                suggestion: "set it in a step before this one", relatedSites: [(later.site, "it is set here")])
        }
    }
}
