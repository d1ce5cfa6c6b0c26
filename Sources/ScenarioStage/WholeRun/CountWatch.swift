import Backend
import BackendCore
import Journal
import Sockets
import Wire

/// Compares what servers count with what they report: their requests, their refusals, their events, their challenges and the
/// datagrams that they drop.
struct CountWatch {
    private var requests = 0
    private var refusals: [CoAP.Code: Int] = [:]
    private var events = 0
    private var challenges = 0

    /// Counts a request or an event that a server has reported. An event counts once per stream.
    mutating func process(_ trace: BackendTrace) {
        switch trace {
        case .request(let request):
            requests += 1
            if request.refusal != nil { refusals[request.code, default: 0] += 1 }
        case .event(_, _, let users): events += users.count
        case .pastEvent: events += 1
        default: break
        }
    }

    /// Counts a challenge that a server has reported.
    mutating func process(_ event: CoAPSocket.Event) {
        if case .challenged = event { challenges += 1 }
    }

    /// Returns the difference between the counts of all servers and their reports; nil when there is none.
    ///
    /// - Parameters:
    ///   - drops: The dropped datagrams of each server, by reason.
    ///   - isUndisturbed: True when no message was lost or late, so that none was sent again.
    func difference(from counters: BackendCounters, _ drops: [[String: Int]], isUndisturbed: Bool = false) -> String? {
        let tally = counters.tally
        let compared = [
            ("requests", tally.requests, requests), ("events", tally.events, events),
            ("challenges", counters.challenged, challenges),
        ]
        for (name, counted, reported) in compared where counted != reported {
            return "the servers count \(counted) \(name), and have reported \(reported)"
        }
        guard tally.refusals == refusals else {
            return "the servers count other refusals than the \(refusals.values.reduce(0, +)) that they have reported"
        }
        guard !isUndisturbed || counters.retransmissions == 0 else {
            let count = counters.retransmissions.counted("retransmission")
            return "the servers count \(count), and have sent no message again"
        }
        let counted =
            MediaDrop.allCases.map { ($0.rawValue, counters.drops[$0] ?? 0) }
            + [("malformedCoAP", counters.malformed), ("rejectedCoAP", counters.rejected)]
        for (reason, count) in counted {
            let here = drops.reduce(0) { $0 + ($1[reason] ?? 0) }
            if here != count { return "the servers together count \(count) \(reason), and each by itself \(here)" }
        }
        return nil
    }
}

extension Stage {
    /// Returns the failure of servers whose counts differ from their reports.
    func countFailure() -> ExpectationFailure? {
        guard let backend else { return nil }
        let drops = (["coordinator"] + backend.edgeNames).map { backend.drops(at: $0) }
        let isUndisturbed = lastDisturbanceAt == nil && wire.isExact && drivers.isEmpty && guestServer == nil
        return counts.difference(from: backend.counters, drops, isUndisturbed: isUndisturbed).map { text in
            ExpectationFailure(
                reason: "the servers' counts are wrong",
                expected: "the requests, events and drops that they have reported", actual: text)
        }
    }
}
