import CallLibrary

extension Argument {
    fileprivate static let create = Argument(
        "create", .value(.boolean), "whether the call is made when it is not there", such: "create: true")
    fileprivate static let interceptor = Argument(
        "interceptor", .interceptor, "the interceptor of this join, in place of the participant's",
        such: "interceptor: throw")
}

extension CommandSpec {
    /// The methods of `Call` that make, ring, answer, join and end it; they throw.
    static let callCommands: [CommandSpec] = making + answering

    private static let making: [CommandSpec] = [
        .call("call.get", "reads a call", needs: [.call]) { call, _ in try await call.get() },
        .call(
            "call.create", "makes a call, or reads it", needs: [.call],
            takes: [.members, .custom, .video, .ring, .notify]
        ) { call, arguments in
            try await call.create(
                members: arguments.memberRequests, custom: arguments.customData, ring: arguments.flag(.ring),
                notify: arguments.flag(.notify), video: arguments.flag(.video))
        },
        .call("call.ring", "rings members of a call", takes: [.call, .members, .video]) { call, arguments in
            try await call.ring(members: arguments.texts(.members), video: arguments.flag(.video))
        },
    ]

    private static let answering: [CommandSpec] = [
        CommandSpec("call.join", "joins a call", takes: [.call, .create, .ring, .notify, .interceptor]) {
            participant, arguments in
            let interceptor = arguments.interceptor(.interceptor).map { participant.makeInterceptor($0) }
            try await participant.neededCall(arguments).join(
                create: arguments.flag(.create), ring: arguments.flag(.ring), notify: arguments.flag(.notify),
                joinInterceptor: interceptor ?? participant.interceptor)
        },
        .call("call.accept", "accepts a call, without joining it", takes: [.call]) { call, _ in try await call.accept()
        },
        .call("call.reject", "rejects a call", takes: [.call, .reason]) {
            try await $0.reject(reason: $1.text(.reason))
        },
        .call("call.leave", "leaves a call", takes: [.call, .reason]) { $0.leave(reason: $1.text(.reason)) },
        .call("call.end", "ends a call for everybody", takes: [.call]) { call, _ in try await call.end() },
        .call(
            "call.sendCustomEvent", "sends a custom event to the others in the call", needs: [.custom], takes: [.call]
        ) {
            try await $0.sendCustomEvent($1.customData)
        },
    ]
}
