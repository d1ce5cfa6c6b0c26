public import Wire

/// A user's membership of a call.
public struct Member: Body {
    /// The user.
    public var user = User()
    /// The role within this call; nil for the user's own role.
    public var role: String?
    /// Custom data of the application about the membership.
    public var custom: CBOR.Map = [:]

    /// The user's id.
    public var userId: String { user.id }

    package init() {}

    package static let listCache: DecodeCache<[Member]>? = DecodeCache(bits: 7)

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("role", &role)
        try coder.field("user", &user)
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
    }
}

/// A change of a member, identified by user id.
public struct MemberRequest: Body {
    /// The user's id.
    public var userId = ""
    /// The role within the call.
    public var role: String?
    /// Custom data of the application about the membership.
    public var custom: CBOR.Map = [:]

    /// Creates a request without a user.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("role", &role)
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
        try coder.field("user_id", &userId)
    }
}
