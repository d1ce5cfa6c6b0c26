import CallLibrary

/// A property of one member of a call.
public struct MemberPropertySpec: Sendable {
    /// How a scenario calls it, such as `role`.
    public let name: String
    /// What its values are.
    public let type: ValueType
    /// What it is.
    public let about: String
    /// What it is just now.
    let read: @Sendable (Member) -> Value

    /// The property that is called so.
    public static func named(_ name: String) -> MemberPropertySpec? { all.first { $0.name == name } }

    /// Every property of a member, in the order in which the documents show them.
    public static let all: [MemberPropertySpec] = [
        MemberPropertySpec(name: "role", type: .text, about: "the role in the call") { .optional($0.role) },
        MemberPropertySpec(name: "name", type: .text, about: "the name of the user") { .text($0.user.name) },
        MemberPropertySpec(name: "custom", type: .anything, about: "the data of this membership") { member in
            .map(member.custom.map { .init(key: $0.key.text ?? "", value: Value($0.value)) })
        },
    ]
}

extension MemberPropertySpec: Hashable {
    /// A name means one property.
    public static func == (one: MemberPropertySpec, other: MemberPropertySpec) -> Bool { one.name == other.name }

    /// Feeds its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
