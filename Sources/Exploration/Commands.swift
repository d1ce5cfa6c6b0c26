/// Draws commands that the state of a participant suggests.
struct Commands {
    let base: Base

    /// A command at an instant; nil when the scenario has no call.
    func command(at time: Int64, _ draw: inout Draw) -> Change? {
        guard let participant = draw.one(of: Array(base.names.participants.prefix(8))),
            let text = command(of: participant, at: time, &draw)
        else { return nil }
        return Change(.command, at: time, [.init(text)])
    }

    /// A command of one participant at an instant, as a step on one line.
    func command(of participant: String, at time: Int64, _ draw: inout Draw) -> String? {
        let others = base.names.participants.prefix(8).filter { base.names.users[$0] != base.names.users[participant] }
        guard let call = draw.one(of: base.names.calls) else { return nil }
        let choices = Self.choices(in: base.callingState(of: participant, at: time))
        guard let choice = draw.one(of: choices, by: \.self) else { return nil }
        let other = draw.one(of: others)
        guard other != nil || !choice.contains("OTHER") else { return nil }
        let filled = choice.replacing("CALL", with: call).replacing("OTHER", with: other ?? "")
        return "{\(participant): \(filled), mayThrow: true}"
    }

    /// The commands that make sense in a calling state.
    static func choices(in state: String) -> [String] {
        let anywhere = ["hangUp", "join, call: CALL", "call.get, call: CALL"]
        switch state {
        case "incoming":
            return anywhere + [
                "accept", "accept", "reject", "hangUp", "call.reject, call: CALL",
                "call.accept, call: CALL", "call.join, call: CALL", "answerOutside",
            ]
        case "outgoing":
            return anywhere + ["hangUp", "call.end, call: CALL", "call.leave, call: CALL"]
        case "joining", "inCall", "reconnecting": return anywhere + inCall
        case "lobby": return anywhere + ["join, call: CALL", "hangUp"]
        default: return anywhere + idle
        }
    }

    private static let idle = [
        "join, call: CALL", "ring, call: CALL, members: [OTHER]", "startCall, call: CALL", "enterLobby, call: CALL",
        "accept, call: CALL", "call.join, call: CALL, create: true",
        "call.ring, call: CALL, members: [OTHER]",
    ]

    private static let inCall = [
        "hangUp", "call.leave, call: CALL", "toggleMicrophone", "toggleCamera",
        "call.end, call: CALL", "call.kickUser, call: CALL, participant: OTHER",
        "call.blockUser, call: CALL, participant: OTHER",
        "call.unblockUser, call: CALL, participant: OTHER",
        "call.muteUsers, call: CALL, users: [OTHER]", "call.raiseHand, call: CALL",
        "call.startScreensharing, call: CALL", "call.stopScreensharing, call: CALL",
        "call.pinForEveryone, call: CALL, participant: OTHER",
        "call.unpinForEveryone, call: CALL, participant: OTHER",
        "call.sendCustomEvent, call: CALL, custom: {a: b}",
        "call.update, call: CALL, custom: {topic: x}",
        "call.revokePermissions, call: CALL, participant: OTHER, permissions: [send-audio]",
        "call.grantPermissions, call: CALL, participant: OTHER, permissions: [send-audio]",
        "call.removeMembers, call: CALL, members: [OTHER]",
        "call.addMembers, call: CALL, members: [OTHER]", "call.failMedia, call: CALL",
        "ring, call: CALL, members: [OTHER]", "join, call: CALL",
        "call.join, call: CALL", "call.ring, call: CALL, members: [OTHER]",
    ]
}
