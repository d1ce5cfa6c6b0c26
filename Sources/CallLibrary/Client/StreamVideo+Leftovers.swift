import CallCore

/// The resources that a client still holds, for inspection by tests and harnesses.
extension StreamVideo {
    /// A text for each pending request and open resource.
    ///
    /// Empty after the client left every call, closed its connection, and finished all tasks.
    package var leftovers: [String] {
        var left: [String] = []
        if pendingExchanges > 0 { left.append("\(pendingExchanges) requests or observations") }
        if mediaSessionCount > 0 { left.append("\(mediaSessionCount) media sessions") }
        if let call = state.active { left.append("the active call \(call.cId)") }
        if let call = state.ringing { left.append("the ringing call \(call.cId)") }
        for call in knownCalls {
            if call.sfu != nil || call.connection != nil { left.append("the connection to \(call.cId)") }
            if call.join != nil { left.append("the join of \(call.cId)") }
            if call.publisher != nil || call.subscriber != nil { left.append("the tracks of \(call.cId)") }
        }
        return left
    }
}
