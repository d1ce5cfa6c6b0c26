import Wire

/// Checks each reconnect that an SFU grants against the joins of its client before (wire.md, "Reconnecting";
/// semantics.md 4.6).
struct ReconnectFacts {
    private enum Strategy: Int64 {
        case fast = 2
        case rejoin = 3
        case migrate = 4
    }

    /// The sessions of a client under one `unified_session_id`.
    private struct History {
        var sessions: Set<String> = []
        var session = ""
        var server: SocketAddress
        var attempt: Int64 = 0
    }

    private var histories: [String: History] = [:]
    /// The servers that reconnects have named as those that they left.
    private var servers: [String: SocketAddress] = [:]

    /// Processes a granted join; returns its violation.
    mutating func violation(of request: CBOR.Map, at server: SocketAddress) -> String? {
        guard let unified = request["unified_session_id"]?.text, let session = request["session_id"]?.text else {
            return nil
        }
        let details = request["reconnect_details"]?.map
        let attempt = details?["reconnect_attempt"]?.integer ?? 0
        var history = histories[unified] ?? History(server: server)
        let text = details.flatMap { details in
            details["strategy"]?.integer.flatMap(Strategy.init).flatMap { strategy in
                violation(
                    of: strategy, details, session, attempt, request.flag("fast_reconnect"), after: history, at: server
                ).map { "it grants a reconnect of strategy \(strategy) \($0)" }
            }
        }
        history.sessions.insert(session)
        (history.session, history.server, history.attempt) = (session, server, attempt)
        histories[unified] = history
        return text
    }

    private mutating func violation(
        of strategy: Strategy, _ details: CBOR.Map, _ session: String, _ attempt: Int64, _ isFast: Bool,
        after history: History, at server: SocketAddress
    ) -> String? {
        guard isFast == (strategy == .fast) else { return "with a fast_reconnect that contradicts its strategy" }
        guard !history.sessions.isEmpty else { return nil }
        switch strategy {
        case .fast:
            guard session == history.session else { return "with another session" }
            guard server == history.server else { return "at another SFU" }
            guard attempt == history.attempt else { return "with another reconnect_attempt" }
        case .rejoin:
            guard !history.sessions.contains(session) else { return "with a session that it had before" }
            guard history.sessions.contains(details["previous_session_id"]?.text ?? "") else {
                return "with a previous_session_id that it never had"
            }
            guard attempt > history.attempt else { return "with a reconnect_attempt that is not higher" }
        case .migrate:
            guard session == history.session else { return "with another session" }
            guard attempt > history.attempt else { return "with a reconnect_attempt that is not higher" }
            return violation(ofOrigin: details["from_sfu_id"]?.text ?? "", of: history, at: server)
        }
        return nil
    }

    /// A migration names the SFU that it leaves, and goes to another one.
    private mutating func violation(ofOrigin name: String, of history: History, at server: SocketAddress) -> String? {
        // When an answer was lost, its client leaves the same SFU again.
        guard server != history.server else { return nil }
        let known = servers[name] ?? history.server
        servers[name] = known
        if name.isEmpty { return "without a from_sfu_id" }
        return known == server ? "at the SFU of its from_sfu_id" : nil
    }
}
