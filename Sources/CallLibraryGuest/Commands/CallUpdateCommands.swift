import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing

extension Argument {
    static let startsIn = Argument(
        "startsIn", .value(.duration), "the time until the planned start of the call", such: "startsIn: 10min")
    static let settings = Argument(
        "settings", .fields(FieldNames(of: CallSettingsRequest.self)),
        "settings in place of the call's, as the wire names them",
        such: "settings: {ring: {missed_call_timeout_ms: 5000}}")
    fileprivate static let hard = Argument(
        "hard", .value(.boolean), "true frees the id for a new call", such: "hard: true")
    fileprivate static let reaction = Argument(
        "reaction", .text(.filled), "the kind of the reaction", such: "reaction: fireworks")
    fileprivate static let emoji = Argument(
        "emoji", .value(.text), "the code of its emoji", such: "emoji: \":tada:\"")
    fileprivate static let rating = Argument(
        "rating", .whole(Bounds.count), "from 1, bad, to 5, good", such: "rating: 4")
}

extension Commands {
    /// Commands that update a call, read it, or send messages to it.
    static let callUpdateCommands: [CommandRow] = changing + reading + saying

    private static let changing: [CommandRow] = [
        CommandRow(
            "call.update", "updates a call", takes: [.call, .custom, .startsIn, .settings]
        ) { participant, arguments in
            let date = arguments.duration(.startsIn).map { participant.date.advanced(by: $0) }
            try await participant.neededCall(arguments).update(
                custom: arguments.has(.custom) ? arguments.customData : nil,
                settingsOverride: try arguments.callSettings, startsAt: date)
        },
        .call("call.delete", "deletes a call", takes: [.call, .hard]) {
            try await $0.delete(hard: $1.flag(.hard))
        },
        .call("call.notify", "notifies the other members of a call", takes: [.call]) { call, _ in
            try await call.notify()
        },
    ]

    private static let reading: [CommandRow] = [
        CommandRow("call.getParticipants", "reads the participants of a call's session", takes: [.call]) {
            let response = try await $0.neededCall($1).getParticipants()
            $0.keep(.texts(response.participants.map(\.user.id)), as: "readParticipants")
        },
        CommandRow("call.getRingState", "reads the rung users of a call and their answers", takes: [.call]) {
            $0.keep(try await $0.neededCall($1).getRingState())
        },
    ]

    private static let saying: [CommandRow] = [
        .call(
            "call.sendReaction", "sends a reaction to a call", needs: [.reaction],
            takes: [.call, .emoji, .custom]
        ) {
            try await $0.sendReaction(
                type: $1.needed(.reaction), custom: $1.customData, emojiCode: $1.text(.emoji))
        },
        .call("call.raiseHand", "raises the participant's hand", takes: [.call]) { call, _ in try await call.raiseHand()
        },
        .call("call.lowerHand", "lowers it", takes: [.call]) { call, _ in try await call.lowerHand() },
        .call(
            "call.collectUserFeedback", "sends the participant's feedback about a call", needs: [.rating],
            takes: [.call, .reason, .custom]
        ) {
            try await $0.collectUserFeedback(
                rating: Int(clamping: $1.integer(.rating) ?? 0), reason: $1.text(.reason), custom: $1.customData)
        },
    ]
}

extension FieldNames {
    /// Creates the names of a body's fields, and of those of the bodies in it.
    fileprivate init(of body: any Body.Type) {
        self.init(Dictionary(uniqueKeysWithValues: body.fields.map { ($0, $1.map(FieldNames.init(of:))) })) {
            Self.refusal(of: $1, in: $0, of: body)
        }
    }

    /// Returns the reason that a body cannot be read with a value in one of its fields.
    private static func refusal(of value: Value, in field: String, of body: (some Body).Type) -> String? {
        do throws(BodyError) {
            _ = try body.init([Value.Entry(key: field, value: value)].map)
            return nil
        } catch {
            return String("\(error)".trimmingPrefix("\(field) "))
        }
    }
}

extension Arguments {
    /// The settings that override those of a call; nil when they are not given.
    var callSettings: CallSettingsRequest? {
        get throws {
            guard has(.settings) else { return nil }
            return try CallSettingsRequest(entries(.settings).map, path: Argument.settings.name)
        }
    }
}

extension StageParticipant {
    fileprivate func keep(_ state: RingStateResponse) {
        keep(.boolean(state.isRinging), as: "ringState.isRinging")
        keep(.texts(state.rungUserIds), as: "ringState.rung")
        keep(.texts(state.acceptedBy.keys.sorted()), as: "ringState.acceptedBy")
        keep(.texts(state.rejectedBy.keys.sorted()), as: "ringState.rejectedBy")
        keep(.texts(state.missedBy.keys.sorted()), as: "ringState.missedBy")
    }
}
