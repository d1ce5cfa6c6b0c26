public import Signaling

/// Decides which call rings for a client, and for how long (`semantics.md` section 0, rules 5 to 7).
///
/// At most one call rings. The client's `ringingCall`, its view models and its policies follow this machine.
public struct RingMachine: Sendable {
    /// An event of a ring.
    public enum Event: Hashable, Sendable {
        /// This user rings the members of a call for the given duration; zero for no limit.
        case outgoing(CallCid, timeout: Duration)
        /// An event changed the ring of a call. `isBusy` is true when another call is active, joins, or is about to
        /// ring.
        case changed(CallCid, RingChange, isBusy: Bool)
        /// This user began to answer.
        case answering(CallCid)
        /// This client answered, left or abandoned the call, with success or failure.
        case closed(CallCid)
        /// A call became the active one.
        case entered(CallCid)
        /// The timer of the ring with this number fired.
        case ranOut(Int)
    }

    /// An action that the machine requests of its owner.
    public enum Effect: Hashable, Sendable {
        /// Start the timer of the ring with this number.
        case startTimer(Duration, ring: Int)
        /// Stop the timer.
        case stopTimer
        /// Reject a call because another one is active.
        case rejectBusy(CallCid)
    }

    /// The ringing call, if any.
    public private(set) var ringing: CallCid?
    /// The number of the last ring that was shown.
    public private(set) var number = 0

    private let rejectsWhenBusy: Bool
    private var active: CallCid?
    private var isOutgoing = false
    /// True while this client itself answers the ring.
    private var isAnswering = false

    /// Creates the machine of a client without calls.
    public init(rejectsWhenBusy: Bool) {
        self.rejectsWhenBusy = rejectsWhenBusy
    }

    /// Handles one event and returns its effects.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .outgoing(let cid, let timeout): start(cid, timeout)
        case .changed(let cid, let change, let isBusy): handle(change, of: cid, isBusy)
        case .answering(let cid): answer(cid)
        case .closed(let cid): close(cid)
        case .entered(let cid): enter(cid)
        case .ranOut(let number): number == self.number ? stop() : []
        }
    }

    private mutating func handle(_ change: RingChange, of cid: CallCid, _ isBusy: Bool) -> [Effect] {
        switch change {
        case .started(let incoming): receive(incoming, isBusy)
        case .accepted(by: .me): cid == ringing && !isAnswering ? stop() : []
        case .accepted(by: .creator), .accepted(by: .other):
            cid == ringing && isOutgoing ? [.stopTimer] : []
        case .rejected(by: .other, .continues), .rejected(by: .other, .noneRemains): []
        // The callees of this user have rejected. A ring by another user since then continues.
        case .rejected(by: .other, .allRejected): cid == ringing && isOutgoing ? stop() : []
        // Such a change may concern an earlier ring of the active call. The call remains active until it is left.
        case .rejected, .alreadyHandled, .missed, .ended, .blocked: cid == ringing ? stop() : []
        }
    }

    /// Shows a ring that arrives during a call beside that call. A ring that arrives during another ring is ignored.
    private mutating func receive(_ incoming: IncomingCall, _ isBusy: Bool) -> [Effect] {
        let cid = incoming.cid
        guard cid != active else { return [] }
        let isOtherRinging = ringing != nil && ringing != cid
        if rejectsWhenBusy, isBusy || isOtherRinging { return [.rejectBusy(cid)] }
        return isOtherRinging ? [] : start(cid, incoming.timeout, isOutgoing: false)
    }

    private mutating func start(_ cid: CallCid, _ timeout: Duration, isOutgoing: Bool = true) -> [Effect] {
        ringing = cid
        self.isOutgoing = isOutgoing
        isAnswering = false
        number += 1
        return timeout > .zero ? [.stopTimer, .startTimer(timeout, ring: number)] : [.stopTimer]
    }

    private mutating func answer(_ cid: CallCid) -> [Effect] {
        guard cid == ringing else { return [] }
        isAnswering = true
        return [.stopTimer]
    }

    private mutating func enter(_ cid: CallCid) -> [Effect] {
        active = cid
        return ringing == nil ? [] : stop()
    }

    private mutating func close(_ cid: CallCid) -> [Effect] {
        if active == cid { active = nil }
        return cid == ringing ? stop() : []
    }

    private mutating func stop() -> [Effect] {
        ringing = nil
        return [.stopTimer]
    }
}
