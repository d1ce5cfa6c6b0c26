import YAML

/// Reads the seeds with which a scenario holds.
struct SeedReader: NodeReader {
    let reading: FileReading

    private static let example = "seeds: {only: 1..20, because: a burst has to hit the second response}"

    func read(_ node: YAMLNode) -> SeedChoice? {
        guard let pairs = pairs(node, what: "`seeds`", example: Self.example) else { return nil }
        let fields = fields(pairs, of: .seeds, at: Place(node.start))
        let reason = fields["because"].flatMap { line($0, kind: "a reason") }
        switch (fields["only"], fields["except"]) {
        case (let only?, nil): return choice(only, isExcluding: false, reason, in: node)
        case (nil, let except?): return choice(except, isExcluding: true, reason, in: node)
        case (_?, let except?):
            report("`seeds` has both `only` and `except`", at: Place(except), suggestion: "remove one of them")
        case (nil, nil):
            report(
                "`seeds` needs `only` or `except`", at: Place(node.start),
                suggestion: "write it like `\(Self.example)`")
        }
        return nil
    }

    private func choice(
        _ list: YAMLNode, isExcluding: Bool, _ reason: String?, in node: YAMLNode
    ) -> SeedChoice? {
        let items = list.items ?? [list]
        if items.isEmpty {
            report("there is no seed in this list", at: Place(list), suggestion: "write it like `[1..20]`")
        }
        let ranges = items.compactMap { range($0) }
        guard !ranges.isEmpty, ranges.count == items.count, let reason else { return nil }
        let choice = SeedChoice(ranges, isExcluding: isExcluding, because: reason)
        guard !choice.contains(SeedChoice.usual) else { return choice }
        report(
            "the scenario has to hold with the seed \(SeedChoice.usual), with which it runs when no other is given",
            at: Place(list), suggestion: "change its chances until it does, as by another share of `loss`")
        return nil
    }

    /// Returns the seeds of a number or of a range such as `1..20`.
    private func range(_ node: YAMLNode) -> ClosedRange<UInt64>? {
        guard let text = scalar(node, expecting: "a seed or a range of seeds")?.text else { return nil }
        if let range = SeedRange.seed(text).map({ $0...$0 }) ?? SeedRange.read(text) { return range }
        report(
            "\(text.quoted) is neither a seed nor a range of seeds", at: Place(node),
            suggestion: "write a whole number, or two with the lower one first, like `1..20`")
        return nil
    }
}
