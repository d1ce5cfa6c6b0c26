public import Signaling

/// The effect of a coordinator event on the ring of its call (`semantics.md` 2.4).
public enum RingChange: Hashable, Sendable {
    /// Another user rings this one.
    case started(IncomingCall)
    /// A ring arrived that is not shown, for the given reason.
    case alreadyHandled(AlreadyHandled)
    /// A user accepted the ring.
    case accepted(by: Answerer)
    /// A user rejected the ring, or the caller cancelled it.
    case rejected(by: Answerer, RingRemainder)
    /// The time to answer has passed, or this user is no longer a member.
    case missed
    /// The call ended for everyone.
    case ended
    /// This user was blocked.
    case blocked
}

extension RingChange {
    /// True for a change after which this user accepts only a later ring of the same call.
    public var endsRing: Bool {
        switch self {
        case .rejected, .missed, .blocked: true
        case .started, .alreadyHandled, .accepted, .ended: false
        }
    }
}

extension CallStateValues {
    /// Returns the change of the ring that an event causes; nil for an event without one.
    ///
    /// - Precondition: These values include the event.
    public func ringChange(of event: CoordinatorEvent, for me: String) -> RingChange? {
        switch event {
        case .ring(let ring) where ring.user.id != me:
            AlreadyHandled(ring.call, members: ring.members, user: me, ringer: ring.user.id)
                .map(RingChange.alreadyHandled) ?? .started(IncomingCall(ring))
        case .accepted(let event):
            .accepted(by: answerer(event.user, me))
        case .rejected(let event):
            .rejected(by: answerer(event.user, me), remainder(after: event.user, me))
        case .missed:
            .missed
        case .memberRemoved(let event) where event.members.contains(me):
            .missed
        case .ended, .deleted:
            .ended
        case .blockedUser(let event) where event.user.id == me:
            .blocked
        default:
            nil
        }
    }

    /// The last user that rang, or else the creator of the call.
    public var caller: String? { ringer ?? createdBy?.id }

    /// Records that this user rings `callees`; an empty list means all members.
    ///
    /// - Parameter isContinued: True while an earlier ring of this user continues. Its callees are rung as well.
    public mutating func rings(_ callees: [String], as me: String, isContinued: Bool = false) {
        let earlier = isContinued ? self.callees ?? callees : callees
        let ringsAll = earlier.isEmpty || callees.isEmpty
        ringer = me
        self.callees = ringsAll ? [] : earlier + callees.filter { !earlier.contains($0) }
    }

    /// True when the ring of this user can no longer be answered.
    public func isOutgoingRingOver(_ me: String) -> Bool {
        endedAt != nil || allRejected(ringer: me, callees: callees ?? [])
    }

    private func answerer(_ user: User?, _ me: String) -> Answerer {
        if user?.id == me { return .me }
        return user?.id == caller ? .creator : .other
    }

    private func remainder(after rejecting: User?, _ me: String) -> RingRemainder {
        if let callees, allRejected(ringer: me, callees: callees) {
            return .allRejected(count: rung(by: me, callees).count)
        }
        let others = Set(session?.acceptedBy.keys.map { $0 } ?? []).subtracting([me, caller ?? ""])
        // A caller that cancels the ring leaves, although the session may still list it.
        let present = session?.participants.contains { ![me, rejecting?.id].contains($0.user.id) } ?? false
        return others.isEmpty && !present ? .noneRemains : .continues
    }
}
