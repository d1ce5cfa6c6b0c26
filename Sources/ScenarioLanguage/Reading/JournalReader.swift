import Journal
import YAML

/// Reads expectations on the journal.
struct JournalReader: NodeReader {
    let reading: FileReading

    /// Returns an expectation on the journal: one entry with its count, or a list in order.
    func read(_ main: YAMLNode.Pair) -> JournalExpectation? {
        if main.value.pairs != nil { return counted(main) }
        guard let items = main.value.items, items.count > 1 else {
            report(
                "`journal` is one entry, or a list of at least two in order", at: Place(main.value),
                suggestion: "write it like `journal: {\(entryExample)}`")
            return nil
        }
        let read = items.compactMap { item($0) }
        return read.count == items.count ? .order(read) : nil
    }

    private var entryExample: String { "\(anyName): {callingState: inCall}" }

    // MARK: One entry and its count

    private func counted(_ main: YAMLNode.Pair) -> JournalExpectation? {
        guard let pair = only(main.value) else { return nil }
        guard pair.name != "packet" else {
            report("one packet is not expected with `journal`", at: Place(pair.key), suggestion: "write `- packets: …`")
            return nil
        }
        let count = pair.value["count"].map { comparisons.count($0) } ?? .atLeast(.integer(1))
        guard let entry = entry(pair, others: ["count"]), let count else { return nil }
        return .count(entry.filter, count, at: Place(main.key))
    }

    /// Returns the only pair of an entry.
    private func only(_ node: YAMLNode) -> YAMLNode.Pair? {
        if let pair = node.pairs?.first, node.pairs?.count == 1 { return pair }
        let isOfKind = node["kind"]?.scalar != nil
        report(
            isOfKind ? "`journal` has no key `kind`" : "an entry is one name with what happens there", at: Place(node),
            suggestion: "write it like `\(isOfKind ? "journal: {\(entryExample)}" : "- \(entryExample)")`")
        return nil
    }

    // MARK: An order

    private func item(_ node: YAMLNode) -> JournalItem? {
        guard let pair = only(node) else { return nil }
        guard pair.name != "packet" else { return packetItem(pair) }
        return entry(pair).map { JournalItem(subject: .entry($0.filter), text: $0.text, place: Place(pair.key)) }
    }

    private func packetItem(_ pair: YAMLNode.Pair) -> JournalItem? {
        let example = "packet: {event: call.accepted, to: \(anyName)}"
        let filter = ifSound {
            pairs(pair.value, of: "packet", isEmpty: "asks for nothing", example: example).map {
                packetFilters.filter(fields($0, of: .packet(vocabulary.packetFields), at: Place(pair.value.start)))
            }
        }
        guard let filter else { return nil }
        return JournalItem(subject: .packet(filter), text: "packet with \(filter)", place: Place(pair.key))
    }

    // MARK: An entry

    /// Returns a participant, a server or the network with one event.
    ///
    /// - Parameter others: The allowed keys besides those of an entry.
    private func entry(_ pair: YAMLNode.Pair, others: [String] = []) -> (filter: EntryFilter, text: String)? {
        guard let who = subject(pair.key), let pairs = pairs(pair.value, what: "an entry", example: entryExample),
            let (pattern, main) = pattern(pairs, of: pair.key)
        else { return nil }
        return ifSound { entry(pattern, main, at: who, beside: pairs, others) }
    }

    private func entry(
        _ pattern: EventPattern, _ main: YAMLNode.Pair, at who: Comparison, beside pairs: [YAMLNode.Pair],
        _ others: [String]
    ) -> (filter: EntryFilter, text: String)? {
        let type = pattern.isOfCommands ? .word(commandNames) : pattern.type
        let what = comparisons.readOnce(main.value, of: type, what: pattern.name)
        var call: Comparison?
        var tests: [EntryFilter.Test] = []
        for other in pairs where other.name != main.name && !others.contains(other.name) {
            if other.name == "call", pattern.hasCall {
                call = comparisons.readOnce(other.value, of: .call, what: "call")
            } else {
                tests += self.tests(other, beside: pattern, others)
            }
        }
        guard let what else { return nil }
        let defaults = pattern.defaults.filter { test in !tests.contains { $0.field == test.field } }
        let filter = EntryFilter(pattern.kind.name, pattern.tests(who, what, call) + defaults + tests)
        let place = who == .equal(.none) ? "network" : "\(who)"
        let rest = [call.map { "of \($0)" }].compactMap(\.self) + tests.map(\.description)
        return (filter, (["\(place): \(pattern.name) \(what)"] + rest).joined(separator: " "))
    }

    /// Returns the only key of an entry that names a pattern.
    private func pattern(_ pairs: [YAMLNode.Pair], of key: YAMLNode) -> (EventPattern, YAMLNode.Pair)? {
        let isServer = cast.map { $0.byName[key.scalar?.text ?? ""] == nil } ?? false
        let possible = vocabulary.eventPatterns.filter { !isServer || $0.isOfServers }
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
                suggestion: "write each on a line of its own, like `- \(entryExample)`")
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

    /// Returns the tests of a key beside the pattern's own.
    private func tests(
        _ pair: YAMLNode.Pair, beside pattern: EventPattern, _ others: [String]
    ) -> [EntryFilter.Test] {
        if pair.name == "time" {
            return comparisons.readOnce(pair.value, of: .date, what: "time").map { [.init("time", $0)] } ?? []
        }
        guard let field = pattern.fields.first(where: { $0.name == pair.name }) else {
            let known = pattern.fields.map(\.name) + (pattern.hasCall ? ["call"] : []) + ["time"] + others
            reportUnknownKey(pair, of: "`\(pattern.name)`", known: known)
            return []
        }
        guard field.values == .attributes else {
            let type = type(of: field, beside: pattern)
            return comparisons.readOnce(pair.value, of: type, what: field.name).map { [.init(field.name, $0)] } ?? []
        }
        let example = "\(field.name): {cid: default:standup}"
        let inner = pairs(pair.value, what: "`\(field.name)`", example: example) ?? []
        return inner.compactMap { entry in
            comparisons.readOnce(entry.value, of: .anything, what: entry.name).map {
                .init(field.name, key: entry.name, $0)
            }
        }
    }

    /// Returns the type of a field's values; words where the language defines them.
    private func type(of field: JournalField, beside pattern: EventPattern) -> ValueType {
        switch (pattern.kind.name, field.name) {
        case ("state", "from"): pattern.type
        case ("returned", "name"): .word(commandNames)
        case ("returned", "error"): .error
        default: field.values.type
        }
    }

    /// Returns one participant or server, or the whole network.
    private func subject(_ key: YAMLNode) -> Comparison? {
        let name = key.scalar?.text ?? ""
        guard let cast else { return .equal(.text(name)) }
        if name == "network" { return .equal(.none) }
        let servers = cast.servers + cast.edges + cast.programs + ["backend"]
        if cast.byName[name] != nil || servers.contains(name) { return .equal(.text(name)) }
        let isGroup = cast.participants(name) != nil || name.contains(",")
        report(
            isGroup ? "an entry is about one participant" : "\(name.quoted) is neither a participant nor a server",
            at: Place(key),
            suggestion: isGroup
                ? "write a line for each"
                : suggestion(forHost: name, in: cast.names + servers + ["packet", "network"]))
        return nil
    }

    /// The names of commands.
    private var commandNames: Words { Words("command", vocabulary.commands.map(\.name)) }
}

extension JournalField.Values {
    /// The language's type of these values.
    package var type: ValueType {
        switch self {
        case .name, .text, .address: .text
        case .number: .count
        case .instant: .date
        case .words(let words): .word(Words("word for this", words))
        case .value, .attributes: .anything
        }
    }
}
