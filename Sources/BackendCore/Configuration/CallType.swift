public import Signaling

/// What all calls of a kind have in common: their settings, and what each role may do in them.
public struct CallType: Hashable, Sendable {
    /// The name, the first half of a cid.
    public var name: String
    /// How its calls behave unless a call overrides it.
    public var settings: CallSettingsResponse
    /// What each role may do.
    public var grants: [String: Set<OwnCapability>]

    /// Describes a call type.
    public init(name: String, settings: CallSettingsResponse = .init(), grants: [String: Set<OwnCapability>]) {
        self.name = name
        self.settings = settings
        self.grants = grants
    }

    /// Whether one of the roles brings the capability.
    public func grants(_ capability: OwnCapability, to roles: [String]) -> Bool {
        roles.contains { grants[$0]?.contains(capability) ?? false }
    }

    /// All that the roles bring together, sorted.
    public func capabilities(of roles: [String]) -> [OwnCapability] {
        OwnCapability.all.filter { grants($0, to: roles) }
    }
}

/// Names of the roles that the documented call types know.
public enum CallRole {
    /// Anyone with a name.
    public static let user = "user"
    /// Somebody let in for one call.
    public static let guest = "guest"
    /// Somebody without a name.
    public static let anonymous = "anonymous"
    /// A member of the call without a role of their own in it.
    public static let callMember = "call_member"
    /// Somebody who is invited to speak.
    public static let speaker = "speaker"
    /// Somebody who keeps order.
    public static let moderator = "moderator"
    /// Whoever created the call, or is made host of it.
    public static let host = "host"
    /// Whoever runs the application.
    public static let admin = "admin"
}
