import YAML

extension ScenarioReader {
    /// What is said of packets.
    mutating func packets(_ main: YAMLNode.Pair) -> PacketExpectation? {
        let example = "packets: {event: call.accepted, to: \(cast?.names.first ?? "alice"), count: 1}"
        guard let pairs = pairs(main.value, what: "`packets`", example: example) else { return nil }
        if pairs.isEmpty {
            report("`packets` asks for nothing", at: Place(main.value), suggestion: "write it like `\(example)`")
        }
        let fields = fields(pairs, of: .packets, at: Place(main.value.start))
        var expectation = PacketExpectation(count: .atLeast(.integer(1)), place: Place(main.key))
        expectation.event = fields["event"].flatMap { word($0, of: .events) }
        expectation.from = fields["from"].flatMap { endpoint($0) }
        expectation.to = fields["to"].flatMap { endpoint($0) }
        expectation.method = fields["method"].flatMap { word($0, of: .methods) }
        expectation.status = fields["status"].flatMap { word($0, of: .statuses) }
        expectation.path = fields["path"].flatMap { path($0) }
        expectation.size = fields["size"].flatMap { comparison($0, of: .bytes, what: "size") }
        if let count = fields["count"].flatMap({ count($0) }) { expectation.count = count }
        return expectation
    }

    private mutating func endpoint(_ node: YAMLNode) -> PacketExpectation.Endpoint? {
        switch node.scalar?.text {
        case "coordinator": return .coordinator
        case "sfu": return .sfu
        default: break
        }
        let backend = ["coordinator", "sfu"]
        if let text = node.scalar?.text, let cast, cast.participants(text) == nil {
            report(
                "\(text.quoted) is no end of a packet's way", at: Place(node),
                suggestion: Spelling.suggestion(for: text, in: cast.participantWords + backend))
            return nil
        }
        return participants(in: node).map { .participants($0) }
    }

    private mutating func path(_ node: YAMLNode) -> String? {
        guard let text = scalar(node, expecting: "a path")?.text else { return nil }
        guard text.hasPrefix("/") || text.hasPrefix("*") else {
            report(
                "\(text.quoted) is no path", at: Place(node),
                suggestion: "start it with `/`, or with `*` for anything before, as in `\"*/\(text)\"`")
            return nil
        }
        return text
    }
}
