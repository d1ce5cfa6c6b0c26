import ScenarioLanguage

/// A change that a command makes to a property of its participant.
struct CommandEffect {
    /// The value after the command.
    enum Change {
        case becomes(Value)
        /// The opposite Boolean value.
        case toggles
        case contains([String])
        case lacks([String])
        case isSet
    }

    let property: Property
    let change: Change
    /// The capability without which the command changes nothing.
    var capability: String?
    /// True for a command of the view model. Without a call of its own it changes the settings of its next call, and
    /// not those of a call that was joined without it.
    var isOfViewModel = false
    /// True for an effect that is shown only of the active call.
    var isOfActiveCall = false

    static func named(_ name: String) -> Property { .named(PropertySpec(name, .anything, "")) }

    /// Returns true when the participant shows the effect, and has the capability that the command needs.
    func applies(_ read: EffectWatch.Reading) -> Bool {
        let isWithoutCall = [.text("idle"), .text("lobby")].contains(read(Self.named("callingState")))
        if isOfViewModel, isWithoutCall, read(Self.named("activeCall")) != .none { return false }
        if isOfActiveCall, read(Self.named("activeCall")) == .none { return false }
        guard let capability else { return true }
        guard case .list(let owned) = read(Self.named("ownCapabilities")) else { return false }
        return owned.contains(.text(capability))
    }

    /// The numbers of the events so far that change the same property, and whose order with a response is not known.
    func rivals(_ read: EffectWatch.Reading) -> [Value] {
        (Self.rivals[property.description] ?? []).map { read(.events($0)) }
    }

    /// True for a property that responses of the coordinator describe.
    var isOfServer: Bool { Self.rivals[property.description] != nil }

    /// The events about properties of the coordinator. A new connection reads them again.
    private static let rivals = [
        "members": [
            "call.member_added", "call.member_updated", "call.member_updated_permission", "call.member_removed",
            "connection.ok",
        ],
        "blockedUsers": ["call.blocked_user", "call.unblocked_user", "connection.ok"],
        "backstage": ["call.updated", "call.live_started", "connection.ok"],
    ]

    /// Returns true when a value is the one after the command. A property without a value is not judged.
    func isMet(by value: Value, after before: Value) -> Bool {
        switch (change, value) {
        case (_, .none): if case .isSet = change { false } else { true }
        case (.becomes(let expected), _): value == expected
        case (.toggles, _): before == .none || value != before
        case (.contains(let names), .list(let items)): names.allSatisfy { items.contains(.text($0)) }
        case (.lacks(let names), .list(let items)): !names.contains { items.contains(.text($0)) }
        case (.contains, _), (.lacks, _), (.isSet, _): true
        }
    }

    // MARK: The effects of each command

    /// Returns the effects of a command.
    static func all(of command: Command) -> [CommandEffect] {
        let name = command.spec.name
        if let effects = fixed[name] { return effects }
        let arguments = command.arguments
        switch name {
        case "changeLayout": return [Self(property: named("participantsLayout"), change: .becomes(arguments["layout"]))]
        case "call.pinHere": return [Self(of: arguments, "isPinned", .boolean(true))]
        case "call.unpinHere": return [Self(of: arguments, "pin.isLocal", .boolean(false))]
        case "call.showTrack": return [Self(of: arguments, "showTrack", .boolean(true))]
        case "call.hideTrack": return [Self(of: arguments, "showTrack", .boolean(false))]
        case "call.trackSize":
            return ["width", "height"].map { Self(of: arguments, "trackSize.\($0)", arguments[$0]) }
        case "call.kickUser" where arguments["block"] == .boolean(true):
            return [Self("blockedUsers", .contains(arguments.users("participant")))]
        case "call.blockUser": return [Self("blockedUsers", .contains(arguments.users("participant")))]
        case "call.unblockUser": return [Self("blockedUsers", .lacks(arguments.users("participant")))]
        case "call.addMembers": return [Self("members", .contains(arguments.users("members")))]
        case "call.removeMembers": return [Self("members", .lacks(arguments.users("members")))]
        case "call.update" where arguments["settings"]["backstage"]["enabled"] == .boolean(false):
            return [Self("backstage", .boolean(false))]
        default: return []
        }
    }

    private init(property: Property, change: Change, capability: String? = nil) {
        self.property = property
        self.change = change
        self.capability = capability
    }

    private init(_ name: String, _ change: Change, ifMay capability: String? = nil) {
        self.init(property: Self.named(name), change: change, capability: capability)
    }

    private init(_ name: String, _ value: Value, ifMay capability: String? = nil) {
        self.init(name, .becomes(value), ifMay: capability)
    }

    /// Creates the effects of a command of the view model that switches one of its settings.
    private static func switching(_ setting: String, ifMay capability: String? = nil) -> [Self] {
        var effects = [Self(setting, .toggles, ifMay: capability), Self("localCallSettingsChange", .boolean(true))]
        for index in effects.indices { effects[index].isOfViewModel = true }
        return effects
    }

    /// Creates an effect that is shown only of the active call.
    private static func active(_ name: String, _ change: Change) -> Self {
        var effect = Self(name, change)
        effect.isOfActiveCall = true
        return effect
    }

    /// Creates an effect on a property of the participant that the arguments name.
    private init(of arguments: Arguments, _ name: String, _ value: Value) {
        let other = arguments.participant
        self.init(property: .participant(other, PropertySpec(name, .anything, "")), change: .becomes(value))
    }

    private static let (on, off) = (Value.text("enabled"), Value.text("disabled"))

    /// The effects of the commands whose arguments do not matter.
    private static let fixed: [String: [CommandEffect]] = [
        "toggleMicrophone": switching("callSettings.audioOn", ifMay: "send-audio"),
        "toggleCamera": switching("callSettings.videoOn", ifMay: "send-video"),
        "toggleCameraPosition": switching("callSettings.cameraPosition"),
        "toggleSpeaker": switching("callSettings.speakerOn"),
        "toggleAudioOutput": switching("callSettings.audioOutputOn"),
        "call.microphone.enable": [Self("microphone.status", on, ifMay: "send-audio")],
        "call.microphone.disable": [Self("microphone.status", off)],
        "call.microphone.toggle": [Self("microphone.status", .toggles, ifMay: "send-audio")],
        "call.camera.enable": [Self("camera.status", on, ifMay: "send-video")],
        "call.camera.disable": [Self("camera.status", off)],
        "call.camera.toggle": [Self("camera.status", .toggles, ifMay: "send-video")],
        "call.camera.flip": [active("callSettings.cameraPosition", .toggles)],
        "call.speaker.enable": [Self("speaker.status", on)],
        "call.speaker.disable": [Self("speaker.status", off)],
        "call.speaker.toggle": [Self("speaker.status", .toggles)],
        "call.audioOutput.enable": [Self("speaker.audioOutputStatus", on)],
        "call.audioOutput.disable": [Self("speaker.audioOutputStatus", off)],
        "call.startNoiseCancellation": [Self("microphone.noiseCancellation", on)],
        "call.stopNoiseCancellation": [Self("microphone.noiseCancellation", off)],
        "call.goLive": [Self("backstage", .boolean(false))],
        "call.stopLive": [Self("backstage", .boolean(true))],
        "call.end": [Self("endedAt", .isSet)],
        "connect": [Self("connectionStatus", .text("connected"))],
        "disconnect": [Self("connectionStatus", .text("disconnected"))],
        "closeList": [Self("listedCalls", .list([]))],
    ]
}

extension CommandEffect.Change: CustomStringConvertible {
    var description: String {
        switch self {
        case .becomes(let value): "\(value)"
        case .toggles: "the other value"
        case .contains(let names): "one that contains \(names.joined(separator: ", "))"
        case .lacks(let names): "one without \(names.joined(separator: ", "))"
        case .isSet: "set"
        }
    }
}

extension Value {
    /// The value with a name in a map; none in any other value.
    fileprivate subscript(name: String) -> Value {
        guard case .map(let entries) = self else { return .none }
        return entries.first { $0.key == name }?.value ?? .none
    }
}

extension Arguments {
    fileprivate subscript(name: String) -> Value { value(named: name) ?? .none }

    /// The participant in the arguments, by its name in the file, or its user.
    fileprivate var participant: String {
        for case ("participant", .device(let user, let name)) in contents { return name ?? user }
        return ""
    }

    /// Returns the users in an argument.
    fileprivate func users(_ name: String) -> [String] {
        switch self[name] {
        case .text(let user): [user]
        case .list(let users): users.compactMap { if case .text(let user) = $0 { user } else { nil } }
        default: []
        }
    }
}
