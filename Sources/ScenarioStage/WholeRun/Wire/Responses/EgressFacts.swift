import Wire

/// Checks that egress begins after its request, stops after one or with its session, and leaves its file.
struct EgressFacts {
    /// The pending starts, with the time that the servers need.
    var starts = EgressStarts()
    private var ends = EgressEnds()
    var files = EgressFiles()

    /// Records a request, which may end the egress of its call.
    mutating func begin(_ requestFacts: RequestFacts, _ cid: String) {
        switch requestFacts.action {
        case .stop, .stopLive:
            ends.begin(requestFacts, cid)
            starts.stop(cid, at: requestFacts.moment.date)
        case .markEnded, .delete: starts.stop(cid, at: requestFacts.moment.date)
        default: break
        }
    }

    /// Records the response to a request.
    mutating func end(_ requestFacts: RequestFacts, _ cid: String, isGranted: Bool, at moment: MessageTime) {
        switch requestFacts.action {
        case .stop, .stopLive:
            ends.end(requestFacts, cid, at: moment)
            starts.stop(cid, at: moment.date)
        case .markEnded, .delete: starts.stop(cid, at: moment.date)
        default: if isGranted { starts.grant(requestFacts, cid, at: moment.date) }
        }
    }

    /// Forgets the facts from the events of a connection, because some of its events are unknown.
    mutating func skip(_ connection: String) {
        ends.skip(connection)
        disregard()
    }

    private mutating func disregard() {
        starts.disregard()
        files.disregard()
    }

    /// Processes an event of a call; returns the violation of an earlier one.
    ///
    /// - Parameter moment: The date of the event, and the place of the message with it.
    mutating func violation(
        of event: CBOR.Map, _ type: String, _ cid: String, at moment: MessageTime, on connection: String
    ) -> String? {
        starts.take(event, type, cid, at: moment.date, on: connection)
        files.take(event, type, cid, at: moment, on: connection)
        return ends.violation(ofEvent: type, cid, at: moment.date, on: connection)
    }

    /// Returns the violation of a start or a file that is overdue.
    ///
    /// - Parameter isInTime: True when no event is late.
    mutating func overdue(at date: Int64, isInTime: Bool) -> String? {
        guard isInTime else {
            disregard()
            return nil
        }
        return starts.violation(at: date) ?? files.violation(at: date)
    }
}
