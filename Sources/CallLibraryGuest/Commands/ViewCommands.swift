import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    fileprivate static let by = Argument(
        "by", .words(.sortings), "the criteria, the most important first", such: "by: [pinned, name]")
}

extension Commands {
    /// A participant's view of the others; the other participants are not notified.
    static let viewCommands: [CommandRow] = [
        CommandRow("call.sort", "sorts the participants of a call", needs: [.by], takes: [.call]) {
            participant, arguments in
            let (call, names) = (try participant.neededCall(arguments), arguments.texts(.by))
            call.updateParticipantsSorting(with: names.compactMap { ParticipantComparator.named($0) })
            participant.noteOrder(of: call, by: names)
        },
        .call("call.pinHere", "pins a participant for this client alone", needs: [.participant], takes: [.call]) {
            call, arguments in
            for participant in try call.participants(of: arguments) {
                call.changePinState(isEnabled: true, sessionId: participant.sessionId)
            }
        },
        .call("call.unpinHere", "removes that pin", needs: [.participant], takes: [.call]) { call, arguments in
            for participant in try call.participants(of: arguments) {
                call.changePinState(isEnabled: false, sessionId: participant.sessionId)
            }
        },
        .call(
            "call.showTrack", "marks a participant's video as visible", needs: [.participant], takes: [.call]
        ) { call, arguments in
            for participant in try call.participants(of: arguments) {
                call.changeTrackVisibility(for: participant, isVisible: true)
            }
        },
        .call(
            "call.hideTrack", "marks a participant's video as not visible", needs: [.participant],
            takes: [.call]
        ) { call, arguments in
            for participant in try call.participants(of: arguments) {
                call.changeTrackVisibility(for: participant, isVisible: false)
            }
        },
    ]
}

extension Call {
    /// Returns all participants of the user that a command names.
    func participants(of arguments: Arguments) throws -> [CallParticipant] {
        let userId = try arguments.needed(.participant)
        let found = state.values.participants.filter { $0.userId == userId }
        guard !found.isEmpty else { throw AbsentParticipantError(user: userId, call: cId) }
        return found
    }
}

/// The error of a command about a participant that the call does not show.
struct AbsentParticipantError: Error, CustomStringConvertible {
    let user: String
    let call: String

    var description: String { "\(call) shows no participant \(user)" }
}

extension ParticipantComparator {
    /// Returns the comparator with the scenario's name for it.
    fileprivate static func named(_ name: String) -> ParticipantComparator? {
        switch name {
        case "pinned": .pinned
        case "screenSharing": .screenSharing
        case "dominantSpeaker": .dominantSpeaker
        case "speaking": .speaking
        case "video": .publishingVideo
        case "audio": .publishingAudio
        case "name": .name
        case "userId": .userId
        case "joinedAt": .joinedAt
        case "roles": .roles()
        case "ingress": .ingress
        case "standard": .standard
        case "speakerLayout": .speakerLayout
        case "paginatedLayout": .paginatedLayout
        case "livestreamOrAudioRoom": .livestreamOrAudioRoom
        default: nil
        }
    }
}
