public import Signaling

/// Why a ring is rejected (`semantics.md` 2.6).
public enum RejectionReason: Hashable, Sendable {
    /// Another call is going on.
    case busy
    /// The callee does not want to.
    case decline
    /// The caller takes it back.
    case cancel
    /// Nobody answered in time.
    case timeout
    /// In the application's own words.
    case custom(String)

    /// The text on the wire.
    public var text: String {
        switch self {
        case .busy: "busy"
        case .decline: "decline"
        case .cancel: "cancel"
        case .timeout: "timeout"
        case .custom(let text): text
        }
    }

    /// The reason that fits the client's situation; nil when it is not `cid` that rings.
    ///
    /// - Parameters:
    ///   - cid: The call that is to be rejected.
    ///   - ringing: The call that rings, with whether it is this user who rings.
    ///   - hasActiveCall: Whether another call is going on.
    ///   - ringTimeout: Whether the ring timer asks.
    public static func provided(
        for cid: CallCid, ringing: (cid: CallCid, isMine: Bool)?, hasActiveCall: Bool, ringTimeout: Bool
    ) -> RejectionReason? {
        guard let ringing, ringing.cid == cid else { return nil }
        if hasActiveCall { return .busy }
        if ringing.isMine { return .cancel }
        return ringTimeout ? .timeout : .decline
    }
}
