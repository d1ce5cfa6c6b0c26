import YAML

extension ScenarioReader {
    /// A mapping from properties to what is asked of them.
    mutating func expectations(_ node: YAMLNode, owner: String) -> [Expectation] {
        let example = "\(owner): {\(cast?.names.first ?? "alice").callingState: inCall}"
        guard let pairs = pairs(node, what: "`\(owner)`", example: example) else { return [] }
        if pairs.isEmpty {
            report("`\(owner)` asks for nothing", at: Place(node), suggestion: "write it like `\(example)`")
        }
        return pairs.compactMap { expectation($0) }
    }

    private mutating func expectation(_ pair: YAMLNode.Pair) -> Expectation? {
        let text = pair.name
        guard let dot = text.firstIndex(of: ".") else {
            reportNoPath(pair.key)
            return nil
        }
        if let cast, cast.servers.contains(String(text[..<dot])) { return serverExpectation(pair, dot) }
        let participants = participants(named: text[..<dot], in: pair.key)
        let path = String(text[text.index(after: dot)...])
        let offset = text[...dot].unicodeScalars.count
        guard let property = property(path, after: offset, in: pair.key) else { return nil }
        if let participants { checkOwners(participants, of: path, at: Place(pair.key)) }
        let comparison = comparison(pair.value, of: property.type, what: text)
        guard let participants, let comparison else { return nil }
        return Expectation(
            participants: participants, property: property, comparison: comparison, place: Place(pair.key), key: text)
    }

    private mutating func reportNoPath(_ key: YAMLNode) {
        let text = key.scalar?.text ?? ""
        let who = cast?.names.first ?? "alice"
        let isSomebody = cast?.participants(text) != nil
        let near = Spelling.nearest(to: text, in: vocabulary.propertyNames)
        let property = vocabulary.property(text) != nil ? text : near ?? "callingState"
        report(
            "\(text.quoted) does not name a participant and one of its properties", at: Place(key),
            suggestion: "write it like `\(isSomebody ? text : who).\(property)`")
    }

    /// The property that the rest of a path, behind the participant, names.
    private mutating func property(_ path: String, after offset: Int, in node: YAMLNode) -> Property? {
        if let property = vocabulary.property(path) { return .named(property) }
        let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let family = parts.first, let rest = parts.last, parts.count == 2, !rest.isEmpty else {
            reportNoProperty(path, at: place(of: path, after: offset, in: node))
            return nil
        }
        let restOffset = offset + family.unicodeScalars.count + 1
        let place = place(of: rest, after: restOffset, in: node)
        switch family {
        case "custom": return .custom(rest)
        case "mediaRefusals": return word(rest, of: vocabulary.words.mediaRefusals, at: place).map { .refusals($0) }
        case "events": return word(rest, of: vocabulary.words.events, at: place).map { .events($0) }
        case "notifications": return word(rest, of: .notifications, at: place).map { .notifications($0) }
        case "participants": return participantProperty(rest, after: restOffset, in: node)
        case "members": return memberProperty(rest, after: restOffset, in: node)
        default:
            reportNoProperty(path, at: self.place(of: path, after: offset, in: node))
            return nil
        }
    }

    private mutating func participantProperty(_ rest: String, after offset: Int, in node: YAMLNode) -> Property? {
        let words = Words("property of a participant in a call", vocabulary.participantProperties.map(\.name))
        guard let (name, word) = nameAndWord(rest, of: words, after: offset, in: node) else { return nil }
        return vocabulary.participantProperties.first { $0.name == word }.map { .participant(name, $0) }
    }

    private mutating func memberProperty(_ rest: String, after offset: Int, in node: YAMLNode) -> Property? {
        let words = Words("property of a member of a call", vocabulary.memberProperties.map(\.name))
        guard let (name, word) = nameAndWord(rest, of: words, after: offset, in: node) else { return nil }
        return vocabulary.memberProperties.first { $0.name == word }.map { .member(name, $0) }
    }

    /// A participant's name, and behind a dot one of some words.
    private mutating func nameAndWord(
        _ rest: String, of words: Words, after offset: Int, in node: YAMLNode
    ) -> (name: String, word: String)? {
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? ""
        if let cast, cast.byName[name] == nil {
            let suggestion = Spelling.suggestion(for: name, in: cast.names)
            let place = place(of: name, after: offset, in: node)
            report("there is no participant \(name.quoted)", at: place, suggestion: suggestion)
            return nil
        }
        let last = parts.count == 2 ? parts[1] : ""
        let place = place(of: last, after: offset + name.unicodeScalars.count + 1, in: node)
        return word(last, of: words, at: place).map { (name, $0) }
    }

    mutating func word(_ text: String, of words: Words, at place: Place) -> String? {
        if words.all.contains(text) { return text }
        report(
            "\(text.quoted) is no \(words.kind)", at: place, suggestion: Spelling.suggestion(for: text, in: words.all))
        return nil
    }

    private mutating func reportNoProperty(_ path: String, at place: Place) {
        let families = ["custom.…", "events.…", "notifications.…", "participants.…", "members.…", "mediaRefusals.…"]
        let all = vocabulary.propertyNames + families
        let last = all.filter { $0.hasSuffix(".\(path)") }
        report(
            "a participant has no property \(path.quoted)", at: place,
            suggestion: last.first.map { "did you mean `\($0)`?" } ?? Spelling.suggestion(for: path, in: all))
    }
}
