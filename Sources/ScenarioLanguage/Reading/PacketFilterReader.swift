import YAML

/// Reads expectations on packets, and the filters in them.
struct PacketFilterReader: NodeReader {
    let reading: FileReading

    /// Returns the expectation of a `packets` step.
    func expectation(_ main: YAMLNode.Pair) -> PacketExpectation? {
        let example = "packets: {event: call.accepted, to: \(anyName), count: 1}"
        guard let pairs = pairs(main.value, of: "packets", isEmpty: "asks for nothing", example: example) else {
            return nil
        }
        let fields = fields(pairs, of: .packets(vocabulary.packetFields), at: Place(main.value.start))
        return PacketExpectation(
            filter: filter(fields), count: fields["count"].flatMap { comparisons.count($0) } ?? .atLeast(.integer(1)),
            place: Place(main.key))
    }

    /// Returns the filter in the fields of a mapping.
    func filter(_ fields: [String: YAMLNode]) -> PacketFilter {
        var filter = PacketFilter()
        filter.from = fields["from"].flatMap { endpoint($0) }
        filter.to = fields["to"].flatMap { endpoint($0) }
        for spec in vocabulary.packetFields {
            guard let node = fields[spec.name] else { continue }
            if let comparison = comparisons.read(node, of: spec.type, what: spec.name) {
                filter.fields.append(.init(spec: spec, comparison: comparison))
            }
        }
        filter.body = fields["body"].map { body($0) } ?? []
        checkProtocols(of: filter, fields)
        return filter
    }

    private func body(_ node: YAMLNode) -> [PacketFilter.BodyTest] {
        let example = "body: {type: call.accepted}"
        let pairs = pairs(node, of: "body", isEmpty: "asks for nothing", example: example) ?? []
        return pairs.compactMap { pair in
            comparisons.read(pair.value, of: .anything, what: pair.name).map { .init(path: pair.name, comparison: $0) }
        }
    }

    /// Reports a filter with fields of two protocols, which no packet has.
    private func checkProtocols(of filter: PacketFilter, _ fields: [String: YAMLNode]) {
        guard filter.protocols.isEmpty else { return }
        let names = filter.fields.filter { $0.spec.protocols != nil || $0.spec == .kind }.map(\.spec.name)
        guard let last = names.last, let node = fields[last] else { return }
        let words = names + (filter.body.isEmpty ? [] : ["body"])
        report("no packet has \(Spelling.list(words, joinedBy: "and"))", at: Place(node), suggestion: "leave out some")
    }

    private func endpoint(_ node: YAMLNode) -> PacketFilter.Endpoint? {
        switch node.scalar?.text {
        case "coordinator": return .coordinator
        case "sfu": return .sfu
        case "intruder": return .intruder
        default: break
        }
        if let text = node.scalar?.text, let cast, text.hasPrefix("sfu-"), cast.servers.contains(text) {
            return .oneSFU(text)
        }
        if let text = node.scalar?.text, let cast, cast.programs.contains(text) { return .participants([text]) }
        if let text = node.scalar?.text, let cast, cast.participants(text) == nil {
            let known = cast.participantWords + cast.servers + cast.programs + ["intruder"]
            report(
                "\(text.quoted) is not a sender or receiver of packets", at: Place(node),
                suggestion: Spelling.suggestion(for: text, in: known))
            return nil
        }
        return participants(in: node).map { .participants($0) }
    }
}
