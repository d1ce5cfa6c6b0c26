package import CallLibrary
package import ScenarioLanguage

/// The properties of one member of a call.
package enum MemberProperties {
    /// Every property, in the order of the documents.
    package static let table = Table<PropertySpec, @Sendable (Member) -> Value>([
        MemberPropertyRow("role", .text, "the role in the call") { .optional($0.role) },
        MemberPropertyRow("name", .text, "the name of the user") { .text($0.user.name) },
        MemberPropertyRow("custom", .anything, "the data of this membership") { member in
            .map(member.custom.map { .init(key: $0.key.text ?? "", value: Value($0.value)) })
        },
    ])
}
