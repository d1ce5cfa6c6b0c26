import Journal

/// A line of a backend's trace, such as `session joined call=default:standup user=alice session=s1`.
struct TraceLine {
    private let text: String
    private let words: [Substring]

    init(_ text: String) {
        self.text = text
        words = text.split(separator: " ", maxSplits: 6)
    }

    /// The occurrence of the line; nil when no specification observes it.
    var observation: Observation? {
        guard let verb = words.first, words.count > 1 else { return nil }
        switch verb {
        case "request": return request
        case "event":
            let users = self["to"]?.split(separator: ",") ?? []
            return .sent(
                SentEvent(type: words[1], cid: self["call"], users: users, isPast: words.last == "past"))
        case "session": return session
        case "connection":
            return self["connection"].map { .connection(change: words[1], id: $0, user: self["user"] ?? "") }
        case "timer": return .serverTimer(ServerTimer(text.dropFirst("timer ".count)))
        default: return nil
        }
    }

    private var request: Observation? {
        // Health checks are the majority of requests.
        guard words[1] != "connection", words[1] != "sfu/health" else { return nil }
        guard let user = self["user"], let code = self["code"] else { return nil }
        var request = ObservedRequest(operation: words[1], cid: self["call"], user: user, code: code)
        if !request.isGranted { request.refusal = refusal }
        return .request(request)
    }

    /// The message of a refusal, which is the last part of the line, in quotation marks.
    private var refusal: Substring? {
        text.firstRange(of: "refusal=\"").map { text[$0.upperBound...].dropLast() }
    }

    private var session: Observation? {
        guard let cid = self["call"], let user = self["user"], let session = self["session"] else { return nil }
        return .session(SessionChange(change: words[1], cid: cid, user: user, session: session))
    }

    /// Returns the value of a key.
    private subscript(key: String) -> Substring? {
        let word = words.dropFirst(2).first { word in
            word.utf8.starts(with: key.utf8) && word.utf8.dropFirst(key.utf8.count).first == UInt8(ascii: "=")
        }
        return word?.dropFirst(key.utf8.count + 1)
    }

    /// Returns the message of a datagram when it is sent; nil for its other fates.
    static func message(_ datagram: JournalEvent.Datagram) -> Observation? {
        guard case .sent = datagram.fate, let summary = datagram.summary, let number = datagram.number else {
            return nil
        }
        guard !summary.hasPrefix("STUN ") else {
            return summary.hasPrefix("STUN success") ? .consent(from: datagram.from, to: datagram.to) : nil
        }
        let words = summary.utf8.split(separator: UInt8(ascii: " "), maxSplits: 3)
        guard words.count > 1, let id = Int(Substring(words[1])) else { return nil }
        var message = WireMessage(
            role: role(words), isAcknowledgement: words[0].elementsEqual("ACK".utf8), id: id, datagram: number,
            from: datagram.from, to: datagram.to)
        if message.role == .request { message.line = Substring(summary.utf8[words[2].startIndex...]) }
        guard message.role == .response else { return .message(message) }
        message.code = Substring(words[2])
        guard let end = summary.utf8.lastIndex(of: UInt8(ascii: "]")) else {
            // A notification has events, but one block of it may contain no complete type.
            message.isBlockOfEvents =
                !message.isAcknowledgement && words[2].elementsEqual("2.05".utf8)
                && streams.contains { summary.hasSuffix($0) }
            return .message(message)
        }
        message.first = Int(summary[end...].dropFirst("] from no. ".count))
        message.eventCount = summary.utf8[..<end].reduce(1) { $1 == UInt8(ascii: ",") ? $0 + 1 : $0 }
        let types = summary.utf8.drop { $0 != UInt8(ascii: "[") }.dropFirst()
        message.beginsStream = types.starts(with: WireMessage.opening.utf8)
        return .message(message)
    }

    /// The resources with event streams.
    private static let streams = ["/video/connect", "/sfu/join"]

    private static func role(_ words: [Substring.UTF8View]) -> WireMessage.Role {
        guard words.count > 2, let first = words[2].first else { return .empty }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) ? .response : .request
    }
}
