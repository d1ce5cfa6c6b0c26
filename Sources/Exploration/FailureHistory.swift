import Journal

/// The history of a failed expectation: the transitions of the participants that it names, and the requests with which
/// they changed something.
///
/// An expectation also fails in a scenario that gives it no cause to hold. A smaller scenario counts only when nothing
/// of the history is missing there.
struct FailureHistory {
    /// The transitions and requests, without names.
    private let facts: Set<String>

    /// The properties whose transitions belong to a history.
    private static let watched: Set<Substring> = ["callingState", "stage", "connectionPhase"]
    /// The codes of responses to requests that changed something.
    private static let changing: Set<Substring> = ["2.01", "2.02", "2.04"]

    /// Returns the history of a run that failed at one of its steps, or nil when it did not, or has no journal.
    init?(_ result: ProbeResult) {
        guard let failure = result.verdict.failure, failure.step != nil, !result.journal.isEmpty,
            result.journal.count <= RunHistory.longestJournal
        else { return nil }
        let entries = result.journal.split(separator: UInt8(ascii: "\n")).compactMap { try? JSON(parsing: Array($0)) }
        let users = Self.users(entries)
        let words = Set([failure.reason, failure.expected, failure.actual].compactMap(\.self).flatMap(Self.words))
        let named = users.keys.filter(words.contains)
        // An expectation without a name is about all participants.
        let subjects = named.isEmpty ? Array(users.keys) : named
        let subjectUsers = Set(subjects.compactMap { users[$0] })
        facts = Set(
            entries.compactMap { entry in
                switch entry["kind"]?.text {
                case "state": Self.transition(entry, of: subjects)
                case "log": Self.request(entry, by: subjectUsers)
                default: nil
                }
            })
    }

    /// True when all facts of another history are in this one.
    func contains(_ other: FailureHistory) -> Bool { facts.isSuperset(of: other.facts) }

    /// The user of each participant.
    private static func users(_ entries: [JSON]) -> [String: String] {
        let found = entries.filter { $0["name"]?.text == "participant" }.compactMap { entry -> (String, String)? in
            guard let name = entry["source"]?.text, let user = entry["attributes"]?["user"]?.text else { return nil }
            return (name, user)
        }
        return Dictionary(found) { first, _ in first }
    }

    private static func words(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init)
    }

    private static func transition(_ entry: JSON, of subjects: [String]) -> String? {
        guard let name = entry["participant"]?.text, subjects.contains(name),
            let property = entry["property"]?.text?.prefix(while: { $0 != " " }), watched.contains(property),
            let from = entry["from"]?.text, let to = entry["to"]?.text
        else { return nil }
        return "\(property) \(from) → \(to)"
    }

    private static func request(_ entry: JSON, by users: Set<String>) -> String? {
        let words = entry["name"]?.text?.split(separator: " ") ?? []
        guard entry["source"]?.text == "backend", words.first == "request", words.count > 2 else { return nil }
        func value(_ key: String) -> Substring? {
            words.first { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1)
        }
        guard !words.contains("health"), words[1] != "sfu/health", let user = value("user"), let code = value("code"),
            users.contains(String(user)), changing.contains(code)
        else { return nil }
        return "\(words[1]) \(code)"
    }
}
