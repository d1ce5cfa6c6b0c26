import CallCore

extension StreamVideo {
    /// Tells the trace which of the properties that people follow have changed.
    func traceChanges(of call: Call, from before: CallStateValues, to after: CallStateValues) {
        func tell(_ name: String, _ text: (CallStateValues) -> String) {
            let (old, new) = (text(before), text(after))
            guard old != new else { return }
            environment.trace(.property(name: name, from: old, to: new))
        }
        if before.participants != after.participants {
            tell("roster") { $0.participants.map(\.userId).joined(separator: " ") }
        }
        if before.members != after.members { tell("members") { $0.members.map(\.userId).joined(separator: " ") } }
        tell("sessionId") { $0.sessionId }
        tell("connectionPhase") { $0.connectionPhase.rawValue }
        tell("reconnectionStatus") { $0.reconnectionStatus.rawValue }
    }
}

extension Call {
    /// Whether every member but the creator rejected and nobody accepted.
    var everybodyRejected: Bool {
        let values = state.values
        guard let session = values.session, session.acceptedBy.isEmpty, let creator = values.createdBy else {
            return false
        }
        let callees = values.members.filter { $0.userId != creator.id }
        return !callees.isEmpty && callees.allSatisfy { session.rejectedBy[$0.userId] != nil }
    }
}
