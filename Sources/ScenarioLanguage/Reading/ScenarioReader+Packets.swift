import YAML

extension ScenarioReader {
    /// What is said of packets.
    mutating func packets(_ main: YAMLNode.Pair) -> PacketExpectation? {
        let example = "packets: {event: call.accepted, to: \(cast?.names.first ?? "alice"), count: 1}"
        guard let pairs = pairs(main.value, what: "`packets`", example: example) else { return nil }
        if pairs.isEmpty {
            report("`packets` asks for nothing", at: Place(main.value), suggestion: "write it like `\(example)`")
        }
        let fields = fields(pairs, of: .packets(vocabulary.packetFields), at: Place(main.value.start))
        return PacketExpectation(
            filter: filter(fields), count: fields["count"].flatMap { count($0) } ?? .atLeast(.integer(1)),
            place: Place(main.key))
    }

    /// Packets that are to be lost.
    mutating func drop(_ node: YAMLNode) -> NetworkChange? {
        if node.scalar?.text == "none" { return .dropNothing }
        let example = "drop: {event: call.accepted, to: \(cast?.names.first ?? "alice"), next: 2}"
        guard let pairs = pairs(node, what: "`drop`", example: example) else { return nil }
        if pairs.isEmpty {
            report("`drop` chooses nothing", at: Place(node), suggestion: "write it like `\(example)`")
        }
        let fields = fields(pairs, of: .drop(vocabulary.packetFields), at: Place(node.start))
        let filter = filter(fields)
        if fields["next"] != nil, let other = pairs.first(where: { $0.name == "nth" }) {
            report("`next` and `nth` exclude each other", at: Place(other.key), suggestion: "leave out one of them")
        }
        let which = fields["nth"].map { nth($0) } ?? fields["next"].map { next($0) } ?? .next(1)
        return which.map { .drop(PacketDrop(filter: filter, which: $0)) }
    }

    private static let mostDrops = 1_000_000

    private mutating func next(_ node: YAMLNode) -> PacketDrop.Which? {
        if node.scalar?.text == "all" { return .all }
        return number(node, in: 1...Self.mostDrops).map { .next($0) }
    }

    private mutating func nth(_ node: YAMLNode) -> PacketDrop.Which? {
        let items = node.items ?? [node]
        if items.isEmpty { report("`nth` names no packet", at: Place(node), suggestion: "write it like `nth: [1, 3]`") }
        let numbers = items.compactMap { number($0, in: 1...Self.mostDrops) }
        return numbers.count == items.count && !items.isEmpty ? .numbers(Set(numbers).sorted()) : nil
    }

    /// What is asked of each packet; the run has to keep what that takes.
    mutating func filter(_ fields: [String: YAMLNode]) -> PacketFilter {
        var filter = PacketFilter()
        filter.from = fields["from"].flatMap { endpoint($0) }
        filter.to = fields["to"].flatMap { endpoint($0) }
        for spec in vocabulary.packetFields {
            guard let node = fields[spec.name] else { continue }
            if let comparison = comparison(node, of: spec.type, what: spec.name) {
                filter.fields.append(.init(spec: spec, comparison: comparison))
            }
        }
        filter.body = fields["body"].map { body($0) } ?? []
        checkProtocols(of: filter, fields)
        packetNeeds.add(filter.needs)
        return filter
    }

    private mutating func body(_ node: YAMLNode) -> [PacketFilter.BodyTest] {
        let example = "body: {type: call.accepted}"
        guard let pairs = pairs(node, what: "`body`", example: example) else { return [] }
        if pairs.isEmpty {
            report("`body` asks for nothing", at: Place(node), suggestion: "write it like `\(example)`")
        }
        return pairs.compactMap { pair in
            comparison(pair.value, of: .anything, what: pair.name).map { .init(path: pair.name, comparison: $0) }
        }
    }

    /// No packet has fields of two protocols.
    private mutating func checkProtocols(of filter: PacketFilter, _ fields: [String: YAMLNode]) {
        guard filter.protocols.isEmpty else { return }
        let names = filter.fields.filter { $0.spec.protocols != nil || $0.spec == .kind }.map(\.spec.name)
        guard let last = names.last, let node = fields[last] else { return }
        let words = names + (filter.body.isEmpty ? [] : ["body"])
        report("no packet has \(Spelling.list(words, joinedBy: "and"))", at: Place(node), suggestion: "leave out some")
    }

    private mutating func endpoint(_ node: YAMLNode) -> PacketFilter.Endpoint? {
        switch node.scalar?.text {
        case "coordinator": return .coordinator
        case "sfu": return .sfu
        default: break
        }
        if let text = node.scalar?.text, let cast, text.hasPrefix("sfu-"), cast.servers.contains(text) {
            return .oneSFU(text)
        }
        if let text = node.scalar?.text, let cast, cast.participants(text) == nil {
            report(
                "\(text.quoted) is no end of a packet's way", at: Place(node),
                suggestion: Spelling.suggestion(for: text, in: cast.participantWords + cast.servers))
            return nil
        }
        return participants(in: node).map { .participants($0) }
    }

    /// A path, or a pattern of paths.
    mutating func path(_ node: YAMLNode) -> String? {
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
