import Wire
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
        let fields = fields(pairs, of: .drop, at: Place(node.start))
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

    private mutating func filter(_ fields: [String: YAMLNode]) -> PacketFilter {
        var filter = PacketFilter()
        filter.kind = fields["kind"].flatMap { word($0, of: .protocols) }.flatMap { DatagramKind(rawValue: $0) }
        filter.event = fields["event"].flatMap { word($0, of: .events) }
        filter.from = fields["from"].flatMap { endpoint($0) }
        filter.to = fields["to"].flatMap { endpoint($0) }
        filter.method = fields["method"].flatMap { word($0, of: .methods) }
        filter.status = fields["status"].flatMap { word($0, of: .statuses) }
        filter.path = fields["path"].flatMap { path($0) }
        filter.size = fields["size"].flatMap { comparison($0, of: .bytes, what: "size") }
        return filter
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
