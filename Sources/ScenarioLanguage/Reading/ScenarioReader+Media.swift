import YAML

extension ScenarioReader {
    /// Whether the scenario has media.
    mutating func mediaSwitch(_ node: YAMLNode) -> MediaSwitch? {
        word(node, of: .mediaSwitches).flatMap { MediaSwitch(rawValue: $0) }
    }

    /// A participant's media: on or off, or what its sources are like.
    mutating func media(_ node: YAMLNode) -> MediaSpec {
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

    /// When somebody speaks: times such as `2s..5s`, from the start of the run.
    mutating func speech(_ node: YAMLNode) -> [Range<Duration>] {
        (node.items ?? [node]).compactMap { span($0) }
    }

    private mutating func span(_ node: YAMLNode) -> Range<Duration>? {
        guard let text = scalar(node, expecting: "a time such as 2s..5s")?.text else { return nil }
        var ends: [Duration] = []
        var rest = text[...]
        if let dots = text.firstRange(of: "..") {
            for part in [text[..<dots.lowerBound], text[dots.upperBound...]] {
                do throws(Units.Refusal) {
                    ends.append(try Units.duration(String(part), longest: limits.duration))
                } catch {
                    report(error.message, at: Place(node), suggestion: error.suggestion)
                    return nil
                }
            }
            rest = ""
        }
        guard rest.isEmpty, let from = ends.first, let to = ends.last, from < to else {
            report(
                "\(text.quoted) is no time", at: Place(node), suggestion: "write two durations, such as `2s..5s`")
            return nil
        }
        return from..<to
    }
}
