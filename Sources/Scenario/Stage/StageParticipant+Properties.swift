import CallLibrary
import Signaling
import Wire

extension StageParticipant {
    /// What a property is just now; `userId` turns a participant's name of the scenario into a user's id.
    func value(of property: Property, userId: (String) -> String) -> Value {
        switch property {
        case .named(let property): return property.read(self)
        case .participant(let participant, let property):
            let userId = userId(participant)
            guard let call, let participant = call.state.values.participant(where: { $0.userId == userId }) else {
                return .none
            }
            return property.read(call.withTracks(participant))
        case .member(let member, let property):
            let userId = userId(member)
            return call?.state.values.members.first { $0.userId == userId }.map(property.read) ?? .none
        case .custom(let key): return call?.state.values.custom[key].map(Value.init) ?? .none
        case .events(let type): return .integer(Int64(eventCounts[type] ?? 0))
        case .notifications(let name): return .integer(Int64(notificationCounts[name] ?? 0))
        }
    }
}
