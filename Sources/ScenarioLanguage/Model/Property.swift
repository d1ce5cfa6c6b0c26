/// What of a participant a scenario can look at.
package enum Property: Hashable, Sendable {
    /// A property of the view model, the client or the call.
    case named(PropertySpec)
    /// A property of one participant of the call, as this participant sees it; by the participant's name in the file.
    case participant(String, PropertySpec)
    /// A property of one member of the call, by the name in the file of a participant with that user.
    case member(String, PropertySpec)
    /// One entry of the call's custom data.
    case custom(String)
    /// How many events of a type this participant has received.
    case events(String)
    /// A property of a server, or of all SFUs together.
    case server(PropertySpec)
    /// How many datagrams changed nothing at a server for this reason.
    case drops(String)
    /// How many datagrams of media changed nothing at this participant for this reason.
    case refusals(String)
    /// How many notifications of a name this participant's client has posted.
    case notifications(String)
}

extension Property {
    /// What its values are.
    package var type: ValueType {
        switch self {
        case .named(let property): property.type
        case .participant(_, let property): property.type
        case .member(_, let property): property.type
        case .custom: .anything
        case .server(let property): property.type
        case .events, .notifications, .drops, .refusals: .number
        }
    }
}

extension Property: CustomStringConvertible {
    /// The path as a scenario file writes it, without the participant before it.
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
