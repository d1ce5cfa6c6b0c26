import Wire

/// Checks each reconnect that an SFU grants against the joins of its client before (wire.md, "Reconnecting";
/// semantics.md 4.6).
struct ReconnectFacts {
    private enum Strategy: Int64 {
        case fast = 2
        case rejoin = 3
        case migrate = 4
    }

    /// A reconnect as its client requests it, and the SFU that grants it.
    private struct Reconnect {
        let strategy: Strategy
        let details: CBOR.Map
        let session: String
        let isFast: Bool
        let server: SocketAddress
        /// The numbers of the request and of its response among all messages.
        let (asked, granted): (Int, Int)

        var attempt: Int64 { details["reconnect_attempt"]?.integer ?? 0 }
        /// The session that it continues.
        var origin: String { strategy == .rejoin ? details["previous_session_id"]?.text ?? "" : session }
    }

    /// A participation of a client, which its first join begins.
    private struct History {
        var server: SocketAddress
        var attempt: Int64 = 0
        /// The number of the last response that changed it.
        var changed = 0
    }

    private var histories: [History] = []
    /// The place of each session's history.
    private var places: [String: Int] = [:]
    /// The servers that migrations have named as those that they leave.
    private var servers: [String: SocketAddress] = [:]
    /// False once a join was not read, of which a reconnect may continue the session.
    private var seesAllJoins = true

    /// Processes a granted join; returns its violation.
    ///
    /// - Parameters:
    ///   - request: The body; nil for one that is not read.
    ///   - server: The SFU.
    ///   - asked: The number of the request among all messages.
    ///   - granted: The number of its response.
    mutating func violation(
        of request: CBOR.Map?, at server: SocketAddress, asked: Int, granted: Int
    ) -> String? {
        guard let request, let session = request["session_id"]?.text else {
            seesAllJoins = false
            return nil
        }
        guard let details = request["reconnect_details"]?.map,
            let strategy = details["strategy"]?.integer.flatMap(Strategy.init)
        else {
            begin(session, at: server)
            return nil
        }
        let reconnect = Reconnect(
            strategy: strategy, details: details, session: session, isFast: request.flag("fast_reconnect"),
            server: server, asked: asked, granted: granted)
        defer { record(reconnect) }
        return violation(of: reconnect).map { "it grants a reconnect of strategy \(strategy) \($0)" }
    }

    private mutating func begin(_ session: String, at server: SocketAddress) {
        places[session] = histories.count
        histories.append(History(server: server))
    }

    private mutating func record(_ reconnect: Reconnect) {
        guard let place = places[reconnect.origin] else { return begin(reconnect.session, at: reconnect.server) }
        places[reconnect.session] = place
        guard reconnect.asked > histories[place].changed else { return }
        histories[place].changed = reconnect.granted
        histories[place].server = reconnect.server
        histories[place].attempt = max(histories[place].attempt, reconnect.attempt)
    }

    private mutating func violation(of reconnect: Reconnect) -> String? {
        guard reconnect.isFast == (reconnect.strategy == .fast) else {
            return "with a fast_reconnect that contradicts its strategy"
        }
        guard let place = places[reconnect.origin] else {
            return seesAllJoins ? "of a session that no SFU has granted" : nil
        }
        let history = histories[place]
        // A late response may grant an older request, from before another reconnect.
        guard reconnect.asked > history.changed else { return nil }
        if reconnect.strategy == .fast {
            return reconnect.server == history.server ? nil : "at another SFU"
        }
        guard reconnect.attempt > history.attempt else { return "with a reconnect_attempt that is not higher" }
        guard reconnect.strategy == .migrate else {
            return reconnect.session == reconnect.origin ? "with the session before" : nil
        }
        return violation(ofOriginOf: reconnect, history)
    }

    /// A migration names the SFU that it leaves, and goes to another one.
    private mutating func violation(ofOriginOf reconnect: Reconnect, _ history: History) -> String? {
        let name = reconnect.details["from_sfu_id"]?.text ?? ""
        if name.isEmpty { return "without a from_sfu_id" }
        // When a response was lost, its client leaves the same SFU again.
        guard reconnect.server != history.server else { return nil }
        let known = servers[name] ?? history.server
        servers[name] = known
        return known == reconnect.server ? "at the SFU of its from_sfu_id" : nil
    }
}
