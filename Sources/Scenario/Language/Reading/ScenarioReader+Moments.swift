import YAML

extension ScenarioReader {
    /// An instant of the run: a time from its start, a mark, or a mark with a time added or taken away.
    mutating func moment(_ node: YAMLNode) -> Moment? {
        guard let text = scalar(node, expecting: "an instant, such as 12s or rung + 2s")?.text else { return nil }
        if text.first?.isNumber ?? true { return duration(node).map { Moment(offset: $0) } }
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard let name = words.first, words.count == 1 || words.count == 3, let mark = mark(name, at: node) else {
            reportNoMoment(text, at: node)
            return nil
        }
        guard words.count == 3, let last = words.last else { return Moment(mark: mark, offset: .zero) }
        guard words[1] == "+" || words[1] == "-" else {
            reportNoMoment(text, at: node)
            return nil
        }
        return duration(last, at: node).map { Moment(mark: mark, offset: words[1] == "+" ? $0 : .zero - $0) }
    }

    private func mark(_ name: String, at node: YAMLNode) -> String? {
        marks.contains(name) ? name : nil
    }

    private mutating func reportNoMoment(_ text: String, at node: YAMLNode) {
        let name = String(text.prefix { $0 != " " })
        let advice = Spelling.nearest(to: name, in: marks).map { "did you mean `\($0)`?" }
        report(
            "\(text.quoted) is no instant of the run", at: Place(node),
            suggestion: advice ?? "write a time from its start, such as `12s`, or a mark, as in `rung + 2s`")
    }
}
