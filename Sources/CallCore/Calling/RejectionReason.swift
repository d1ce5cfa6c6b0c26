public import Signaling

/// The reason of a rejection (`semantics.md` 2.6).
public enum RejectionReason: Hashable, Sendable {
    /// Another call is active.
    case busy
    /// The callee declines.
    case decline
    /// The caller cancels the ring.
    case cancel
    /// The time to answer has passed.
    case timeout
    /// A reason of the application.
    case custom(String)

    /// The text in the request.
    public var text: String {
        switch self {
        case .busy: "busy"
        case .decline: "decline"
        case .cancel: "cancel"
        case .timeout: "timeout"
        case .custom(let text): text
        }
    }

    /// Returns the reason that fits the client's situation; nil when `cid` does not ring.
    ///
    /// - Parameters:
    ///   - cid: The call to reject.
    ///   - ringing: The ringing call, with true when this user rings.
    ///   - hasActiveCall: True when another call is active.
    ///   - ringTimeout: True when the ring timer causes the rejection.
    public static func provided(
        for cid: CallCid, ringing: (cid: CallCid, isMine: Bool)?, hasActiveCall: Bool, ringTimeout: Bool
    ) -> RejectionReason? {
        guard let ringing, ringing.cid == cid else { return nil }
        if hasActiveCall { return .busy }
        if ringing.isMine { return .cancel }
        return ringTimeout ? .timeout : .decline
    }
}
