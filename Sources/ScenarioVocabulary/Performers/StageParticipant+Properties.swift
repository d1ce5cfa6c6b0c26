package import Backend
import CallCore
import CallLibrary
package import ScenarioLanguage
import Signaling
import Wire

extension StageParticipant {
    /// Returns the value of a property now.
    ///
    /// - Parameter device: Returns the user of a participant of the scenario, and the session of its device where the
    ///   user has several.
    package func value(of property: Property, device: (String) -> DeviceReference) -> Value {
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

/// A participant of the scenario as other clients see it.
package struct DeviceReference {
    let userId: String
    /// The session of the device; nil when its user has one device.
    let sessionId: String?

    package init(userId: String, sessionId: String?) {
        self.userId = userId
        self.sessionId = sessionId
    }
}

extension StageParticipant {
    /// How many datagrams of media changed nothing here for a reason; those of no path at all belong to the client.
    private func refusals(for reason: String) -> Int {
        guard let refusal = MediaRefusal(rawValue: reason) else { return 0 }
        return refusal == .unknownAddress ? client.strayDatagrams : call?.mediaRefusals[refusal] ?? 0
    }
}

extension CallBackend {
    /// What a property of a server is just now; nil when it is none of a server's.
    package func value(of property: Property, at server: String) -> Value? {
        switch property {
        case .server(let property): ServerProperties.table[property]?(self, server)
        case .drops(let reason): ServerProperties.drops(reason, self, server)
        case .named, .participant, .member, .custom, .events, .notifications, .refusals: nil
        }
    }
}
