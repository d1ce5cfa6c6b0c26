/// A word that the sources avoid, where it is avoided, and what to write instead.
struct AvoidedWord: Sendable {
    /// Where a word counts.
    enum Scope: Sendable {
        /// At the start of a comment, or of the text behind `- Returns:` and the like.
        case opening
        /// Anywhere in a comment.
        case comment
        /// As words of a name in the code: `goOn` is `go on`.
        case name
        /// In a text of the sources, such as a message.
        case message
    }

    let text: String
    let scope: Scope
    let instead: String
}

/// The words that HANDBOOK.md replaces. A new one needs an entry in the glossary there.
enum Vocabulary {
    static let words: [AvoidedWord] =
        openings("Who", "Whoever", "Whom", "Whose", instead: "the noun: \"The participant that …\"")
        + openings("What", "Whatever", instead: "the noun: \"The bytes of …\", or the verb: \"Returns …\"")
        + openings("Whether", instead: "\"True when …\", or \"A Boolean value that indicates …\"")
        + openings("Nobody", "Somebody", "Everybody", instead: "the noun: \"No participant …\"")
        + openings("Whichever", instead: "the noun with \"the first that\"")
        + comments(
            "is told", "are told", "was told", "be told", instead: "\"is notified\", \"receives\" or \"is passed\"")
        + comments(
            "whoever", "somebody", "nobody", "whichever", instead: "the noun: participant, client, caller, sender")
        + comments("in the same breath", instead: "\"in the same turn\"")
        + comments("comes back", "come back", "came back", instead: "\"returns\" or \"reconnects\"")
        + comments("goes and comes", instead: "\"is interrupted\"")
        + comments("takes over that", instead: "the verb of what happens: \"records\", \"applies\"")
        + messages("whoever", "somebody", instead: "the noun: participant, client, caller, sender")
        + messages("stands twice", "comes twice", instead: "\"appears twice\"")
        + messages("is told", "told apart", instead: "\"is notified\", or the noun")
        + messages("is no ", instead: "\"is not a\"")
        + [
            "curtain": "epilogue", "stay": "session", "stays": "sessions", "happening": "event pattern",
            "happenings": "event patterns", "annex": "blockwise state", "rare": "the state's own name",
            "news": "the event's own name", "breach": "failure", "hinder": "blocker", "go on": "resume",
            "look around": "evaluate", "obey": "apply", "heed": "handle", "bury": "reap", "parcel": "datagram",
            "goes on": "continues", "tell": "notify", "tells": "notifies", "told": "received or sent",
            "untold": "omitted", "hear": "receive", "heard": "received", "unheard": "without an answer",
            "asker": "requester", "whoever": "the noun", "nobody": "none", "somebody": "the noun",
            "everybody": "all", "anybody": "any", "distrust": "disregard", "greet": "send hello", "lonely": "sole",
            "breath": "turn", "sight": "state or snapshot", "sights": "states or snapshots", "sighting": "match",
            "luck": "random stream", "misfit": "mismatch", "tenancy": "membership", "lodger": "instance",
            "lodgers": "instances", "heir": "successor", "vouch": "verify", "whereabouts": "location",
            "dissent": "disagreement", "crew": "workers",
        ].sorted { $0.key < $1.key }.map { AvoidedWord(text: $0.key, scope: .name, instead: $0.value) }

    private static func openings(_ texts: String..., instead: String) -> [AvoidedWord] {
        texts.map { AvoidedWord(text: $0, scope: .opening, instead: instead) }
    }

    private static func comments(_ texts: String..., instead: String) -> [AvoidedWord] {
        texts.map { AvoidedWord(text: $0, scope: .comment, instead: instead) }
    }

    private static func messages(_ texts: String..., instead: String) -> [AvoidedWord] {
        texts.map { AvoidedWord(text: $0, scope: .message, instead: instead) }
    }

    /// How many avoided words each room still has. A room that is not listed has none. Numbers only shrink.
    static let remaining: [String: Int] = [:]
}
