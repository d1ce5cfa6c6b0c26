import Signaling
import Wire

/// Who has noise taken out of what their microphone hears: told by each client for its own stay, where the coordinator
/// lets it.
extension SFUMachine {
    mutating func setNoiseCancellation(
        _ isOn: Bool, _ request: ServerRequest, _ body: NoiseCancellationRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        let stay = try stay(body.sessionId, of: request)
        userId = stay.userId
        if isOn, sessions[stay.cid]?.admitted[stay.userId]?.mayCancelNoise != true {
            throw .noNoiseCancellation(stay.cid)
        }
        stays[stay.sessionId]?.cancelsNoise = isOn
        return ServerAnswer(.changed)
    }

    /// Lets a user have noise taken out, or no more, which ends it.
    mutating func allowNoiseCancellation(_ isAllowed: Bool, to userId: String, in cid: CallCid) {
        guard sessions[cid]?.admitted[userId].map({ $0.mayCancelNoise != isAllowed }) ?? false else { return }
        sessions[cid]?.admitted[userId]?.mayCancelNoise = isAllowed
        guard !isAllowed else { return }
        for stay in stays(of: [userId], in: cid) { stays[stay.sessionId]?.cancelsNoise = false }
    }
}
