import Journal
import YAML

extension ScenarioReader {
    /// An expectation on the journal: one entry with its count, or a list in order.
    mutating func journal(_ main: YAMLNode.Pair) -> JournalExpectation? {
        if main.value.pairs != nil { return counted(main) }
        let example = entryExample
        guard let items = main.value.items, items.count > 1 else {
            report(
                "`journal` is one entry, or a list of at least two in order", at: Place(main.value),
                suggestion: "write it like `journal: {\(example)}`")
            return nil
        }
        let read = items.compactMap { item($0) }
        return read.count == items.count ? .order(read) : nil
    }

    private var entryExample: String { "\(cast?.names.first ?? "alice"): {callingState: inCall}" }

    // MARK: One entry and its count

    private mutating func counted(_ main: YAMLNode.Pair) -> JournalExpectation? {
        guard let pair = only(main.value) else { return nil }
        guard pair.name != "packet" else {
            report("one packet is not expected with `journal`", at: Place(pair.key), suggestion: "write `- packets: …`")
            return nil
        }
        let count = pair.value["count"].map { self.count($0) } ?? .atLeast(.integer(1))
        guard let entry = entry(pair, besides: ["count"]), let count else { return nil }
        return .count(entry.filter, count, at: Place(main.key))
    }

    /// The one pair of an entry.
    private mutating func only(_ node: YAMLNode) -> YAMLNode.Pair? {
        if let pair = node.pairs?.first, node.pairs?.count == 1 { return pair }
        let example = entryExample
        let isOfKind = node["kind"]?.scalar != nil
        report(
            isOfKind ? "`journal` has no key `kind`" : "an entry is one name with what happens there", at: Place(node),
            suggestion: "write it like `\(isOfKind ? "journal: {\(example)}" : "- \(example)")`")
        return nil
    }

    // MARK: An order

    private mutating func item(_ node: YAMLNode) -> JournalItem? {
        guard let pair = only(node) else { return nil }
        guard pair.name != "packet" else { return packetItem(pair) }
        return entry(pair).map { JournalItem(subject: .entry($0.filter), text: $0.text, place: Place(pair.key)) }
    }

    private mutating func packetItem(_ pair: YAMLNode.Pair) -> JournalItem? {
        let example = "packet: {event: call.accepted, to: \(cast?.names.first ?? "alice")}"
        guard let pairs = pairs(pair.value, what: "`packet`", example: example) else { return nil }
        if pairs.isEmpty {
            report("`packet` asks for nothing", at: Place(pair.value), suggestion: "write it like `\(example)`")
        }
        let known = problems.all.count
        let filter = filter(fields(pairs, of: .packet(vocabulary.packetFields), at: Place(pair.value.start)))
        guard problems.all.count == known else { return nil }
        return JournalItem(subject: .packet(filter), text: "packet with \(filter)", place: Place(pair.key))
    }

    // MARK: An entry

    /// A participant, a server or the network with one thing that happens there.
    private mutating func entry(
        _ pair: YAMLNode.Pair, besides: [String] = []
    ) -> (filter: EntryFilter, text: String)? {
        guard let who = subject(pair.key), let pairs = pairs(pair.value, what: "an entry", example: entryExample),
            let (pattern, main) = pattern(pairs, of: pair.key)
        else { return nil }
        let known = problems.all.count
        let type = pattern.isOfCommands ? .word(commandNames) : pattern.type
        let what = comparison(main.value, of: type, what: pattern.name)
        var call: Comparison?
        var tests: [EntryFilter.Test] = []
        for other in pairs where other.name != main.name && !besides.contains(other.name) {
            if other.name == "call", pattern.hasCall {
                call = comparison(other.value, of: .call, what: "call")
            } else {
                tests += self.tests(other, beside: pattern, besides)
            }
        }
        guard let what, problems.all.count == known else { return nil }
        let defaults = pattern.defaults.filter { test in !tests.contains { $0.field == test.field } }
        let filter = EntryFilter(pattern.kind.name, pattern.tests(who, what, call) + defaults + tests)
        let place = who == .equal(.none) ? "network" : "\(who)"
        let rest = [call.map { "of \($0)" }].compactMap(\.self) + tests.map(\.description)
        return (filter, (["\(place): \(pattern.name) \(what)"] + rest).joined(separator: " "))
    }

    /// The one key of an entry that names a pattern.
    private mutating func pattern(
        _ pairs: [YAMLNode.Pair], of key: YAMLNode
    ) -> (EventPattern, YAMLNode.Pair)? {
        let isServer = cast.map { $0.byName[key.scalar?.text ?? ""] == nil } ?? false
        let possible = vocabulary.eventPatterns.filter { !isServer || $0.isOfServers }
        let example = entryExample
        let mains = pairs.filter { vocabulary.eventPattern($0.name) != nil }
        if mains.isEmpty, let first = pairs.first, first.name != "call" {
            report(
                "\(first.name.quoted) is nothing that happens to a \(isServer ? "server" : "participant")",
                at: Place(first.key), suggestion: Spelling.suggestion(for: first.name, in: possible.map(\.name)))
            return nil
        }
        guard let main = mains.first, let pattern = vocabulary.eventPattern(main.name), mains.count == 1 else {
            report(
                "an entry is one thing that happens", at: Place(mains.last?.key ?? key),
                suggestion: "write each on a line of its own, like `- \(example)`")
            return nil
        }
        guard pattern.isOfServers || !isServer else {
            report(
                "`\(pattern.name)` is nothing that happens to a server", at: Place(main.key),
                suggestion: "it can be \(Spelling.list(possible.map(\.name), joinedBy: "or"))")
            return nil
        }
        return (pattern, main)
    }

    /// The tests of a key beside the pattern's own.
    private mutating func tests(
        _ pair: YAMLNode.Pair, beside pattern: EventPattern, _ besides: [String]
    ) -> [EntryFilter.Test] {
        if pair.name == "time" {
            return comparison(pair.value, of: .date, what: "time").map { [.init("time", $0)] } ?? []
        }
        guard let field = pattern.fields.first(where: { $0.name == pair.name }) else {
            let known = pattern.fields.map(\.name) + (pattern.hasCall ? ["call"] : []) + ["time"] + besides
            reportUnknownKey(pair, of: "`\(pattern.name)`", known: known)
            return []
        }
        guard field.values == .attributes else {
            let type = type(of: field, in: pattern.kind)
            return comparison(pair.value, of: type, what: field.name).map { [.init(field.name, $0)] } ?? []
        }
        let example = "\(field.name): {cid: default:standup}"
        let inner = pairs(pair.value, what: "`\(field.name)`", example: example) ?? []
        return inner.compactMap { entry in
            comparison(entry.value, of: .anything, what: entry.name).map { .init(field.name, key: entry.name, $0) }
        }
    }

    /// The type of a field's values; words where the language has them.
    private func type(of field: JournalField, in kind: JournalKind) -> ValueType {
        switch (kind.name, field.name) {
        case ("returned", "name"): .word(commandNames)
        case ("returned", "error"): .error
        default: field.values.type
        }
    }

    /// One participant or server, or the network as a whole.
    private mutating func subject(_ key: YAMLNode) -> Comparison? {
        let name = key.scalar?.text ?? ""
        guard let cast else { return .equal(.text(name)) }
        if name == "network" { return .equal(.none) }
        let servers = cast.servers + cast.edges + ["backend"]
        if cast.byName[name] != nil || servers.contains(name) { return .equal(.text(name)) }
        let isGroup = cast.participants(name) != nil || name.contains(",")
        report(
            isGroup ? "an entry is about one participant" : "\(name.quoted) is neither a participant nor a server",
            at: Place(key),
            suggestion: isGroup
                ? "write a line for each" : Spelling.suggestion(for: name, in: cast.names + servers + ["packet", "network"]))
        return nil
    }

    /// The commands that can be named.
    private var commandNames: Words { Words("command", vocabulary.commands.map(\.name)) }
}

extension JournalField.Values {
    /// The language's type of these values.
    package var type: ValueType {
        switch self {
        case .name, .text, .address: .text
        case .number: .number
        case .instant: .date
        case .words(let words): .word(Words("word for this", words))
        case .value, .attributes: .anything
        }
    }
}
