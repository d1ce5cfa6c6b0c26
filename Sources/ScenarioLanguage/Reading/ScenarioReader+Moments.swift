import YAML

extension ScenarioReader {
    /// An instant of the run: a time from its start, a mark, or a mark with a time added or taken away.
    ///
    /// Whether the mark can be set by then is told when all steps are read.
    mutating func moment(_ node: YAMLNode) -> Moment? {
        guard let text = scalar(node, expecting: "an instant, such as 12s or rung + 2s")?.text else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard let name = words.first, Self.isMarkName(name) else {
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
        marks.use(name, by: stepCount, at: site(of: node))
        return Moment(mark: name, offset: offset)
    }

    private mutating func reportNoMoment(_ text: String, at node: YAMLNode) {
        report(
            "\(text.quoted) is no instant of the run", at: Place(node),
            suggestion: "write a time from its start, such as `12s`, or a mark, as in `rung + 2s`")
    }
}
