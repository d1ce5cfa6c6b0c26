import ScenarioLanguage
import Sockets
import Wire

/// Checks the reason with which a client rejects a ring after a command of its view model: `busy` with another active call,
/// `cancel` for its own ring, and otherwise `decline` (semantics.md 2.6).
struct RejectionReasons {
    private struct Expected {
        let cid: String
        let reason: String
    }

    private var expected: [HostAddress: Expected] = [:]

    /// Notes a command that may reject the ringing call.
    ///
    /// - Parameters:
    ///   - call: The call that the command names; nil for the one that the view model shows.
    ///   - hangsUp: True for a hang-up, which leaves an active call and rejects none beside it.
    ///   - read: Returns the value of a property of the participant.
    mutating func note(_ client: HostAddress, call: Value?, hangsUp: Bool, _ read: EffectWatch.Reading) {
        guard case .text(let ringing) = read(CommandEffect.named("ringingCall")),
            call ?? .text(ringing) == .text(ringing)
        else { return }
        let active = read(CommandEffect.named("activeCall"))
        // A user that rings may be rung in the same call by another one, whose ring it then declines.
        let isRung = ![.none, .integer(0)].contains(read(.events("call.ring")))
        let reason: String? =
            switch read(CommandEffect.named("callingState")) {
            case _ where active != .none: hangsUp || active == .text(ringing) ? nil : "busy"
            case .text("outgoing"): isRung ? nil : "cancel"
            case .text("incoming"): "decline"
            default: nil
            }
        expected[client] = reason.map { Expected(cid: ringing, reason: $0) }
    }

    /// Forgets what a client's earlier command lets it send.
    mutating func noteCommand(of client: HostAddress) { expected[client] = nil }

    /// Processes a request; returns its violation.
    mutating func violation(of request: RequestFacts, by client: HostAddress) -> String? {
        guard request.action == .reject, let known = expected[client], request.cid == known.cid,
            let body = request.body
        else { return nil }
        expected[client] = nil
        let reason = body["reason"]?.text ?? "none"
        return reason == known.reason ? nil : "its reason is \(reason), and not \(known.reason)"
    }
}
