import YAML

/// The cast while it is being read.
private struct CastDraft {
    var cast = Cast()
    /// Where each name of a participant or group stands.
    var places: [String: Place] = [:]
    var isFull = false
}

extension ScenarioReader {
    /// Reads who takes part; from then on names are checked.
    mutating func participants(_ node: YAMLNode) -> [ParticipantSpec] {
        var draft = CastDraft()
        switch node.content {
        case .sequence(let items):
            for item in items {
                guard let name = participantName(item) else { continue }
                add(ParticipantSpec(name: name, place: Place(item)), to: &draft)
            }
        case .mapping(let pairs):
            for pair in pairs { participant(pair, to: &draft) }
        case .scalar:
            report(
                "`participants` is a list or a mapping, not \(node.kind)", at: Place(node),
                suggestion: "write it like `[alice, bob]`")
            return []
        }
        guard !draft.cast.names.isEmpty else {
            let isEmpty = node.items?.isEmpty ?? node.pairs?.isEmpty ?? false
            if isEmpty { report("a scenario needs at least one participant", at: Place(node)) }
            return []
        }
        cast = draft.cast
        return draft.cast.names.compactMap { draft.cast.byName[$0] }
    }

    private mutating func participant(_ pair: YAMLNode.Pair, to draft: inout CastDraft) {
        guard let name = participantName(pair.key) else { return }
        var spec = ParticipantSpec(name: name, place: Place(pair.key))
        guard pair.value.scalar?.isNull != true else { return add(spec, to: &draft) }
        let example = "\(name): {interceptor: hang}"
        guard let pairs = pairs(pair.value, what: "a participant", example: example) else {
            return add(spec, to: &draft)
        }
        let fields = fields(pairs, of: .participant, at: Place(pair.key))
        fill(&spec, from: fields)
        let kind = fields["kind"].flatMap { self.kind($0) }
        spec.kind = kind.flatMap { .init(rawValue: $0) } ?? .regular
        spec.part = part(kind, with: fields["with"], at: pair.key)
        if let node = fields["driver"] { spec.driver = driver(node, of: spec) }
        guard let count = fields["count"] else { return add(spec, to: &draft) }
        addGroup(of: spec, count: number(count, in: 1...limits.participants) ?? 1, to: &draft)
    }

    private mutating func fill(_ spec: inout ParticipantSpec, from fields: [String: YAMLNode]) {
        spec.user = fields["user"].flatMap { identifier($0, kind: "a user") } ?? spec.user
        spec.displayName = fields["displayName"].flatMap { line($0, kind: "a name") }
        spec.role = fields["role"].flatMap { identifier($0, kind: "a role") } ?? spec.role
        spec.source = fields["source"].flatMap { word($0, of: vocabulary.words.sources) } ?? spec.source
        spec.interceptor = fields["interceptor"].flatMap { interceptor($0) }
        spec.interceptorLimit = fields["interceptorLimit"].flatMap { duration($0) }
        spec.disconnectionTimeout = fields["disconnectionTimeout"].flatMap { duration($0) }
        spec.rejectCallWhenBusy = fields["rejectCallWhenBusy"].flatMap { boolean($0) } ?? false
        spec.autoLeave = fields["autoLeave"].flatMap { boolean($0) } ?? false
        spec.leavesWhenLiveEnds = fields["leavesWhenLiveEnds"].flatMap { boolean($0) } ?? false
        spec.connected = fields["connected"].flatMap { boolean($0) } ?? true
        if let node = fields["media"] { spec.media = media(node) }
        if let node = fields["speaks"] { spec.media.sources.speech = speech(node) }
        spec.tokenLifetime = fields["tokenLifetime"].flatMap { duration($0) } ?? spec.tokenLifetime
        spec.token = fields["token"].flatMap { word($0, of: .tokens) }.flatMap { .init(rawValue: $0) } ?? .valid
    }

    private mutating func addGroup(of spec: ParticipantSpec, count: Int, to draft: inout CastDraft) {
        guard isNew(spec.name, at: spec.place, in: &draft) else { return }
        let isOneUser = spec.user != spec.name
        let names = (1...count).map { "\(spec.name)\($0)" }
        for name in names where !draft.isFull {
            var member = spec
            member.name = name
            member.user = isOneUser ? spec.user : name
            add(member, to: &draft)
        }
        draft.cast.addGroup(spec.name, members: names)
    }

    private mutating func add(_ spec: ParticipantSpec, to draft: inout CastDraft) {
        guard !draft.isFull, isNew(spec.name, at: spec.place, in: &draft) else { return }
        let most = limits.participants
        guard draft.cast.names.count < most else {
            draft.isFull = true
            return report("a scenario can have at most \(most) participants", at: spec.place)
        }
        var spec = spec
        if spec.kind == .guest, !spec.user.hasPrefix("guest-") { spec.user = "guest-" + spec.user }
        draft.cast.add(spec)
    }

    private mutating func isNew(_ name: String, at place: Place, in draft: inout CastDraft) -> Bool {
        guard let first = draft.places.updateValue(place, forKey: name) else { return true }
        report(
            "there are two participants called \(name.quoted)", at: place, suggestion: "give one of them another name",
            related: [(first, "the first one is here")])
        return false
    }

    private mutating func participantName(_ node: YAMLNode) -> String? {
        guard let text = scalar(node, expecting: "the name of a participant")?.text else { return nil }
        guard !Cast.reserved.contains(text) else {
            report(
                "a participant cannot be called \(text.quoted), which means something else", at: Place(node),
                suggestion: "give it another name")
            return nil
        }
        let starts = text.unicodeScalars.first.map { $0.isLetterOrDigit && !("0"..."9").contains($0) } ?? false
        let fits = text.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0 == "-" || $0 == "_" }
        guard starts, fits, text.utf8.count <= 64 else {
            report(
                "a participant cannot be called \(text.quoted)", at: Place(node),
                suggestion: "use at most 64 letters, digits, `-` and `_`, and start with a letter")
            return nil
        }
        return text
    }

    /// A whole number within bounds.
    mutating func number(_ node: YAMLNode, in bounds: ClosedRange<Int>) -> Int? {
        guard let scalar = scalar(node, expecting: "a number") else { return nil }
        if let number = scalar.integer.flatMap({ Int(exactly: $0) }), bounds.contains(number) { return number }
        report(
            "\(scalar.text.quoted) is no whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
            at: Place(node))
        return nil
    }
}

extension ScenarioReader {
    /// An interceptor: a word, or a mapping that lets it sleep before.
    mutating func interceptor(_ node: YAMLNode) -> InterceptorSpec? {
        guard let pairs = node.pairs else {
            return behaviour(node).map { InterceptorSpec(behaviour: $0, after: nil) }
        }
        let fields = fields(pairs, of: .interceptor, at: Place(node.start))
        let after = fields["after"].flatMap { duration($0) }
        guard let behaviour = fields["then"].flatMap({ behaviour($0) }) else { return nil }
        return InterceptorSpec(behaviour: behaviour, after: after)
    }

    private mutating func behaviour(_ node: YAMLNode) -> InterceptorSpec.Behaviour? {
        let words = Words("interceptor", InterceptorSpec.words + vocabulary.interceptors)
        guard let name = word(node, of: words) else { return nil }
        return InterceptorSpec.builtIn.first { $0.name == name }?.behaviour ?? .registered(name)
    }
}
