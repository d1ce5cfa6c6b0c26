public import Signaling

/// The reason for which a late ring is ignored (`semantics.md` 2.6, the reasons in their order).
public enum AlreadyHandled: String, CaseIterable, Hashable, Sendable {
    /// The call has ended.
    case callHasEnded = "call-has-ended"
    /// This user accepted, rejected or missed the ring, on this device or another one.
    case userRespondedElsewhere = "user-responded-elsewhere"
    /// The caller cancelled the ring, and no other user had accepted.
    case creatorRejected = "ring: creator rejected"
    /// Every other member rejected the ring, including those that had accepted before.
    case everyoneRejected = "ring: everyone rejected"

    /// Creates the reason for which a ring is ignored; nil when the ring is shown.
    ///
    /// - Parameters:
    ///   - call: The call as the ring describes it.
    ///   - members: The members of the call.
    ///   - user: The user that is rung.
    ///   - ringer: The user that rings; nil for the creator of the call.
    public init?(_ call: CallResponse, members: [Member], user: String, ringer: String? = nil) {
        if call.endedAt != nil {
            self = .callHasEnded
            return
        }
        guard let session = call.session,
            !(session.acceptedBy.isEmpty && session.rejectedBy.isEmpty && session.missedBy.isEmpty)
        else { return nil }
        if [session.acceptedBy, session.rejectedBy, session.missedBy].contains(where: { $0[user] != nil }) {
            self = .userRespondedElsewhere
            return
        }
        let creator = ringer ?? call.createdBy.id
        let othersAccepted = session.acceptedBy.keys.contains { $0 != creator && $0 != user }
        if session.rejectedBy[creator] != nil, !othersAccepted {
            self = .creatorRejected
            return
        }
        let others = members.map(\.userId).filter { $0 != user }
        guard !others.isEmpty, others.allSatisfy({ session.rejectedBy[$0] != nil }) else { return nil }
        self = .everyoneRejected
    }
}
