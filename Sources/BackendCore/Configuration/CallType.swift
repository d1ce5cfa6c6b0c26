package import Signaling

/// A type of calls: its settings, and the capabilities of each role.
package struct CallType: Hashable, Sendable {
    /// The name, the first half of a cid.
    package let name: String
    /// The settings of its calls, which a call may override.
    package let settings: CallSettingsResponse
    /// True when its calls accept a stream over RTMP.
    package let takesIngress: Bool
    /// The capabilities of each role.
    package let grants: [String: Set<OwnCapability>]
    /// The grants with one bit per documented capability, because every request checks them.
    private let masks: [RoleMask]
    /// The rights of one role or two roles together, by their bits.
    private let rights: [UInt64: Rights]

    /// A role with its capabilities. The few roles are searched, most frequent first.
    private struct RoleMask: Hashable, Sendable {
        let role: String
        let mask: UInt64
    }

    /// The capabilities of a user, and the grants for publishing that follow from them.
    struct Rights: Hashable, Sendable {
        /// The documented capabilities, in their order.
        let capabilities: [OwnCapability]
        let grants: CallGrants

        init(_ capabilities: [OwnCapability]) {
            self.capabilities = capabilities
            grants = CallGrants(capabilities)
        }
    }

    /// Creates a call type.
    package init(
        name: String, settings: CallSettingsResponse = CallSettingsResponse(), takesIngress: Bool = false,
        grants: [String: Set<OwnCapability>]
    ) {
        self.name = name
        self.settings = settings
        self.takesIngress = takesIngress
        self.grants = grants
        let usual = [CallRole.user, CallRole.host, CallRole.callMember].filter { grants[$0] != nil }
        let masks = (usual + grants.keys.filter { !usual.contains($0) }.sorted()).map { role in
            RoleMask(role: role, mask: (grants[role] ?? []).reduce(0) { $0 | (Self.bits[$1] ?? 0) })
        }
        self.masks = masks
        let together = Set(masks.flatMap { one in masks.map { one.mask | $0.mask } })
        rights = Dictionary(uniqueKeysWithValues: together.map { ($0, Rights(Self.capabilities(ofBits: $0))) })
    }

    /// The type with access to its calls for members only. Other users may only create calls.
    package var forMembersOnly: CallType {
        var grants = grants
        for role in [CallRole.user, CallRole.guest, CallRole.anonymous] {
            grants[role] = grants[role]?.intersection([.createCall])
        }
        return CallType(name: name, settings: settings, takesIngress: takesIngress, grants: grants)
    }

    /// Returns true when one of the two roles, or the only one, has the capability.
    func grants(_ capability: OwnCapability, to role: String, _ other: String? = nil) -> Bool {
        guard let bit = Self.bits[capability] else {
            return [role, other ?? role].contains { grants[$0]?.contains(capability) ?? false }
        }
        return mask(of: role, other) & bit != 0
    }

    /// Returns the documented capabilities of the roles together, in their order.
    package func capabilities(of roles: [String]) -> [OwnCapability] {
        Self.capabilities(ofBits: roles.reduce(0) { $0 | mask(of: $1) })
    }

    /// Returns the rights of two roles together, or of the only one.
    func rights(of role: String, _ other: String? = nil) -> Rights {
        let mask = mask(of: role, other)
        return rights[mask] ?? Rights(Self.capabilities(ofBits: mask))
    }

    private func mask(of role: String, _ other: String? = nil) -> UInt64 {
        mask(ofOne: role) | (other.map { mask(ofOne: $0) } ?? 0)
    }

    private func mask(ofOne role: String) -> UInt64 {
        for index in masks.indices where masks[index].role == role { return masks[index].mask }
        return 0
    }

    private static func capabilities(ofBits mask: UInt64) -> [OwnCapability] {
        var rest = mask
        var granted: [OwnCapability] = []
        granted.reserveCapacity(rest.nonzeroBitCount)
        while rest != 0 {
            granted.append(OwnCapability.all[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        return granted
    }

    private static let bits: [OwnCapability: UInt64] = Dictionary(
        OwnCapability.all.prefix(64).enumerated().map { ($0.element, 1 << UInt64($0.offset)) }, uniquingKeysWith: { $1 }
    )
}

/// The names of the roles in the documented call types.
package enum CallRole {
    /// A user with a name.
    package static let user = "user"
    /// A user with access to one call.
    package static let guest = "guest"
    /// A user without an identity.
    package static let anonymous = "anonymous"
    /// A member without another role in the call.
    package static let callMember = "call_member"
    /// A user that is invited to speak.
    package static let speaker = "speaker"
    /// A user that moderates.
    package static let moderator = "moderator"
    /// The creator of the call, or a member with the same rights.
    package static let host = "host"
    /// An operator of the application.
    package static let admin = "admin"
}
