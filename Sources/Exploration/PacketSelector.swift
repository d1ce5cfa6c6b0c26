import ScenarioLanguage

/// Keys that choose packets by their content, read from the line about a packet in a journal.
struct PacketSelector: Hashable {
    /// The content of a packet.
    enum Kind: Hashable {
        case request
        case response
        case event
    }

    /// The keys on one line.
    let text: String
    let kind: Kind
    /// The path of a request or a response, with `*` for the parts that name a call; nil for an event.
    var path: String?

    /// The key for the participant at the packet's end.
    var end: String { kind == .request ? "from" : "to" }

    /// The selectors of a packet, such as `CON 28401 POST /video/call/default/standup/accept`,
    /// `ACK 51000 2.04 Changed /video/call/default/standup/accept`, `CON 7 2.05 Content /events [call.ring]` or
    /// `STUN request 0a1b`.
    static func all(of summary: String) -> [PacketSelector] {
        let words = summary.split(separator: " ").map(String.init)
        if words.first == "STUN", words.count > 2 {
            return [PacketSelector(text: "class: \(words[1])", kind: words[1] == "request" ? .request : .response)]
        }
        guard words.count >= 4, ["CON", "NON", "ACK"].contains(words[0]) else { return [] }
        if let open = summary.firstIndex(of: "["), let close = summary.lastIndex(of: "]"), open < close {
            let types = summary[summary.index(after: open)..<close].split(separator: ",")
            return types.map { String($0.drop { $0 == " " }) }.filter(isEventType).map {
                PacketSelector(text: "event: \($0)", kind: .event)
            }
        }
        guard let path = words.dropFirst(3).first(where: { $0.hasPrefix("/") }).map(general) else { return [] }
        if methods.contains(words[2]) {
            return [PacketSelector(text: "method: \(words[2]), path: \"\(path)\"", kind: .request, path: path)]
        }
        guard Words.statuses.all.contains(words[2]) else { return [] }
        return [PacketSelector(text: "path: \"\(path)\", status: \(words[2])", kind: .response, path: path)]
    }

    private static let methods: Set = ["GET", "POST", "PUT", "PATCH", "DELETE", "FETCH", "iPATCH"]

    private static func isEventType(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    }

    /// Returns the path with a wildcard for the type and id of a call.
    private static func general(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let index = parts.firstIndex(of: "call"), parts.count > index + 2 {
            parts.replaceSubrange((index + 1)...(index + 2), with: ["*"])
        }
        return parts.joined(separator: "/")
    }

    /// The selectors of all packets of a run, in the order of their texts. A scenario cannot name events beside
    /// `events`.
    static func all(in history: RunHistory, events: [String]) -> [PacketSelector] {
        let known = Set(events.map { "event: \($0)" })
        return Set(history.datagrams.flatMap { all(of: $0.summary) })
            .filter { $0.kind != .event || known.contains($0.text) }
            .sorted { $0.text < $1.text }
    }
}
