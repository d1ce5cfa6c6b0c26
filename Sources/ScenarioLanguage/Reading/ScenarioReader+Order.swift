import YAML

extension ScenarioReader {
    /// What happens after what.
    mutating func order(_ main: YAMLNode.Pair) -> OrderExpectation? {
        let example = orderExample
        guard let items = main.value.items, items.count > 1 else {
            report(
                "`order` is a list of at least two things that happen", at: Place(main.value),
                suggestion: "write each on a line of its own, like `- \(example)`")
            return nil
        }
        let read = items.compactMap { item($0) }
        return read.count == items.count ? OrderExpectation(items: read) : nil
    }

    private var orderExample: String { "\(cast?.names.first ?? "alice"): {callingState: inCall}" }

    private mutating func item(_ node: YAMLNode) -> OrderExpectation.Item? {
        let example = orderExample
        guard let pair = node.pairs?.first, node.pairs?.count == 1 else {
            report(
                "an item of `order` is one name with what happens there", at: Place(node),
                suggestion: "write it like `- \(example)`")
            return nil
        }
        let what = pair.name == "packet" ? packetItem(pair) : entryItem(pair)
        return what.map { .init(what: $0.what, text: $0.text, place: Place(pair.key)) }
    }

    private typealias Read = (what: OrderExpectation.What, text: String)

    private mutating func packetItem(_ pair: YAMLNode.Pair) -> Read? {
        let example = "packet: {event: call.accepted, to: \(cast?.names.first ?? "alice")}"
        guard let pairs = pairs(pair.value, what: "`packet`", example: example) else { return nil }
        if pairs.isEmpty {
            report("`packet` asks for nothing", at: Place(pair.value), suggestion: "write it like `\(example)`")
        }
        let known = problems.all.count
        let filter = filter(fields(pairs, of: .packet(vocabulary.packetFields), at: Place(pair.value.start)))
        return problems.all.count == known ? (.packet(filter), "packet with \(filter)") : nil
    }

    private mutating func entryItem(_ pair: YAMLNode.Pair) -> Read? {
        let example = orderExample
        guard let who = orderSubject(pair.key) else { return nil }
        let isServer = cast.map { $0.byName[pair.name] == nil } ?? false
        let words = vocabulary.eventPatterns.filter { !isServer || $0.isOfServers }.map(\.name)
        guard let pairs = pairs(pair.value, what: "what happens", example: example) else { return nil }
        let mains = pairs.filter { vocabulary.eventPattern($0.name) != nil }
        for other in pairs where vocabulary.eventPattern(other.name) == nil && !["call", "time"].contains(other.name) {
            report(
                "\(other.name.quoted) is nothing that happens to a \(isServer ? "server" : "participant")",
                at: Place(other.key), suggestion: Spelling.suggestion(for: other.name, in: words + ["call", "time"]))
            return nil
        }
        guard let main = mains.first, let pattern = vocabulary.eventPattern(main.name), mains.count == 1 else {
            report(
                "an item of `order` is one thing that happens", at: Place(mains.last?.key ?? pair.key),
                suggestion: "write each on a line of its own, like `- \(example)`")
            return nil
        }
        return read(pattern, main, who: who, beside: pairs, isServer: isServer)
    }

    private mutating func read(
        _ pattern: EventPattern, _ main: YAMLNode.Pair, who: Comparison, beside pairs: [YAMLNode.Pair], isServer: Bool
    ) -> Read? {
        if isServer, !pattern.isOfServers {
            let words = vocabulary.eventPatterns.filter(\.isOfServers).map(\.name)
            report(
                "`\(pattern.name)` is nothing that happens to a server", at: Place(main.key),
                suggestion: "it can be \(Spelling.list(words, joinedBy: "or"))")
            return nil
        }
        let call = pairs.first { $0.name == "call" }
        if let call, !pattern.hasCall {
            report("`\(pattern.name)` names no call", at: Place(call.key), suggestion: "leave it out")
            return nil
        }
        let known = problems.all.count
        let type = pattern.isOfCommands ? .word(commandNames) : pattern.type
        let what = comparison(main.value, of: type, what: pattern.name)
        let cid = call.flatMap { comparison($0.value, of: .call, what: "call") }
        let time = pairs.first { $0.name == "time" }.flatMap { comparison($0.value, of: .date, what: "time") }
        guard let what, problems.all.count == known else { return nil }
        var filter = pattern.entries(who, what, cid)
        if let time { filter.tests.append(.init("time", time)) }
        var text = "\(who == .equal(.none) ? "network" : "\(who)"): \(pattern.name) \(what)"
        if let cid { text += " of \(cid)" }
        if let time { text += " \(time)" }
        return (.entry(filter), text)
    }

    /// One participant or server, or the network as a whole.
    private mutating func orderSubject(_ key: YAMLNode) -> Comparison? {
        let name = key.scalar?.text ?? ""
        guard let cast else { return .equal(.text(name)) }
        if name == "network" { return .equal(.none) }
        if cast.byName[name] != nil || (cast.servers + cast.edges).contains(name) { return .equal(.text(name)) }
        let isGroup = cast.participants(name) != nil || name.contains(",")
        report(
            isGroup
                ? "an item of `order` is about one participant"
                : "\(name.quoted) is neither a participant nor a server",
            at: Place(key),
            suggestion: isGroup
                ? "write a line for each"
                : Spelling.suggestion(for: name, in: cast.names + cast.servers + ["packet", "network"]))
        return nil
    }
}
