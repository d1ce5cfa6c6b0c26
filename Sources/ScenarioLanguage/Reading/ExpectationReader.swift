import YAML

/// Reads expectations on the properties of participants and servers.
struct ExpectationReader: NodeReader {
    let reading: FileReading

    /// Returns the expectations in a mapping of properties and comparisons.
    func read(_ node: YAMLNode, owner: String) -> [Expectation] {
        let example = "\(owner): {\(anyName).callingState: inCall}"
        let pairs = pairs(node, of: owner, isEmpty: "asks for nothing", example: example) ?? []
        return pairs.compactMap { expectation($0) }
    }

    private func expectation(_ pair: YAMLNode.Pair) -> Expectation? {
        let text = pair.name
        guard let dot = text.firstIndex(of: ".") else {
            reportNoPath(pair)
            return nil
        }
        if let cast, cast.servers.contains(String(text[..<dot])) { return serverExpectation(pair, dot) }
        let participants = participants(named: text[..<dot], in: pair.key)
        // An unknown SFU has no property of a participant either.
        guard participants != nil || !text.hasPrefix("sfu-") else { return nil }
        let path = String(text[text.index(after: dot)...])
        let offset = text[...dot].unicodeScalars.count
        guard let property = property(path, after: offset, in: pair.key) else { return nil }
        if let participants { checkOwners(participants, of: path, at: Place(pair.key)) }
        let comparison = comparisons.read(pair.value, of: property.type, what: text)
        guard let participants, let comparison else { return nil }
        return Expectation(
            participants: participants, property: property, comparison: comparison, place: Place(pair.key), key: text)
    }

    private func reportNoPath(_ pair: YAMLNode.Pair) {
        let key = pair.key
        let text = key.scalar?.text ?? ""
        // In braces a comma ends an entry, so `{alice, bob.callingState: idle}` has an entry `alice` without a value.
        guard pair.value.scalar?.isNull != true else {
            return report(
                "\(text.quoted) names no property and has no value", at: Place(key),
                suggestion: "put a key that has a comma in quotes, like `\"alice, bob.callingState\": idle`")
        }
        let name = cast?.participants(text) == nil ? anyName : text
        let near = Spelling.nearest(to: text, in: vocabulary.propertyNames)
        let property = vocabulary.property(text) != nil ? text : near ?? "callingState"
        report(
            "\(text.quoted) does not name a participant and one of its properties", at: Place(key),
            suggestion: "write it like `\(name).\(property)`")
    }

    /// Returns the property at the path after the participant.
    private func property(_ path: String, after offset: Int, in node: YAMLNode) -> Property? {
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

    private func participantProperty(_ rest: String, after offset: Int, in node: YAMLNode) -> Property? {
        let words = Words("property of a participant in a call", vocabulary.participantProperties.map(\.name))
        guard let (name, word) = nameAndWord(rest, of: words, after: offset, in: node) else { return nil }
        return vocabulary.participantProperties.first { $0.name == word }.map { .participant(name, $0) }
    }

    private func memberProperty(_ rest: String, after offset: Int, in node: YAMLNode) -> Property? {
        let words = Words("property of a member of a call", vocabulary.memberProperties.map(\.name))
        guard let (name, word) = nameAndWord(rest, of: words, after: offset, in: node) else { return nil }
        return vocabulary.memberProperties.first { $0.name == word }.map { .member(name, $0) }
    }

    /// Returns a participant's name and, after a dot, one of several words.
    private func nameAndWord(
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

    private func reportNoProperty(_ path: String, at place: Place) {
        let families = ["custom.…", "events.…", "notifications.…", "participants.…", "members.…", "mediaRefusals.…"]
        let all = vocabulary.propertyNames + families
        let last = all.filter { $0.hasSuffix(".\(path)") }
        report(
            "a participant has no property \(path.quoted)", at: place,
            suggestion: last.first.map { "did you mean `\($0)`?" } ?? Spelling.suggestion(for: path, in: all))
    }

    /// Reports a property of a registered kind that a participant does not have.
    private func checkOwners(_ owners: [String], of property: String, at place: Place) {
        guard vocabulary.isReported(property) else { return }
        for name in owners {
            let kind = cast?.byName[name]?.part.flatMap { vocabulary.kind($0.kind) }
            guard kind?.properties.contains(where: { $0.name == property }) != true else { continue }
            let able = vocabulary.kinds.filter { kind in kind.properties.contains { $0.name == property } }
            return report(
                "\(name.quoted) has no property \(property.quoted)", at: place,
                suggestion: "participants of the kind \(Spelling.list(able.map(\.name), joinedBy: "or")) have it")
        }
    }

    // MARK: Servers

    /// Returns an expectation on a server, such as `sfu.drops.wrongIntegrity: 2`.
    private func serverExpectation(_ pair: YAMLNode.Pair, _ dot: String.Index) -> Expectation? {
        let text = pair.name
        let server = String(text[..<dot])
        let path = String(text[text.index(after: dot)...])
        let offset = text[...dot].unicodeScalars.count
        guard let property = serverProperty(path, of: server, after: offset, in: pair.key),
            let comparison = comparisons.read(pair.value, of: property.type, what: text)
        else { return nil }
        return Expectation(
            participants: [server], property: property, comparison: comparison, place: Place(pair.key), key: text)
    }

    private func serverProperty(
        _ path: String, of server: String, after offset: Int, in node: YAMLNode
    ) -> Property? {
        if let property = vocabulary.serverProperty(path, of: server) { return .server(property) }
        if path.hasPrefix("drops.") {
            let reason = String(path.dropFirst("drops.".count))
            let place = place(of: reason, after: offset + "drops.".unicodeScalars.count, in: node)
            return word(reason, of: vocabulary.words.drops, at: place).map { .drops($0) }
        }
        let kind = Cast.kind(ofServer: server)
        let words = vocabulary.serverProperties.filter { $0.server == kind }.map(\.name) + ["drops.…"]
        report(
            "\(server) has no property \(path.quoted)", at: place(of: path, after: offset, in: node),
            suggestion: Spelling.suggestion(for: path, in: words))
        return nil
    }
}
