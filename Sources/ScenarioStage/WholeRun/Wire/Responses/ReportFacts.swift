import Wire

/// Checks the counts of reports about sessions: the custom events, the reactions and the joins that were granted while the
/// session went on.
///
/// A server grants a request between the sending of the request and of its response. A request whose time reaches beyond
/// the session may count or not.
struct ReportFacts {
    /// A request that counts once it is granted.
    private struct Counted {
        let cid: String
        let field: String
        let asked: MessageTime
        /// The moment of the response that grants it; nil while there is none.
        var granted: MessageTime?
        /// True for a join that continues a session, which may be counted as a new one.
        var mayCount = false
    }

    private static let fields = ["custom_events", "reactions", "joins"]

    /// The requests by the numbers of their messages.
    private var requests: [Int: Counted] = [:]

    /// Records a request, which counts once it is granted.
    mutating func begin(_ request: RequestFacts) {
        let (cid, field): (String?, String) =
            switch request.action {
            case .sendEvent: (request.cid, "custom_events")
            case .react: (request.cid, "reactions")
            case .joinSession: (request.token.flatMap(TokenClaims.init)?.call, "joins")
            default: (nil, "")
            }
        guard let cid else { return }
        var counted = Counted(cid: cid, field: field, asked: request.moment)
        counted.mayCount = request.body?["reconnect_details"] != nil
        requests[request.moment.order] = counted
    }

    /// Records the first response to a request.
    mutating func end(_ request: RequestFacts, isGranted: Bool, at moment: MessageTime) {
        if isGranted {
            requests[request.moment.order]?.granted = moment
        } else {
            requests[request.moment.order] = nil
        }
    }

    /// Returns the violation of a page of reports, which a request has asked for.
    func violation(of page: CBOR.Map, to request: RequestFacts) -> String? {
        for report in (page["reports"]?.array ?? []).compactMap(\.map) {
            for field in Self.fields {
                if let text = violation(of: report, field, to: request) { return text }
            }
        }
        return nil
    }

    private func violation(of report: CBOR.Map, _ field: String, to request: RequestFacts) -> String? {
        guard let cid = report["call_cid"]?.text, let start = report.date("started_at") else { return nil }
        let end = report.date("ended_at")
        let known = requests.values.filter { $0.cid == cid && $0.field == field }
        let most = known.count {
            $0.asked.date <= end ?? .max && ($0.granted?.date ?? .max) >= start
        }
        let least = known.count { one in
            guard let granted = one.granted, !one.mayCount else { return false }
            return one.asked.date > start && granted.order < request.moment.order && granted.date < end ?? .max
        }
        let count = Int(report[field]?.integer ?? 0)
        guard !(least...most).contains(count) else { return nil }
        return "its \(field) are \(count), and \(least == most ? "\(most)" : "\(least) to \(most)") were granted"
    }
}
