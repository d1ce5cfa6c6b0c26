import Sockets
import Wire

// Events: the users of connections, the events that a connection has missed, and the content of each event.
extension ResponseWatch {
    /// Processes a batch of events; returns the violation of the first wrong one.
    mutating func violation(
        ofEvents content: BodyContent, to requestFacts: inout RequestFacts, of peer: SocketAddress,
        at moment: MessageTime
    ) -> String? {
        guard let batch = content.map else {
            if case .unread = content { missEvents(of: requestFacts) }
            return nil
        }
        let events = (batch["events"]?.array ?? []).compactMap(\.map)
        if let opening = events.first(where: { $0["type"] == "connection.ok" }) {
            requestFacts.connection = opening["connection_id"]?.text
            requestFacts.user = opening["me"]?.map?["id"]?.text
            if let connection = requestFacts.connection {
                users[connection] = requestFacts.user
                reasons.open(connection, requestFacts, of: peer)
            }
        }
        let first = batch.date("first") ?? 0
        noteGap(before: first, events.count, on: requestFacts.connection ?? "")
        if let connection = requestFacts.connection,
            let text = repeated.violation(of: events, from: first, on: connection)
        {
            return text
        }
        guard isExact, seesAllRequests else { return nil }
        for event in events {
            let text = violation(ofEvent: event, requestFacts.connection ?? "", requestFacts.user, at: moment)
            if let text { return text }
        }
        return nil
    }

    private mutating func noteGap(before first: Int64, _ count: Int, on connection: String) {
        if let next = nextEvents[connection], first > next { egress.skip(connection) }
        nextEvents[connection] = first + Int64(count)
    }

    /// Records events that are not read. The first one may have named the connection.
    private mutating func missEvents(of requestFacts: RequestFacts) {
        if let connection = requestFacts.connection {
            egress.skip(connection)
        } else {
            seesAllRequests = false
        }
    }

    private mutating func violation(
        ofEvent event: CBOR.Map, _ connection: String, _ user: String?, at moment: MessageTime
    ) -> String? {
        guard let type = event["type"]?.text, let cid = event["call_cid"]?.text, let date = event.date("created_at")
        else { return nil }
        if let text = requested.violation(ofEvent: event, type, cid) { return text }
        let sent = MessageTime(order: moment.order, date: date)
        if let text = egress.violation(of: event, type, cid, at: sent, on: connection) { return text }
        if type == "call.missed", let user, let call = event["call"]?.map {
            if let text = EventFacts.violation(ofMissed: call, by: user, at: date) { return text }
            rings.missed(user, in: cid, call, at: sent)
        }
        return violation(ofState: event, .createdAt(date), isWhole: false)
    }
}
