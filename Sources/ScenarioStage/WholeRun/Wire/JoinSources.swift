import Wire

/// Checks that a client reconnects as what it joined: from WebRTC, or as an ingress of another kind (wire.md, `source`).
struct JoinSources {
    /// The source in the last join of each session; nil for the default one.
    private var sources: [String: Int64?] = [:]

    /// Processes the body of a request that joins an SFU; returns its violation.
    mutating func violation(of content: BodyContent) -> String? {
        guard let body = content.map, let sessionId = body["session_id"]?.text else { return nil }
        let source = body["source"]?.integer
        let former = body["reconnect_details"]?.map?["previous_session_id"]?.text ?? sessionId
        let known = sources[former]
        sources[sessionId] = .some(source)
        guard let known, known != source else { return nil }
        return "its source is not that of the session before"
    }
}
