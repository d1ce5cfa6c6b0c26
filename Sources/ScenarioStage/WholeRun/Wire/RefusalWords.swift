import Containers
import Wire

/// The code that goes with the words of a refusal's message (wire.md, "Messages of refusals"). The longest words decide.
enum RefusalWords {
    static let codes: [(words: String, code: Int64)] = [
        ("there is no SFU to join on", -1),
        ("the option Observe is missing", 4),
        ("the query connection_id is missing", 4),
        ("names no field", 4),
        ("is not an operator", 4),
        ("cannot be compared by", 4),
        ("is not a cursor of this query", 4),
        ("names no member of", 4),
        ("names no participant of", 4),
        ("names no known user", 4),
        ("which was not announced", 4),
        ("requests in", 9),
        ("have no room for", 9),
        ("the guests of this server together", 9),
        ("a guest has at most", 9),
        ("there is no call", 16),
        ("was deleted", 16),
        ("the capability", 17),
        ("the user is blocked in", 17),
        ("is full:", 17),
        ("this user has no ring in", 17),
        ("was taken back", 17),
        ("the user has rejected the ring", 17),
        ("has not let this user into", 17),
        ("belongs to another participant", 17),
        ("may not use noise cancellation", 17),
        ("an anonymous user has no event stream", 17),
        ("the token has expired", 40),
        ("token:", 43),
        ("but the token is for", 43),
        ("the token names no call", 43),
        ("there is no such connection_id", 44),
        ("the event stream of this connection_id was lost", 44),
        ("this connection_id belongs to another address", 44),
        ("has ended", 45),
        ("there is nothing at", 46),
        ("there is no call type", 46),
        ("there is no recording", 46),
        ("there is no session_id", 46),
        ("the signal of session_id", 46),
        ("is not kept any more", 46),
        ("names no device of this user", 46),
        ("does not take this method", 47),
        ("bytes long", 48),
        ("no participant is in", 49),
        ("is live already", 49),
        ("is in backstage already", 49),
        ("are disabled", 49),
        ("belongs to a participant at another address", 50),
        ("the option Content-Format is", 51),
        ("the option Accept is", 52),
        ("Request-Proof", 53),
        ("is over", 204),
        ("this SFU has no place left", 700),
    ]

    private static let longestFirst = codes.sorted { $0.words.count > $1.words.count }
        .map { (bytes: Array($0.words.utf8), code: $0.code) }

    /// Returns the violation of a refusal whose message belongs to another code.
    static func violation(of refusal: CBOR.Map) -> String? {
        guard let message = refusal["message"]?.text, let code = refusal["code"]?.integer else { return nil }
        let bytes = Array(message.utf8)[...]
        guard let known = longestFirst.first(where: { bytes.contains(part: $0.bytes) }), known.code != code else {
            return nil
        }
        return "its refusal \(code) has the message of \(known.code): \(message)"
    }
}
