import Timing
import Wire

/// The responses to requests.
struct Responses: Specification {
    static let page = SpecificationPage(
        name: "one response to a request",
        statement:
            "A confirmable request has one response. A server that receives the request again repeats the response "
            + "that it gave.",
        source: "RFC 7252 sections 4.2 and 5.2", needsOnlyCapture: true,
        arrows: [
            .init(from: "requested", to: "answered"),
            .init(from: "answered", to: "answered", guards: ["the response has the same code"]),
        ])

    private struct Exchange: Hashable {
        let client: SocketAddress
        let server: SocketAddress
        let id: Int
    }

    private struct Answer {
        let requestedAt: Instant
        var code: Substring?
        var given = Instant.start
    }

    /// The time after which a message id may be used again (RFC 7252 section 4.8.2).
    private static let lifetime = Duration.seconds(247)

    private var exchanges: [Exchange: Answer] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        guard case .message(let message) = observation, !run.damagesDatagrams else { return nil }
        switch message.role {
        case .request:
            let exchange = Exchange(client: message.from, server: message.to, id: message.id)
            if let known = exchanges[exchange], known.requestedAt.advanced(by: Self.lifetime) > now { return nil }
            exchanges[exchange] = Answer(requestedAt: now)
        case .response where message.isAcknowledgement:
            let exchange = Exchange(client: message.to, server: message.from, id: message.id)
            guard let code = message.code, var answer = exchanges[exchange] else { return nil }
            // A server keeps nothing of a request that it answered with a challenge, and serves a copy of it anew. In a
            // disturbed network the challenge may arrive after the copy's response.
            if code == "4.01", answer.code != nil, !run.isUndisturbed { return nil }
            // A restarted server knows no earlier request.
            let isKept = run.lastRestart.map { $0 < answer.given } ?? true
            if isKept, let given = answer.code, given != code, given != "4.01" {
                return Refusal(
                    "\(message.to) → \(message.from)", "the request \(message.id) has the response \(code)",
                    allowed: ["\(given)"], refused: ["the response has the same code"])
            }
            (answer.code, answer.given) = (code, now)
            exchanges[exchange] = answer
        case .response, .empty: break
        }
        return nil
    }
}
