import YAML

extension ScenarioReader {
    mutating func settings(_ node: YAMLNode) -> ScenarioSettings {
        let example = "settings: {autoCancelTimeout: 30s}"
        guard let pairs = pairs(node, what: "`settings`", example: example) else { return ScenarioSettings() }
        let fields = fields(pairs, of: .settings, at: Place(node.start))
        var settings = ScenarioSettings(
            autoCancelTimeout: fields["autoCancelTimeout"].flatMap { duration($0) },
            incomingCallTimeout: fields["incomingCallTimeout"].flatMap { duration($0) },
            missedCallTimeout: fields["missedCallTimeout"].flatMap { duration($0) },
            micDefaultOn: fields["micDefaultOn"].flatMap { boolean($0) },
            cameraDefaultOn: fields["cameraDefaultOn"].flatMap { boolean($0) },
            speakerDefaultOn: fields["speakerDefaultOn"].flatMap { boolean($0) },
            defaultDevice: fields["defaultDevice"].flatMap { word($0, of: .devices) },
            requestLimit: fields["requestLimit"].flatMap { number($0, in: Bounds.requestLimit) },
            interceptorLimit: fields["interceptorLimit"].flatMap { duration($0) },
            egressStart: fields["egressStart"].flatMap { duration($0) },
            egressFile: fields["egressFile"].flatMap { duration($0) },
            egressFrame: fields["egressFrame"].flatMap { duration($0) },
            membersOnly: fields["membersOnly"].flatMap { boolean($0) } ?? false)
        settings.journalLimit = fields["journalLimit"].flatMap { number($0, in: Bounds.journalLimit) }
        settings.rosterLimit = fields["rosterLimit"].flatMap { number($0, in: Bounds.rosterLimit) }
        settings.disconnectionTimeout = fields["disconnectionTimeout"].flatMap { duration($0) }
        settings.fastReconnectDeadline = fields["fastReconnectDeadline"].flatMap { duration($0) }
        if let count = fields["sfus"].flatMap({ number($0, in: Bounds.sfus) }) {
            settings.sfuCount = count
            cast?.sfuCount = count
        }
        return settings
    }

    /// Conditions for everyone, below the names of hosts for them, and what happens to whole ways and chosen packets.
    mutating func network(_ node: YAMLNode) -> [NetworkChange] {
        let example = "network: {latency: 20ms, loss: 1%}"
        guard let pairs = pairs(node, what: "`network`", example: example) else { return [] }
        let own = pairs.filter { Keys.conditions.contains($0.name) }
        var changes = links(own, of: cast?.names ?? [])
        for pair in pairs where !Keys.conditions.contains(pair.name) {
            if pair.name == "drop" {
                if let drop = drop(pair.value) { changes.append(drop) }
            } else if pair.name == "flap" {
                if let flap = flap(pair.value) { changes.append(flap) }
            } else if let kind = MoveChange.Kind(rawValue: pair.name) {
                if let who = participants(in: pair.value) {
                    changes.append(.move(MoveChange(participants: who, kind: kind)))
                }
            } else if let state = LinkCondition(state: pair.name) {
                changes.append(.link(LinkChange(hosts: subject(of: pair), direction: .both, conditions: [state])))
            } else {
                changes += host(pair)
            }
        }
        if pairs.isEmpty {
            report("`network` changes nothing", at: Place(node), suggestion: "write it like `\(example)`")
        }
        return changes
    }

    /// Whose ways are cut, healed and so on.
    private mutating func subject(of pair: YAMLNode.Pair) -> [String] {
        guard pair.value.pairs == nil else {
            report(
                "`\(pair.name)` names participants, and is not a mapping", at: Place(pair.value),
                suggestion: "to change one way alone, write it like `bob: {up: cut}`")
            return []
        }
        return hosts(in: pair.value) ?? []
    }

    /// What stands below the name of a host.
    private mutating func host(_ pair: YAMLNode.Pair) -> [NetworkChange] {
        let names = networkSubject(pair.key)
        // Who misspelt a condition wrote no mapping; nothing more is wrong with that.
        guard names != nil || pair.value.pairs != nil else { return [] }
        if let state = state(pair.value, of: Words.linkStates.all) {
            return state.map { [.link(LinkChange(hosts: names ?? [], direction: .both, conditions: [$0]))] } ?? []
        }
        let example = "\(pair.name): {loss: 10%}"
        guard let inner = pairs(pair.value, what: "what a participant's way is like", example: example) else {
            return []
        }
        for unknown in inner where !Keys.conditions.contains(unknown.name) {
            reportUnknownCondition(unknown, of: "`network` of a participant", known: Keys.conditions.names)
        }
        return links(inner, of: names ?? [])
    }

    private mutating func networkSubject(_ key: YAMLNode) -> [String]? {
        guard let text = key.scalar?.text, let cast else { return nil }
        guard text.contains(",") || cast.hosts(text) != nil else {
            let words = Keys.conditions.names + Keys.network.names + cast.participantWords + cast.servers
            report(
                "\(text.quoted) is neither a condition of the network nor a participant", at: Place(key),
                suggestion: Spelling.suggestion(for: text, in: words))
            return nil
        }
        return cast.hosts(text) ?? participants(named: text, in: key)
    }

    /// A word in the place of conditions. Nil when there is none; a nil in it when it is none of the words.
    mutating func state(_ node: YAMLNode, of words: [String]) -> LinkCondition?? {
        guard let text = node.scalar?.text, node.scalar?.isNull == false else { return nil }
        if words.contains(text) { return LinkCondition(state: text) }
        let advice = Spelling.nearest(to: text, in: words).map { "did you mean `\($0)`?" }
        report(
            "\(text.quoted) says nothing about a way", at: Place(node),
            suggestion: advice
                ?? "it can be \(Spelling.list(words, joinedBy: "or")), or conditions such as `{loss: 10%}`")
        return .some(nil)
    }

    mutating func reportUnknownCondition(_ pair: YAMLNode.Pair, of owner: String, known: [String]) {
        guard Keys.network.contains(pair.name) else { return reportUnknownKey(pair, of: owner, known: known) }
        let beside = ["drop": "`from` and `to`", "flap": "`who`"][pair.name]
        let advice =
            beside.map { "put `\(pair.name)` beside the names of participants, and them into its \($0)" }
            ?? "write it like `bob: \(pair.name)` or `\(pair.name): bob`"
        report("\(owner) has no key `\(pair.name)`", at: Place(pair.key), suggestion: advice)
    }
}

extension LinkCondition {
    /// What a word does to a way as a whole.
    fileprivate init?(state: String) {
        switch state {
        case "cut": self = .cut(true)
        case "heal": self = .cut(false)
        case "offline": self = .offline(true)
        case "online": self = .offline(false)
        default: return nil
        }
    }
}
