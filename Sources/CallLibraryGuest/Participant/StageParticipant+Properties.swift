import Backend
import CallCore
import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Wire

extension StageParticipant {
    /// Returns the current value of a property.
    ///
    /// - Parameter device: Returns the user of a scenario's participant, and the session of its device if the user has
    ///   several.
    func value(of property: Property, device: (String) -> DeviceReference) -> Value {
        switch property {
        case .named(let property): return Properties.table[property]?(self) ?? .none
        case .participant(let participant, let property):
            let device = device(participant)
            let isMeant = { (other: CallParticipant) in
                other.userId == device.userId && (device.sessionId.map { $0 == other.sessionId } ?? true)
            }
            guard let call, let participant = call.state.values.participant(where: isMeant) else {
                return .none
            }
            return ParticipantProperties.table[property]?(call.withTracks(participant)) ?? .none
        case .member(let member, let property):
            let userId = device(member).userId
            let found = call?.state.values.members.first { $0.userId == userId }
            return found.flatMap { MemberProperties.table[property]?($0) } ?? .none
        case .custom(let key): return call?.state.values.custom[key].map(Value.init) ?? .none
        case .server, .drops: return .none
        case .refusals(let reason): return .integer(Int64(refusals(for: reason)))
        case .events(let type): return .integer(Int64(eventCounts[type] ?? 0))
        case .notifications(let name): return .integer(Int64(notificationCounts[name] ?? 0))
        }
    }
}

extension StageParticipant {
    /// Returns the number of media datagrams that were refused for a reason; those without a path belong to the client.
    private func refusals(for reason: String) -> Int {
        guard let refusal = MediaRefusal(rawValue: reason) else { return 0 }
        return refusal == .unknownAddress ? client.strayDatagrams : call?.mediaRefusals[refusal] ?? 0
    }
}
