public import Signaling

/// What all calls of a kind have in common: their settings, and what each role may do in them.
public struct CallType: Hashable, Sendable {
    /// The name, the first half of a cid.
    public let name: String
    /// How its calls behave unless a call overrides it.
    public let settings: CallSettingsResponse
    /// Whether its calls take a stream from outside, over RTMP.
    public let takesIngress: Bool
    /// What each role may do.
    public let grants: [String: Set<OwnCapability>]
    /// The same as ``grants``, a bit for each of the documented capabilities: every request asks for it.
    private let masks: [String: UInt64]

    /// Describes a call type.
    public init(
        name: String, settings: CallSettingsResponse = .init(), takesIngress: Bool = false,
        grants: [String: Set<OwnCapability>]
    ) {
        self.name = name
        self.settings = settings
        self.takesIngress = takesIngress
        self.grants = grants
        masks = grants.mapValues { granted in
            granted.reduce(0) { $0 | (Self.bits[$1] ?? 0) }
        }
    }

    /// The same type, but only members read and join its calls: whoever has no role in a call may no more than make one.
    public var forMembersOnly: CallType {
        var grants = grants
        for role in [CallRole.user, CallRole.guest, CallRole.anonymous] {
            grants[role] = grants[role]?.intersection([.createCall])
        }
        return CallType(name: name, settings: settings, takesIngress: takesIngress, grants: grants)
    }

    /// Whether one of the roles brings the capability.
    public func grants(_ capability: OwnCapability, to roles: [String]) -> Bool {
        guard let bit = Self.bits[capability] else {
            return roles.contains { grants[$0]?.contains(capability) ?? false }
        }
        return mask(of: roles) & bit != 0
    }

    /// All documented capabilities that the roles bring together, sorted.
    public func capabilities(of roles: [String]) -> [OwnCapability] {
        var rest = mask(of: roles)
        var granted: [OwnCapability] = []
        granted.reserveCapacity(rest.nonzeroBitCount)
        while rest != 0 {
            granted.append(OwnCapability.all[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        return granted
    }

    private func mask(of roles: [String]) -> UInt64 {
        roles.reduce(0) { $0 | (masks[$1] ?? 0) }
    }

    private static let bits: [OwnCapability: UInt64] = Dictionary(
        OwnCapability.all.prefix(64).enumerated().map { ($0.element, 1 << UInt64($0.offset)) }, uniquingKeysWith: { $1 }
    )
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
