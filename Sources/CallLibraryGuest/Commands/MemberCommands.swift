import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling

extension Argument {
    fileprivate static let role = Argument("role", .text(.role), "their role in the call", such: "role: moderator")
}

extension Commands {
    /// Changes of the members of a call.
    static let memberCommands: [CommandRow] = [
        .call(
            "call.addMembers", "adds members to a call", needs: [.members], takes: [.call, .role, .custom]
        ) { try await $0.addMembers(members: $1.membersWithData) },
        .call(
            "call.updateMembers", "gives members another role and other data", needs: [.members],
            takes: [.call, .role, .custom]
        ) { try await $0.updateMembers(members: $1.membersWithData) },
        .call("call.removeMembers", "removes members from a call", needs: [.members], takes: [.call]) {
            try await $0.removeMembers(ids: $1.texts(.members))
        },
    ]
}

extension Arguments {
    fileprivate var membersWithData: [MemberRequest] {
        texts(.members).map { MemberRequest(userId: $0, role: text(.role), custom: customData) }
    }
}
