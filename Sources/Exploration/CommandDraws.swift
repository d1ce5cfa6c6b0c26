/// Draws commands that the state of a participant suggests.
struct CommandDraws {
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
        let state = base.callingState(of: participant, at: time)
        return Self.command(of: participant, in: state, base.names, &draw)
    }

    /// A command that a calling state suggests, as a step on one line.
    static func command(
        of participant: String, in state: String, _ names: ScenarioNames, _ draw: inout Draw
    ) -> String? {
        let others = names.participants.prefix(8).filter { names.users[$0] != names.users[participant] }
        guard let call = draw.one(of: names.calls) else { return nil }
        guard let choice = draw.one(of: choices(in: state), by: \.self) else { return nil }
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
                "call.accept, call: CALL", "call.join, call: CALL", "answerOutside", "renewViewModel", "disconnect",
            ]
        case "outgoing":
            return anywhere + [
                "hangUp", "call.end, call: CALL", "call.leave, call: CALL", "renewViewModel", "call.join, call: CALL",
                "call.ring, call: CALL, members: [OTHER]", "disconnect",
            ]
        case "joining", "inCall", "reconnecting": return anywhere + inCall + moderation + outputs + tracks
        case "lobby": return anywhere + ["join, call: CALL", "hangUp", "toggleMicrophone", "toggleCamera"]
        default: return anywhere + idle
        }
    }

    private static let idle = [
        "join, call: CALL", "ring, call: CALL, members: [OTHER]", "startCall, call: CALL", "enterLobby, call: CALL",
        "accept, call: CALL", "call.join, call: CALL, create: true",
        "call.ring, call: CALL, members: [OTHER]", "call.get, call: CALL, ring: true",
        "joinAndRing, call: CALL, members: [OTHER]", "call.end, call: CALL",
        "call.create, call: CALL, members: [OTHER], ring: true", "call.join, call: CALL, create: true, ring: true",
        "connect", "disconnect", "renewViewModel", "listCalls, watch: true", "queryCalls, watch: true",
        "call.update, call: CALL, custom: {topic: z}", "call.getRingState, call: CALL",
        "call.addMembers, call: CALL, members: [OTHER]", "call.removeMembers, call: CALL, members: [OTHER]",
    ]

    private static let inCall = [
        "hangUp", "call.leave, call: CALL", "toggleMicrophone", "toggleCamera", "call.end, call: CALL",
        "call.raiseHand, call: CALL", "call.lowerHand, call: CALL", "call.sendCustomEvent, call: CALL, custom: {a: b}",
        "call.update, call: CALL, custom: {topic: x}", "call.sendReaction, call: CALL, reaction: like",
        "ring, call: CALL, members: [OTHER]", "join, call: CALL", "call.join, call: CALL",
        "call.ring, call: CALL, members: [OTHER]", "call.failMedia, call: CALL", "renewViewModel", "disconnect",
        "call.getParticipants, call: CALL", "call.queryMembers, call: CALL",
    ]

    /// Commands that change the rights of others.
    private static let moderation = [
        "call.kickUser, call: CALL, participant: OTHER", "call.kickUser, call: CALL, participant: OTHER, block: true",
        "call.blockUser, call: CALL, participant: OTHER", "call.unblockUser, call: CALL, participant: OTHER",
        "call.muteUsers, call: CALL, users: [OTHER]", "call.pinForEveryone, call: CALL, participant: OTHER",
        "call.unpinForEveryone, call: CALL, participant: OTHER",
        "call.revokePermissions, call: CALL, participant: OTHER, permissions: [send-audio]",
        "call.grantPermissions, call: CALL, participant: OTHER, permissions: [send-audio]",
        "call.requestPermissions, call: CALL, permissions: [screenshare]",
        "call.removeMembers, call: CALL, members: [OTHER]", "call.addMembers, call: CALL, members: [OTHER]",
        "call.updateMembers, call: CALL, members: [OTHER], role: admin", "call.goLive, call: CALL",
        "call.stopLive, call: CALL",
    ]

    /// Commands about the outputs of a call.
    private static let outputs = [
        "call.startRecording, call: CALL", "call.stopRecording, call: CALL", "call.startHLS, call: CALL",
        "call.stopHLS, call: CALL", "call.startTranscription, call: CALL", "call.stopTranscription, call: CALL",
        "call.startClosedCaptions, call: CALL", "call.stopClosedCaptions, call: CALL",
    ]

    /// Commands about tracks.
    private static let tracks = [
        "call.startScreensharing, call: CALL", "call.stopScreensharing, call: CALL",
        "call.microphone.enable, call: CALL", "call.microphone.disable, call: CALL", "call.camera.enable, call: CALL",
        "call.camera.disable, call: CALL", "call.showTrack, call: CALL, participant: OTHER",
        "call.hideTrack, call: CALL, participant: OTHER", "call.pinHere, call: CALL, participant: OTHER",
    ]
}
