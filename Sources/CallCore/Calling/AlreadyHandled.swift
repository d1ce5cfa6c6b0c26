public import Signaling

/// Why a ring that arrives late is no news any more (`semantics.md` 2.6, the reasons in their order).
public enum AlreadyHandled: String, CaseIterable, Hashable, Sendable {
    /// The call is over.
    case callHasEnded = "call-has-ended"
    /// This user accepted, rejected or missed it, on this device or another one.
    case userRespondedElsewhere = "user-responded-elsewhere"
    /// The caller took it back, and nobody else had accepted.
    case creatorRejected = "ring: creator rejected"
    /// Everybody else rejected it, also who had accepted before.
    case everyoneRejected = "ring: everyone rejected"

    /// Why a ring for this call is no news to a user; nil when it is.
    ///
    /// - Parameters:
    ///   - call: The call, as the ring tells of it.
    ///   - members: Who belongs to it.
    ///   - user: Whom it rings.
    ///   - ringer: Who rings; who created the call unless told otherwise.
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
