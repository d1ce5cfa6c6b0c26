import Wire

/// Checks that each event of a stream follows from what the stream has shown before: by the response that opens it, and by
/// the events in their order, each once (semantics.md 3.2, 5.1 and 5.2).
struct StreamFacts {
    private enum Subject {
        /// The calls of a connection.
        case calls(CallStream)
        /// The session of the client with this session id, which its response has not shown yet.
        case session(String)
        /// A session that its response has shown.
        case participants(SessionStream)
    }

    /// The state that the stream has shown; nil once a part of it is unknown.
    private var subject: Subject?
    /// The number of the next event; nil before the first one.
    private var next: Int64?

    /// Creates the facts about the stream of a request; nil when it opens none.
    init?(of requestFacts: RequestFacts) {
        switch requestFacts.action {
        case .connect: subject = .calls(CallStream())
        case .joinSession:
            guard let session = requestFacts.body?["session_id"]?.text else { return nil }
            (subject, next) = (.session(session), 1)
        default: return nil
        }
    }

    /// Processes a response or a notification; returns its violation.
    ///
    /// - Parameter date: The date of the datagram; nil when events may be late.
    mutating func violation(of content: BodyContent, at date: Int64?) -> String? {
        switch content {
        case .unread: subject = nil
        case .refusal: break
        case .body(let body):
            if let state = body["call_state"]?.map { begin(state) }
            guard let events = body["events"]?.array, let first = body.date("first") else { return nil }
            return violation(of: events, from: first, at: date)
        }
        return nil
    }

    private mutating func begin(_ state: CBOR.Map) {
        // A notification may overtake the response.
        guard case .session(let session) = subject, next == 1 else { return }
        subject = .participants(SessionStream(of: session, state))
    }

    private mutating func violation(of events: [CBOR], from first: Int64, at date: Int64?) -> String? {
        let expected = next ?? first
        if case .session = subject { subject = nil }
        guard first <= expected else {
            subject = nil
            return nil
        }
        next = max(expected, first + Int64(events.count))
        for event in events.dropFirst(Int(expected - first)).compactMap(\.map) {
            if let text = violation(of: event, at: date) { return text }
        }
        return nil
    }

    private mutating func violation(of event: CBOR.Map, at date: Int64?) -> String? {
        guard let type = event["type"]?.text else { return nil }
        switch subject {
        case .calls(var stream):
            defer { subject = .calls(stream) }
            return stream.violation(of: event, type, at: date)
        case .participants(var stream):
            defer { subject = .participants(stream) }
            return stream.violation(of: event, type)
        case .session, nil: return nil
        }
    }
}
