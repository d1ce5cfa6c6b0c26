/// Keys of `drop` that choose packets by what they carry, read from the line about a packet in a journal.
struct PacketSelector: Hashable {
    /// The keys on one line.
    let text: String
    /// True when the packets carry an event.
    let isEvent: Bool
    /// The path of a request, with `*` for the parts that name a call; nil for an event.
    let path: String?

    /// The selector of a request, such as `CON 28401 POST /video/call/default/standup/accept`.
    init?(request summary: String) {
        let words = summary.split(separator: " ")
        guard words.count >= 4, ["GET", "POST", "PUT", "PATCH", "DELETE", "FETCH", "iPATCH"].contains(words[2]) else {
            return nil
        }
        let path = Self.general(String(words[3]))
        text = "method: \(words[2]), path: \"\(path)\""
        isEvent = false
        self.path = path
    }

    private init(event: Substring) {
        text = "event: \(event)"
        isEvent = true
        path = nil
    }

    /// The selectors of the response to a request, and of the events that a packet carries.
    private static func answers(_ summary: String) -> [PacketSelector] {
        if let open = summary.lastIndex(of: "["), summary.hasSuffix("]") {
            let events = summary[summary.index(after: open)...].dropLast().split(separator: ",")
            return events.map { PacketSelector(event: $0.drop { $0 == " " }) }
                .filter { $0.text.allSatisfy { $0.isLetter || ".: _".contains($0) } }
        }
        return []
    }

    /// Returns the path with a wildcard for the type and id of a call.
    private static func general(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let index = parts.firstIndex(of: "call"), parts.count > index + 2 {
            parts.replaceSubrange((index + 1)...(index + 2), with: ["*"])
        }
        return parts.joined(separator: "/")
    }

    /// The selectors of all requests and events of a run, in the order of their texts.
    static func all(in history: RunHistory) -> [PacketSelector] {
        var found: Set<PacketSelector> = []
        for datagram in history.datagrams {
            if let request = PacketSelector(request: datagram.summary) { found.insert(request) }
            found.formUnion(answers(datagram.summary))
        }
        return found.sorted { $0.text < $1.text }
    }
}
