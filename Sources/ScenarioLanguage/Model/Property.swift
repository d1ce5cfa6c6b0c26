/// A value of a participant or a server that a scenario can read.
package enum Property: Hashable, Sendable {
    /// A property of the view model, the client or the call.
    case named(PropertySpec)
    /// A property of one participant of the call as this participant sees it, by the name in the file.
    case participant(String, PropertySpec)
    /// A property of one member of the call, by the name in the file of a participant with that user.
    case member(String, PropertySpec)
    /// One entry of the call's custom data.
    case custom(String)
    /// The number of events of a type that this participant has received.
    case events(String)
    /// A property of a server, or of all SFUs together.
    case server(PropertySpec)
    /// The number of datagrams that a server dropped for a reason.
    case drops(String)
    /// The number of media datagrams that this participant refused for a reason.
    case refusals(String)
    /// The number of notifications with a name that this participant's client has posted.
    case notifications(String)
}

extension Property {
    /// The type of the values.
    package var type: ValueType {
        switch self {
        case .named(let property): property.type
        case .participant(_, let property): property.type
        case .member(_, let property): property.type
        case .custom: .anything
        case .server(let property): property.type
        case .events, .notifications, .drops, .refusals: .count
        }
    }
}

extension Property: CustomStringConvertible {
    /// The path in the notation of scenario files, without the participant.
    package var description: String {
        switch self {
        case .named(let property): property.name
        case .participant(let participant, let property): "participants.\(participant).\(property.name)"
        case .member(let member, let property): "members.\(member).\(property.name)"
        case .custom(let key): "custom.\(key)"
        case .server(let property): property.name
        case .drops(let reason): "drops.\(reason)"
        case .refusals(let reason): "mediaRefusals.\(reason)"
        case .events(let type): "events.\(type)"
        case .notifications(let name): "notifications.\(name)"
        }
    }
}
