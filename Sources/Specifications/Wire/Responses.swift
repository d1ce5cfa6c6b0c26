import Timing
import Wire

/// The responses to requests.
struct Responses: Specification {
    static let page = SpecificationPage(
        name: "one response to a request",
        statement:
            "A confirmable request has one response. A server that receives the request again repeats the response "
            + "that it gave. A client uses a message id for one request to a server within 247 s.",
        source: "RFC 7252 sections 4.2, 4.4 and 5.2", needsOnlyCapture: true,
        arrows: [
            .init(from: "requested", to: "requested", guards: ["the same request is sent again"]),
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
        /// The method and the path of the request.
        let line: Substring?
        var code: Substring?
    }

    /// The time after which a message id may be used again (RFC 7252 section 4.8.2).
    private static let lifetime = Duration.seconds(247)

    private var exchanges: [Exchange: Answer] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        guard case .message(let message) = observation, !run.damagesDatagrams else { return nil }
        switch message.role {
        case .request:
            let exchange = Exchange(client: message.from, server: message.to, id: message.id)
            if let known = exchanges[exchange], known.requestedAt.advanced(by: Self.lifetime) > now {
                return refusal(of: message, known)
            }
            exchanges[exchange] = Answer(requestedAt: now, line: message.line)
        case .response where message.isAcknowledgement:
            let exchange = Exchange(client: message.to, server: message.from, id: message.id)
            guard let code = message.code, var answer = exchanges[exchange] else { return nil }
            // A server forgets a request that it answered with a challenge, and serves a copy of it again. In a
            // disturbed network the challenge may arrive after the response to the copy.
            if code == "4.01", answer.code != nil, !run.isUndisturbed { return nil }
            // A restarted server has forgotten earlier requests, also those whose response is still on its way.
            let isKept = run.lastRestart.map { $0 < answer.requestedAt } ?? true
            if isKept, let given = answer.code, given != code, given != "4.01" {
                return Refusal(
                    "\(message.to) → \(message.from)", "the request \(message.id) has the response \(code)",
                    allowed: ["\(given)"], refused: ["the response has the same code"])
            }
            answer.code = code
            exchanges[exchange] = answer
        case .response, .empty: break
        }
        return nil
    }

    /// Returns the refusal of a request with the message id of another request; nil for a repeated request.
    private func refusal(of message: WireMessage, _ known: Answer) -> Refusal? {
        guard let line = message.line, let first = known.line, line != first else { return nil }
        return Refusal(
            "\(message.from) → \(message.to)", "the message id \(message.id) of \(first) is also the id of \(line)",
            allowed: ["a message id of its own for each request"], refused: ["the same request is sent again"])
    }
}
