internal import Journal
internal import Timing
internal import Wire

/// Finds the entry that caused another one, as far as the journal shows it.
///
/// A participant acts on the newest trigger before it: a command, a datagram, a timer or a fault. The order of entries is
/// that of the loop, which runs each trigger to its end before the next.
struct CauseFinder {
    let trace: RunTrace
    private var entries: [JournalEntry] { trace.entries }

    /// Returns the index of the cause of an entry; nil at the beginning of a chain.
    ///
    /// - Parameter effect: The event that the chain has passed, which selects among the events of one datagram.
    func cause(of index: Int, effect: JournalEvent.Event?) -> Int? {
        switch entries[index].event {
        case .state(let change): trigger(of: change, before: index)
        case .event(let event): event.datagram.flatMap { received($0, before: index) }
        case .datagram(let datagram): cause(of: datagram, at: index, effect)
        case .timer(let timer): armed(timer, before: index)
        case .call, .fault: last(before: index) { if case .step(let step) = $0 { step.phase == .began } else { false } }
        case .notification(let notification): trigger(of: notification.participant, before: index)
        case .returned(let returned): trigger(of: returned.participant, before: index)
        case .runStarted, .step, .datagrams, .log, .expectation, .verdict: nil
        }
    }

    private func last(before index: Int, where isMatch: (JournalEvent) -> Bool) -> Int? {
        entries[..<index].lastIndex { isMatch($0.event) }
    }

    // MARK: Participants

    /// The event, datagram, command, timer or fault that changed a property.
    private func trigger(of change: JournalEvent.StateChange, before index: Int) -> Int? {
        let event = last(before: index) { event in
            guard case .event(let event) = event else { return false }
            return event.participant == change.participant && event.datagram == change.cause && change.cause != nil
        }
        let datagram = change.cause.flatMap { received($0, before: index) }
        let other = action(on: change.participant, before: index)
        let newest = [event, datagram, other].compactMap(\.self).max()
        // An event names the reason that its datagram carried.
        return newest == datagram ? event ?? newest : newest
    }

    /// The newest command, datagram, timer or fault of a participant.
    private func trigger(of participant: String, before index: Int) -> Int? {
        let datagram = last(before: index) { event in
            guard case .datagram(let datagram) = event, datagram.fate == .received else { return false }
            return trace.name(of: datagram.to) == participant && hasContent(datagram, before: index)
        }
        return [datagram, action(on: participant, before: index)].compactMap(\.self).max()
    }

    /// The newest command, timer or fault of a participant, or an action of the harness on all.
    private func action(on participant: String, before index: Int) -> Int? {
        last(before: index) { event in
            switch event {
            case .call(let call): call.participant == participant
            case .timer(let timer): timer.owner == participant && timer.phase == .fired
            case .fault(let fault): fault.target == participant
            case .log(let log): log.source == nil
            default: false
            }
        }
    }

    private func armed(_ timer: JournalEvent.Timer, before index: Int) -> Int? {
        let armed = last(before: index) { event in
            guard case .timer(let other) = event, case .armed = other.phase else { return false }
            return other.owner == timer.owner && other.label == timer.label
        }
        if case .armed = timer.phase { return trigger(of: timer.owner, before: index) }
        return armed ?? fault(on: timer.owner, before: index)
    }

    /// The newest disturbance of a participant or a server.
    ///
    /// A timer that was not journaled when it was armed runs out because something expected did not arrive.
    private func fault(on name: String, before index: Int) -> Int? {
        last(before: index) { event in
            guard case .fault(let fault) = event else { return false }
            return fault.target == name || fault.target == nil
        }
    }

    // MARK: Datagrams

    private func cause(of datagram: JournalEvent.Datagram, at index: Int, _ effect: JournalEvent.Event?) -> Int? {
        guard datagram.fate == .sent else { return firstSent(datagram, before: index) }
        let start = delay(of: datagram, before: index) ?? index
        guard trace.isServer(datagram.from) else {
            return trigger(of: trace.name(of: datagram.from), before: start)
        }
        return request(of: datagram, at: index, before: start) ?? origin(of: datagram, before: start, effect)
    }

    /// The entry of a datagram's first delay by a link. The datagram was made before it.
    private func delay(of datagram: JournalEvent.Datagram, before index: Int) -> Int? {
        let end = entries[index].time
        let delay = last(before: index) { event in
            guard case .datagram(let other) = event, case .delayed(until: end) = other.fate else { return false }
            return other.from == datagram.from && other.to == datagram.to && other.byteCount == datagram.byteCount
        }
        return delay.map { self.delay(of: datagram, before: $0) ?? $0 }
    }

    /// The datagram as it was sent for the first time; a retransmission has the same content.
    private func firstSent(_ datagram: JournalEvent.Datagram, before index: Int) -> Int? {
        let sent = last(before: index) { event in
            guard case .datagram(let other) = event else { return false }
            return other.fate == .sent && other.number == datagram.number
        }
        guard let sent, case .datagram(let other) = entries[sent].event, let summary = other.summary else {
            return sent
        }
        let first = entries[..<sent].firstIndex { entry in
            guard case .datagram(let earlier) = entry.event, earlier.fate == .sent else { return false }
            return earlier.summary == summary && earlier.from == other.from && earlier.to == other.to
        }
        return first ?? sent
    }

    /// The request to which a datagram responds in its acknowledgement.
    private func request(of response: JournalEvent.Datagram, at sent: Int, before index: Int) -> Int? {
        guard let summary = sentSummary(of: response, before: sent + 1), summary.hasPrefix("ACK "),
            let message = summary.split(separator: " ").dropFirst().first
        else { return nil }
        return last(before: index) { event in
            guard case .datagram(let datagram) = event, datagram.fate == .received else { return false }
            guard datagram.from == response.to, datagram.to == response.from else { return false }
            return sentSummary(of: datagram, before: index)?.hasPrefix("CON \(message) ") ?? false
        }
    }

    /// The received datagram or the log entry of a server from which a notification comes.
    private func origin(
        of datagram: JournalEvent.Datagram, before index: Int, _ effect: JournalEvent.Event?
    ) -> Int? {
        let logged = effect.flatMap { effect in
            last(before: index) { event in
                guard case .log(let log) = event, log.source == "backend" else { return false }
                return log.name.hasPrefix("event \(effect.type) ")
            }
        }
        let end = logged ?? index
        let host = datagram.from.host
        let received = last(before: end) { event in
            guard case .datagram(let other) = event, other.fate == .received, other.to.host == host else {
                return false
            }
            return hasContent(other, before: end)
        }
        // A server that acts later than it received anything acts on a timer.
        guard let received, entries[received].time == entries[end].time else {
            return logged ?? fault(on: trace.name(of: datagram.from), before: index)
        }
        return received
    }

    private func received(_ number: Int, before index: Int) -> Int? {
        last(before: index) { event in
            guard case .datagram(let datagram) = event else { return false }
            return datagram.number == number && datagram.fate == .received
        }
    }

    /// True when a datagram is more than an empty acknowledgement.
    private func hasContent(_ datagram: JournalEvent.Datagram, before index: Int) -> Bool {
        guard let summary = sentSummary(of: datagram, before: index) else { return false }
        return summary.split(separator: " ").count > 2 && !summary.hasPrefix("STUN")
    }

    /// The content of a datagram, which only the entry of its sending has.
    private func sentSummary(of datagram: JournalEvent.Datagram, before index: Int) -> String? {
        if let summary = datagram.summary { return summary }
        let sent = last(before: index) { event in
            guard case .datagram(let other) = event else { return false }
            return other.number == datagram.number && other.summary != nil
        }
        guard let sent, case .datagram(let other) = entries[sent].event else { return nil }
        return other.summary
    }
}
