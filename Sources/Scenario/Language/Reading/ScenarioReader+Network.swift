import YAML

extension ScenarioReader {
    mutating func settings(_ node: YAMLNode) -> ScenarioSettings {
        let example = "settings: {autoCancelTimeout: 30s}"
        guard let pairs = pairs(node, what: "`settings`", example: example) else { return ScenarioSettings() }
        let fields = fields(pairs, of: .settings, at: Place(node.start))
        return ScenarioSettings(
            autoCancelTimeout: fields["autoCancelTimeout"].flatMap { duration($0) },
            incomingCallTimeout: fields["incomingCallTimeout"].flatMap { duration($0) },
            missedCallTimeout: fields["missedCallTimeout"].flatMap { duration($0) },
            interceptorLimit: fields["interceptorLimit"].flatMap { duration($0) })
    }

    /// Conditions for everyone, and below the names of participants, for them.
    mutating func network(_ node: YAMLNode) -> [NetworkChange] {
        let example = "network: {latency: 20ms, loss: 1%}"
        guard let pairs = pairs(node, what: "`network`", example: example) else { return [] }
        let own = pairs.filter { Keys.conditions.contains($0.name) }
        var changes = conditions(own, of: cast?.names ?? [])
        for pair in pairs where !Keys.conditions.contains(pair.name) {
            let names = networkSubject(pair.key)
            // Who misspelt a condition wrote no mapping; nothing more is wrong with that.
            guard names != nil || pair.value.pairs != nil else { continue }
            let example = "\(pair.name): {loss: 10%}"
            guard let inner = self.pairs(pair.value, what: "what a participant's way is like", example: example) else {
                continue
            }
            for unknown in inner where !Keys.conditions.contains(unknown.name) {
                reportUnknownKey(unknown, of: "`network` of a participant", known: Keys.conditions.names)
            }
            changes += conditions(inner, of: names ?? [])
        }
        if pairs.isEmpty {
            report("`network` changes nothing", at: Place(node), suggestion: "write it like `\(example)`")
        }
        return changes
    }

    private mutating func networkSubject(_ key: YAMLNode) -> [String]? {
        guard let text = key.scalar?.text, let cast else { return nil }
        guard text.contains(",") || cast.participants(text) != nil else {
            report(
                "\(text.quoted) is neither a condition of the network nor a participant", at: Place(key),
                suggestion: Spelling.suggestion(for: text, in: Keys.conditions.names + cast.participantWords))
            return nil
        }
        return participants(named: text, in: key)
    }

    private mutating func conditions(_ pairs: [YAMLNode.Pair], of names: [String]) -> [NetworkChange] {
        var changes: [NetworkChange] = []
        if let both = change(pairs, of: names, direction: .both) { changes.append(both) }
        for pair in pairs {
            guard let direction = NetworkChange.Direction(rawValue: pair.name), direction != .both else { continue }
            let example = "\(pair.name): {loss: 10%}"
            guard let inner = self.pairs(pair.value, what: "`\(pair.name)`", example: example) else { continue }
            let known = Keys.conditions.names.filter { NetworkChange.Direction(rawValue: $0) == nil }
            for unknown in inner where !known.contains(unknown.name) {
                reportUnknownKey(unknown, of: "`\(pair.name)`", known: known)
            }
            if let change = change(inner, of: names, direction: direction) { changes.append(change) }
        }
        return changes
    }

    private mutating func change(
        _ pairs: [YAMLNode.Pair], of names: [String], direction: NetworkChange.Direction
    ) -> NetworkChange? {
        var change = NetworkChange(participants: names, direction: direction)
        for pair in pairs {
            switch pair.name {
            case "latency": change.latency = duration(pair.value)
            case "jitter": change.jitter = duration(pair.value)
            case "loss": change.loss = share(pair.value)
            default: continue
            }
        }
        let isChange = change.latency != nil || change.jitter != nil || change.loss != nil
        return isChange ? change : nil
    }
}
