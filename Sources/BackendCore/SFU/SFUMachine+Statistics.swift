import Signaling
import Wire

extension SFUMachine {
    /// Passes on what a client counted: the coordinator adds it up.
    mutating func takeStats(
        _ request: ServerRequest, _ body: SendStatsRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        let stay = try stay(body.sessionId, of: request)
        userId = stay.userId
        effects.append(.report(.counted(stay.cid, body)))
        return ServerAnswer(.changed)
    }
}
