import CallCore

/// What those who look at a client from outside see of what it is still at.
extension StreamVideo {
    /// What the client still waits for or keeps open, each in words; nothing once it has left every call and closed its
    /// connection, and everything that was under way has ended.
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

    /// The calls that the client holds, whose events reach them.
    package var heldCalls: [Call] { knownCalls.filter(\.isHeld) }

    /// Whether the client itself still knows the call, as one that nobody is in.
    package func hasKept(_ call: Call) -> Bool { call.isHeld }
}
