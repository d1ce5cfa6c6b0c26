import YAML

/// The cast while it is being read.
private struct CastDraft {
    var cast = Cast()
    /// The places of the names of participants and groups.
    var places: [String: Place] = [:]
    var isFull = false
    /// The number of groups.
    var groups = 0
}

/// Reads the participants of a scenario.
struct ParticipantReader: NodeReader {
    let reading: FileReading

    /// Returns the participants, and sets the cast, so that names are checked from then on.
    func read(_ node: YAMLNode) -> [ParticipantSpec] {
        var draft = CastDraft()
        switch node.content {
        case .sequence(let items):
            for item in items {
                guard let name = hostName(item, kind: "a participant") else { continue }
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
            if isEmpty, !reading.hasPrograms {
                report("a scenario needs at least one participant", at: Place(node))
            }
            if isEmpty { setCast(draft) }
            return []
        }
        if reading.groupSize != nil { checkGroup(of: draft, at: node) }
        setCast(draft)
        return draft.cast.names.compactMap { draft.cast.byName[$0] }
    }

    /// Reports a scenario in which the group whose size is given from outside is not the only one.
    private func checkGroup(of draft: CastDraft, at node: YAMLNode) {
        guard draft.groups != 1 else { return }
        let found = draft.groups == 0 ? "has none" : "has \(draft.groups)"
        report(
            "the number of participants is given for the only group, and this scenario \(found)", at: Place(node),
            suggestion: "write one group, such as `guest: {count: 2}`")
    }

    private func setCast(_ draft: CastDraft) {
        var cast = draft.cast
        cast.programs = reading.programs.filter { cast.byName[$0] == nil }
        reading.cast = cast
    }

    private func participant(_ pair: YAMLNode.Pair, to draft: inout CastDraft) {
        guard let name = hostName(pair.key, kind: "a participant") else { return }
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
        if spec.kind == .anonymous, spec.connected {
            report("an anonymous user does not connect", at: Place(pair.key), suggestion: "add `connected: false`")
        }
        spec.part = part(kind, with: fields["with"], at: pair.key)
        if let node = fields["driver"] { spec.driver = DriverReader(reading: reading).read(node, of: spec) }
        guard let count = fields["count"] else { return add(spec, to: &draft) }
        let written = number(count, in: 1...limits.participants) ?? 1
        draft.groups += 1
        addGroup(of: spec, count: reading.groupSize ?? written, to: &draft)
    }

    private func fill(_ spec: inout ParticipantSpec, from fields: [String: YAMLNode]) {
        spec.user = fields["user"].flatMap { identifier($0, kind: "a user") } ?? spec.user
        spec.displayName = fields["displayName"].flatMap { line($0, kind: "a name") }
        spec.image = fields["image"].flatMap { line($0, kind: "an address") }
        spec.role = fields["role"].flatMap { identifier($0, kind: "a role") } ?? spec.role
        spec.source = fields["source"].flatMap { word($0, of: vocabulary.words.sources) } ?? spec.source
        spec.interceptor = fields["interceptor"].flatMap { arguments.interceptor($0) }
        spec.interceptorLimit = fields["interceptorLimit"].flatMap { duration($0) }
        spec.disconnectionTimeout = fields["disconnectionTimeout"].flatMap { duration($0) }
        spec.rejectCallWhenBusy = fields["rejectCallWhenBusy"].flatMap { boolean($0) } ?? false
        spec.autoLeave = fields["autoLeave"].flatMap { boolean($0) } ?? false
        spec.leavesWhenLiveEnds = fields["leavesWhenLiveEnds"].flatMap { boolean($0) } ?? false
        spec.provesRequests = fields["proof"].flatMap { boolean($0) } ?? false
        spec.connected = fields["connected"].flatMap { boolean($0) } ?? true
        if let node = fields["media"] { spec.media = media.read(node) }
        if let node = fields["speaks"] { spec.media.sources.speech = speech(node, of: spec) }
        let lifetime = fields["tokenLifetime"].flatMap { duration($0, inWhole: .seconds(1)) }
        spec.tokenLifetime = lifetime ?? spec.tokenLifetime
        spec.tokenCall = fields["tokenCall"].flatMap { call($0)?.cid }
        spec.token = fields["token"].flatMap { word($0, of: .tokens) }.flatMap { .init(rawValue: $0) } ?? .valid
    }

    private func speech(_ node: YAMLNode, of spec: ParticipantSpec) -> [Range<Duration>] {
        let speech = ifSound { media.speech(node) }
        if speech != nil, !(spec.media.isOn ?? reading.hasMedia) {
            report(
                "a participant without media does not speak", at: Place(node),
                suggestion: "add `media: on` to the scenario or to the participant")
        }
        return speech ?? []
    }

    private func addGroup(of spec: ParticipantSpec, count: Int, to draft: inout CastDraft) {
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

    private func add(_ spec: ParticipantSpec, to draft: inout CastDraft) {
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

    private func isNew(_ name: String, at place: Place, in draft: inout CastDraft) -> Bool {
        guard let first = draft.places.updateValue(place, forKey: name) else { return true }
        report(
            "there are two participants called \(name.quoted)", at: place, suggestion: "give one of them another name",
            related: [(first, "the first one is here")])
        return false
    }

    private var arguments: ArgumentReader { ArgumentReader(reading: reading) }
    private var media: MediaReader { MediaReader(reading: reading) }

    // MARK: Registered kinds

    /// Returns the kind of user or of registered participant.
    private func kind(_ node: YAMLNode) -> String? {
        word(node, of: Words("kind of participant", Words.userKinds.all + vocabulary.kinds.map(\.name)))
    }

    /// Returns the arguments of a participant of a registered kind; other participants have no `with`.
    private func part(_ name: String?, with node: YAMLNode?, at key: YAMLNode) -> RegisteredPart? {
        guard let name, let kind = vocabulary.kind(name) else {
            if let node {
                report(
                    "`with` is for participants of a kind that your own program registered", at: Place(node),
                    suggestion: vocabulary.kinds.first.map { "write `kind: \($0.name)` beside it" })
            }
            return nil
        }
        var said: [YAMLNode.Pair] = []
        if let node {
            guard let pairs = pairs(node, what: "`with`", example: "with: {\(kind.example)}") else {
                return RegisteredPart(kind: name, arguments: Arguments())
            }
            said = pairs
        }
        let arguments = arguments.read(
            said, of: name, required: kind.required, optional: kind.optional, canThrow: false, at: key)
        return RegisteredPart(kind: name, arguments: arguments)
    }
}

extension RegisteredKind {
    fileprivate var example: String { (required + optional).first?.example ?? "" }
}
