import Signaling
import Wire

/// Noise cancellation: each client reports its own, if the coordinator allows it.
extension SFUMachine {
    func setNoiseCancellation(
        _ isOn: Bool, _ request: ServerRequest, _ body: NoiseCancellationRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        if isOn, calls[session.cid]?.admitted[session.userId]?.mayCancelNoise != true {
            throw .noNoiseCancellation(session.cid)
        }
        session.cancelsNoise = isOn
        return ServerResponse(.changed)
    }

    /// Allows a user noise cancellation, or forbids it, which ends it.
    func allowNoiseCancellation(_ isAllowed: Bool, to userId: String, in cid: CallCid) {
        guard let call = calls[cid], let admission = call.admitted[userId], admission.mayCancelNoise != isAllowed
        else { return }
        call.admitted[userId]?.mayCancelNoise = isAllowed
        guard !isAllowed else { return }
        for session in call.sessions(of: [userId]) { session.cancelsNoise = false }
    }
}
