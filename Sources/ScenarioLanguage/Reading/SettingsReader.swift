import YAML

/// Reads the settings of a scenario.
struct SettingsReader: NodeReader {
    let reading: FileReading

    func read(_ node: YAMLNode) -> ScenarioSettings {
        let example = "settings: {autoCancelTimeout: 30s}"
        guard let pairs = pairs(node, what: "`settings`", example: example) else { return ScenarioSettings() }
        let fields = fields(pairs, of: .settings, at: Place(node.start))
        var settings = ScenarioSettings(
            autoCancelTimeout: fields["autoCancelTimeout"].flatMap { duration($0, inWhole: .milliseconds(1)) },
            incomingCallTimeout: fields["incomingCallTimeout"].flatMap { duration($0, inWhole: .milliseconds(1)) },
            missedCallTimeout: fields["missedCallTimeout"].flatMap { duration($0, inWhole: .milliseconds(1)) },
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
        settings.requiresProofs = fields["requireProof"].flatMap { boolean($0) } ?? false
        settings.journalLimit = fields["journalLimit"].flatMap { number($0, in: Bounds.journalLimit) }
        settings.order = fields["order"].flatMap(order) ?? .usual
        settings.rosterLimit = fields["rosterLimit"].flatMap { number($0, in: Bounds.rosterLimit) }
        settings.disconnectionTimeout = fields["disconnectionTimeout"].flatMap { duration($0) }
        settings.fastReconnectDeadline = fields["fastReconnectDeadline"].flatMap { duration($0, inWhole: .seconds(1)) }
        if let count = fields["sfus"].flatMap({ number($0, in: Bounds.sfus) }) {
            settings.sfuCount = count
            reading.cast?.sfuCount = count
        }
        return settings
    }

    /// Reads a seed, or values of single choices.
    private func order(_ node: YAMLNode) -> ServiceOrder? {
        guard node.pairs != nil else {
            let seed = number(node, in: Bounds.order).map { UInt64($0) }
            return seed.map { $0 == 0 ? .usual : .drawn(seed: $0) }
        }
        let pairs = pairs(node, of: "order", isEmpty: "has no choice", example: "order: {12: 1}") ?? []
        var values: [Int: Int] = [:]
        for pair in pairs {
            guard let choice = number(pair.key, in: Bounds.choice) else { continue }
            let value = number(pair.value, in: Bounds.choiceValue)
            if values.updateValue(value ?? 0, forKey: choice) != nil {
                report("the choice \(choice) appears twice", at: Place(pair.key), suggestion: "remove one of the two")
            }
        }
        return .chosen(values)
    }
}
