import YAML

/// Reads a participant's media and the times at which it speaks.
struct MediaReader: NodeReader {
    let reading: FileReading

    /// Returns a participant's media: on, off, or its sources.
    func read(_ node: YAMLNode) -> MediaSpec {
        var spec = MediaSpec()
        guard node.pairs != nil else {
            spec.isOn = word(node, of: .mediaStates).map { $0 == "on" }
            return spec
        }
        let example = "media: {frameRate: 30}"
        guard let pairs = pairs(node, what: "`media`", example: example) else { return spec }
        let fields = fields(pairs, of: .media, at: Place(node.start))
        spec.isOn = true
        func number(_ key: String, in bounds: ClosedRange<Int>) -> Int? {
            fields[key].flatMap { self.number($0, in: bounds) }
        }
        spec.sources = MediaSpec.Sources(
            loudness: number("loudness", in: Bounds.loudness), frameRate: number("frameRate", in: Bounds.frameRate),
            screenFrameRate: number("screenFrameRate", in: Bounds.frameRate),
            firstSource: number("firstSource", in: Bounds.source),
            firstSequenceNumber: number("firstSequenceNumber", in: Bounds.sequenceNumber),
            firstTimestamp: number("firstTimestamp", in: Bounds.timestamp))
        return spec
    }

    /// Returns times such as `2s..5s`, from the start of the run.
    func speech(_ node: YAMLNode) -> [Range<Duration>] {
        (node.items ?? [node]).compactMap { span($0) }
    }

    private func span(_ node: YAMLNode) -> Range<Duration>? {
        guard let text = scalar(node, expecting: "a time such as 2s..5s")?.text else { return nil }
        let dots = text.firstRange(of: "..")
        let parts = dots.map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? []
        let ends = parts.map { duration(String($0), at: node) }
        guard !ends.contains(nil) else { return nil }
        guard let from = ends.first ?? nil, let to = ends.last ?? nil, from < to else {
            report(
                "\(text.quoted) is not a time", at: Place(node), suggestion: "write two durations, such as `2s..5s`")
            return nil
        }
        return from..<to
    }
}
