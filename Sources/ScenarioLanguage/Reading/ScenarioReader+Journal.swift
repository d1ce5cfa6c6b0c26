import Journal
import YAML

extension ScenarioReader {
    /// What is said of entries of the journal.
    mutating func journal(_ main: YAMLNode.Pair) -> JournalExpectation? {
        let example = "journal: {kind: notification, participant: \(cast?.names.first ?? "alice"), count: 1}"
        guard let pairs = pairs(main.value, what: "`journal`", example: example) else { return nil }
        guard let first = pairs.first(where: { $0.name == "kind" }) else {
            report(
                "`journal` needs `kind`, the kind of the entries", at: Place(main.key),
                suggestion: "write it like `\(example)`")
            return nil
        }
        guard let kind = entryKind(first.value) else { return nil }
        var filter = EntryFilter(kind.name)
        var count = Comparison.atLeast(.integer(1))
        for pair in pairs where pair.name != "kind" {
            if pair.name == "count" {
                if let number = self.count(pair.value) { count = number }
            } else {
                filter.tests += tests(pair, of: kind)
            }
        }
        return JournalExpectation(filter: filter, count: count, place: Place(main.key))
    }

    private mutating func entryKind(_ node: YAMLNode) -> JournalKind? {
        let text = node.scalar?.text ?? ""
        if text == "datagram" || text == "datagrams" {
            report(
                "datagrams are not asked for with `journal`", at: Place(node), suggestion: "write `- packets: …`")
            return nil
        }
        return word(node, of: Words("kind of entry", EntryFilter.kinds.map(\.name))).flatMap { JournalKind.named($0) }
    }

    private mutating func tests(_ pair: YAMLNode.Pair, of kind: JournalKind) -> [EntryFilter.Test] {
        if pair.name == "time" {
            return comparison(pair.value, of: .date, what: "time").map { [.init("time", $0)] } ?? []
        }
        guard let field = kind.field(pair.name) else {
            reportUnknownKey(
                pair, of: "an entry of kind `\(kind.name)`", known: kind.fields.map(\.name) + ["time", "count"])
            return []
        }
        guard field.values == .attributes else {
            let type = type(of: field, in: kind)
            guard let comparison = comparison(pair.value, of: type, what: field.name) else { return [] }
            checkProperty(comparison, pair.value, field, kind)
            return [.init(field.name, comparison)]
        }
        let example = "\(field.name): {cid: default:standup}"
        let inner = pairs(pair.value, what: "`\(field.name)`", example: example) ?? []
        return inner.compactMap { entry in
            comparison(entry.value, of: .anything, what: entry.name).map { .init(field.name, key: entry.name, $0) }
        }
    }

    /// What a field's values are, as far as the language knows the words for them.
    private func type(of field: JournalField, in kind: JournalKind) -> ValueType {
        switch (kind.name, field.name) {
        case ("event", "type"): return .word(vocabulary.words.events)
        case ("notification", "name"): return .word(.notifications)
        case ("call", "name"), ("returned", "name"): return .word(commandNames)
        case ("returned", "error"): return .error
        default: return field.values.type(names: journalNames)
        }
    }

    /// Those who can be named in the journal; nil while nothing certain is known.
    var journalNames: Words? {
        cast.map { Words("participant or server", $0.names + Cast.servers + $0.edges + ["backend"]) }
    }

    /// A property that the journal does not keep never changes in it.
    private mutating func checkProperty(
        _ comparison: Comparison, _ node: YAMLNode, _ field: JournalField, _ kind: JournalKind
    ) {
        guard kind.name == "state", field.name == "property", case .equal(.text(let text)) = comparison else { return }
        let known = vocabulary.journaledProperties
        guard !known.contains(text), !text.hasPrefix("stage ") else { return }
        report(
            "the journal keeps no property \(text.quoted)", at: Place(node),
            suggestion: Spelling.suggestion(for: text, in: known + ["stage default:standup"]))
    }

    /// The commands that can be named.
    var commandNames: Words { Words("command", vocabulary.commands.map(\.name)) }
}

extension JournalField.Values {
    /// The type of the language that has these values.
    func type(names: Words?) -> ValueType {
        switch self {
        case .name: names.map { .word($0) } ?? .text
        case .text, .address: .text
        case .number: .number
        case .instant: .date
        case .words(let words): .word(Words(Words.unnamed, words))
        case .value, .attributes: .anything
        }
    }
}

extension Words {
    /// What words are of which nothing more is known than that they are possible in one place.
    static let unnamed = "word for this"
}
