import CallLibrary

/// A property of view model, client or call that stands at a fixed path: how it is called, what its values are and where
/// they are read.
///
/// The properties of one family stand in one file of `Properties/`; `all` lists the families.
public struct PropertySpec: Sendable {
    /// How a scenario calls it, such as `session.acceptedBy`.
    public let name: String
    /// What its values are.
    public let type: ValueType
    /// What it is.
    public let about: String
    /// What it is just now.
    let read: @MainActor (StageParticipant) -> Value

    init(_ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (StageParticipant) -> Value) {
        self.name = name
        self.type = type
        self.about = about
        self.read = read
    }

    /// Every property, family by family, in the order in which the documents show them.
    public static let all: [PropertySpec] = [
        viewModelProperties,
        clientProperties,
        participantsProperties,
        trackProperties,
        callProperties,
        settingsProperties,
        liveProperties,
        egressProperties,
        queryProperties,
        mediaProperties,
        interceptorProperties,
    ].flatMap(\.self)

    /// The property that is called so.
    public static func named(_ name: String) -> PropertySpec? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension PropertySpec: Hashable {
    /// A name means one property.
    public static func == (one: PropertySpec, other: PropertySpec) -> Bool { one.name == other.name }

    /// Feeds its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PropertySpec {
    /// A property of the state of the participant's call; none when there is no call.
    static func call(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CallStateValues) -> Value
    ) -> PropertySpec {
        PropertySpec(name, type, about) { participant in participant.call.map { read($0.state.values) } ?? .none }
    }

    /// A property of the view model.
    static func viewModel(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CallViewModel) -> Value
    ) -> PropertySpec {
        PropertySpec(name, type, about) { read($0.viewModel) }
    }

    /// A property of the client.
    static func client(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (StreamVideo) -> Value
    ) -> PropertySpec {
        PropertySpec(name, type, about) { read($0.client) }
    }

    /// What a command of this participant came back with last; none before.
    static func result(_ name: String, _ type: ValueType, _ about: String) -> PropertySpec {
        PropertySpec(name, type, about) { $0.results[name] ?? .none }
    }
}

/// A property of one participant of a call, as another one sees it.
public struct ParticipantPropertySpec: Sendable {
    /// How a scenario calls it, such as `hasAudio`.
    public let name: String
    /// What its values are.
    public let type: ValueType
    /// What it is.
    public let about: String
    /// What it is just now.
    let read: @Sendable (CallParticipant) -> Value

    init(_ name: String, _ type: ValueType, _ about: String, read: @escaping @Sendable (CallParticipant) -> Value) {
        self.name = name
        self.type = type
        self.about = about
        self.read = read
    }

    /// The property that is called so.
    public static func named(_ name: String) -> ParticipantPropertySpec? { all.first { $0.name == name } }
}

extension ParticipantPropertySpec: Hashable {
    /// A name means one property.
    public static func == (one: ParticipantPropertySpec, other: ParticipantPropertySpec) -> Bool {
        one.name == other.name
    }

    /// Feeds its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
