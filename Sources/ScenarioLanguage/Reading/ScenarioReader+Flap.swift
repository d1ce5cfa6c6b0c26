import YAML

extension ScenarioReader {
    private static let mostFlaps = 10_000

    /// A network that goes and comes, over and over.
    mutating func flap(_ node: YAMLNode) -> NetworkChange? {
        if node.scalar?.text == "none" { return .flapNoMore }
        let example = "flap: {who: \(cast?.names.first ?? "alice"), off: 200ms, on: 800ms, times: 5}"
        guard let pairs = pairs(node, what: "`flap`", example: example) else { return nil }
        let fields = fields(pairs, of: .flap, at: Place(node.start))
        let who = fields["who"].flatMap { hosts(in: $0) }
        let off = fields["off"].flatMap { duration($0) }
        let on = fields["on"].flatMap { duration($0) }
        let times = fields["times"].flatMap { number($0, in: 1...Self.mostFlaps) }
        let kind = fields["by"].map { flapKind($0) } ?? .offline
        guard let who, let off, let on, let times, let kind else { return nil }
        guard off > .zero, on > .zero else {
            report(
                "a network that flaps is gone and there for some time each", at: Place(node),
                suggestion: "write it like `\(example)`")
            return nil
        }
        return .flap(FlapChange(hosts: who, kind: kind, off: off, on: on, times: times))
    }

    private mutating func flapKind(_ node: YAMLNode) -> FlapChange.Kind? {
        word(node, of: .flapKinds).flatMap { FlapChange.Kind(rawValue: $0) }
    }
}
