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
            if let comparison = comparisons.readOnce(node, of: spec.type, what: spec.name) {
                filter.fields.append(.init(spec: spec, comparison: comparison))
            }
        }
        filter.body = fields["body"].map { body($0, of: filter, at: fields["path"]) } ?? []
        checkProtocols(of: filter, fields)
        checkMethod(of: filter, fields)
        return filter
    }

    private func body(_ node: YAMLNode, of filter: PacketFilter, at path: YAMLNode?) -> [PacketFilter.BodyTest] {
        // Programs have bodies of their own.
        let isKnown = !reading.hasPrograms && filter.from != .intruder
        let forms = isKnown ? vocabulary.wire.bodies(of: filter) { isName($0, outside: path ?? node) } : []
        return BodyReader(reading: reading, forms: forms).read(node)
    }

    /// Notes a method that no request with the filter's path has.
    private func checkMethod(of filter: PacketFilter, _ fields: [String: YAMLNode]) {
        guard let node = fields["method"], let path = fields["path"], !reading.context.isUnknown(path) else { return }
        let routes = vocabulary.wire.routes.values.joined()
        let isName = { self.isName($0, outside: path) }
        var free = filter
        free.fields.removeAll { $0.spec.name == "method" }
        let possible = routes.filter { free.admits($0, isName: isName) }
        guard !possible.isEmpty, !possible.contains(where: { filter.admits($0, isName: isName) }) else { return }
        let methods = Set(possible.map { String($0.method) }).sorted()
        reading.unmatched.append(
            .init(
                site: site(of: node),
                message: "no request with this path has the method \((node.scalar?.text ?? "").quoted)",
                suggestion: "it can be \(Spelling.list(methods, joinedBy: "or"))"
            ) { filter.admits("method", .text($0)) && filter.admits("path", .text($1)) })
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
                suggestion: suggestion(forHost: text, in: known))
            return nil
        }
        return participants(in: node).map { .participants($0) }
    }
}
