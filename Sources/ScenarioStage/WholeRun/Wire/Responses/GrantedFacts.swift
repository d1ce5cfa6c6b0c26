import Wire

/// The changes by granted requests that later bodies must show.
///
/// A change happens between its request and its response. It is known until another request that may change the same
/// fact begins. A body must show it when the body was requested or created after the response.
struct GrantedFacts {
    /// A part of a call or a device that a request changes.
    enum Subject: Hashable {
        case custom
        case startsAt
        case setting(SettingsTable.Field)
        case blocked(String)
        case member(String)
        case hand(String)
        case device(String)

        /// The words for a message.
        var text: String {
            switch self {
            case .custom: "custom"
            case .startsAt: "starts_at"
            case .setting(let field): "settings.\(field.text)"
            case .blocked(let user): "blocked_user_ids of \(user)"
            case .member(let user): "member \(user)"
            case .hand(let user): "hand_raised_at of \(user)"
            case .device(let id): "device \(id)"
            }
        }
    }

    /// The age of a body.
    enum Age {
        /// The body is the response to a request with this number.
        case requestedAt(Int)
        /// The body is of an event with this date.
        case createdAt(Int64)

        /// True for a body that shows what has happened at the moment.
        func isAfter(_ moment: MessageTime) -> Bool {
            switch self {
            case .requestedAt(let order): order > moment.order
            case .createdAt(let date): date > moment.date
            }
        }
    }

    enum Outcome {
        case granted
        case refused
        /// The server has failed, or the response does not show whether the request was granted.
        case unclear
    }

    private struct Fact {
        var value: CBOR?
        var since = MessageTime(order: 0, date: 0)
        /// The number of open requests that may change the fact.
        var open = 0
        /// True when two such requests overlap, so that their order is unknown.
        var overlaps = false
    }

    private var facts: [String: [Subject: Fact]] = [:]
    /// The scopes that a request may have changed in an unknown way.
    private var unclear: Set<String> = []

    /// Records a request that may change facts.
    mutating func begin(_ subjects: some Sequence<Subject>, of scope: String) {
        for subject in subjects where !unclear.contains(scope) {
            var fact = facts[scope]?[subject] ?? Fact()
            if fact.open > 0 { fact.overlaps = true }
            fact.open += 1
            facts[scope, default: [:]][subject] = fact
        }
    }

    /// Records the response to such a request.
    mutating func end(_ changes: [Subject: CBOR], of scope: String, _ outcome: Outcome, at moment: MessageTime) {
        for (subject, value) in changes {
            guard var fact = facts[scope]?[subject] else { continue }
            fact.open -= 1
            switch outcome {
            case .refused: break
            case .granted where !fact.overlaps: (fact.value, fact.since) = (value, moment)
            case .granted, .unclear: fact.value = nil
            }
            if fact.open <= 0 { (fact.open, fact.overlaps) = (0, false) }
            facts[scope]?[subject] = fact
        }
    }

    /// Forgets what is known of a scope.
    mutating func forget(_ scope: String) {
        facts[scope] = facts[scope]?.filter { $0.value.open > 0 }.mapValues { Fact(open: $0.open, overlaps: true) }
    }

    /// Records a request that may change anything in a scope, from now on.
    mutating func disregard(_ scope: String) {
        facts[scope] = nil
        unclear.insert(scope)
    }

    /// Returns the facts that a body of some age must show, each with the moment at which it was granted.
    func known(of scope: String, _ age: Age) -> [(subject: Subject, value: CBOR, since: MessageTime)] {
        guard let facts = facts[scope] else { return [] }
        return facts.compactMap { subject, fact in
            guard fact.open == 0, let value = fact.value, age.isAfter(fact.since) else { return nil }
            return (subject, value, fact.since)
        }
    }
}
