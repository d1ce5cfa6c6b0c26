import Signaling
import Wire

extension SFUMachine {
    /// Reports a client's counts to the coordinator, which adds them up.
    func takeStats(
        _ request: ServerRequest, _ body: SendStatsRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        effects.append(.report(.counted(session.cid, body)))
        return ServerResponse(.changed)
    }
}
