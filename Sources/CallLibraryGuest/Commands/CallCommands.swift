import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing

extension Argument {
    fileprivate static let create = Argument(
        "create", .value(.boolean), "true creates a call that does not exist", such: "create: true")
    fileprivate static let interceptor = Argument(
        "interceptor", .interceptor, "the interceptor of this join, in place of the participant's",
        such: "interceptor: throw")
}

extension Argument {
    fileprivate static let policy = Argument(
        "policy", .value(.word(.joinPolicies)), "the condition that the join waits for; default when omitted",
        such: "policy: peerConnectionReadinessAware")
    /// True when the user publishes to a very large audience.
    static let publisherHint = Argument(
        "publisherHint", .value(.boolean), "true for a publisher to a livestream with many viewers",
        such: "publisherHint: true")
    fileprivate static let membersLimit = Argument(
        "membersLimit", .whole(Bounds.count), "the maximum number of members in the response", such: "membersLimit: 2")
    static let team = Argument("team", .value(.text), "the team that the call belongs to", such: "team: blue")
}

extension Commands {
    /// The methods of `Call` that create, ring, answer, join and end it; they throw.
    static let callCommands: [CommandRow] = making + answering

    private static let making: [CommandRow] = [
        .call(
            "call.get", "reads a call", needs: [.call], takes: [.membersLimit, .ring, .notify, .video]
        ) { call, arguments in
            try await call.get(
                membersLimit: arguments.integer(.membersLimit).map { Int(clamping: $0) }, ring: arguments.flag(.ring),
                notify: arguments.flag(.notify), video: arguments.flag(.video))
        },
        .call(
            "call.create", "creates a call, or reads it if it exists", needs: [.call],
            takes: [.members, .custom, .settings, .team, .membersLimit, .video, .ring, .notify]
        ) { call, arguments in
            try await call.create(
                members: arguments.memberRequests, custom: arguments.customData,
                settings: try arguments.callSettings, team: arguments.text(.team),
                membersLimit: arguments.integer(.membersLimit).map { Int(clamping: $0) }, ring: arguments.flag(.ring),
                notify: arguments.flag(.notify), video: arguments.flag(.video))
        },
        .call("call.ring", "rings members of a call", takes: [.call, .members, .video]) { call, arguments in
            try await call.ring(members: arguments.texts(.members), video: arguments.flag(.video))
        },
    ]

    private static let answering: [CommandRow] = [
        CommandRow(
            "call.join", "joins a call",
            takes: [
                .call, .create, .members, .custom, .startsIn, .settings, .team, .membersLimit, .video, .ring,
                .notify, .policy, .publisherHint, .interceptor,
            ]
        ) {
            try await $0.join($0.neededCall($1), $1)
        },
        .call("call.accept", "accepts a call, without joining it", takes: [.call]) { call, _ in try await call.accept()
        },
        .call("call.reject", "rejects a call", takes: [.call, .reason]) {
            try await $0.reject(reason: $1.text(.reason))
        },
        .call("call.leave", "leaves a call", takes: [.call, .reason]) { $0.leave(reason: $1.text(.reason)) },
        .call("call.end", "ends a call for all participants", takes: [.call]) { call, _ in try await call.end() },
        .call(
            "call.sendCustomEvent", "sends a custom event to the others in the call", needs: [.custom], takes: [.call]
        ) {
            try await $0.sendCustomEvent($1.customData)
        },
    ]
}

extension StageParticipant {
    fileprivate func join(_ call: Call, _ arguments: Arguments) async throws {
        let options = CreateCallOptions(
            members: arguments.memberRequests, custom: arguments.customData, settings: try arguments.callSettings,
            startsAt: arguments.duration(.startsIn).map { date.advanced(by: $0) }, team: arguments.text(.team),
            video: arguments.boolean(.video),
            membersLimit: arguments.integer(.membersLimit).map { Int(clamping: $0) })
        let policy = arguments.text(.policy).flatMap(JoinPolicy.init(rawValue:)) ?? .default
        let wanted = arguments.interceptor(.interceptor).map { makeInterceptor($0) }
        try await call.join(
            create: arguments.flag(.create), options: options == CreateCallOptions() ? nil : options,
            ring: arguments.flag(.ring), notify: arguments.flag(.notify), policy: policy,
            hintHighScaleLivestreamPublisher: arguments.flag(.publisherHint), joinInterceptor: wanted ?? interceptor)
    }
}
