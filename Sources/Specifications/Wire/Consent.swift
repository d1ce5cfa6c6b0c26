import Timing
import Wire

/// The consent of a receiver to the media of a sender.
struct Consent: Specification {
    static let page = SpecificationPage(
        name: "consent",
        statement:
            "A client sends media to an address only after a response to its check from there, and at most 30 s after "
            + "the last one.",
        source: "RFC 7675 section 5.1; semantics.md 4.3", needsOnlyCapture: true,
        arrows: [
            .init(from: "no consent", to: "consent", guards: ["the receiver answers a check"]),
            .init(from: "consent", to: "media", guards: ["the last response is at most 30 s old"]),
        ])

    private struct Way: Hashable {
        let sender: SocketAddress
        let receiver: SocketAddress
    }

    /// The lifetime of a response, plus the longest time that a link delays it.
    private static let lifetime = Duration.seconds(30) + .seconds(2)

    private var responses: [Way: Instant] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .consent(let from, let to): responses[Way(sender: to, receiver: from)] = now
        case .media(let from, let to):
            let way = Way(sender: from, receiver: to)
            guard let response = responses[way] else {
                // A capture may begin during a call, and an address may have changed.
                guard run.isUndisturbed, !run.participants.isEmpty else { return nil }
                responses[way] = now
                return Refusal(
                    "\(from) → \(to)", "media is sent before a response to a check", allowed: ["no media"],
                    refused: ["the receiver answers a check"])
            }
            guard response.advanced(by: Self.lifetime) < now else { return nil }
            responses[way] = nil
            return Refusal(
                "\(from) → \(to)", "media is sent \(response.duration(to: now).inSeconds) after the last response",
                allowed: ["no media"], refused: ["the last response is at most 30 s old"])
        default: break
        }
        return nil
    }
}
