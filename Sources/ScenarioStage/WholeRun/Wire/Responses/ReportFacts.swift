import Wire

/// Checks that reports count no more custom events and reactions than were granted in their call.
struct ReportFacts {
    private struct Key: Hashable {
        let cid: String
        let field: String
    }

    private var granted: [Key: Int64] = [:]

    /// Records a request, which counts once it is granted.
    mutating func begin(_ requestFacts: RequestFacts) {
        guard let cid = requestFacts.cid else { return }
        switch requestFacts.action {
        case .sendEvent: granted[Key(cid: cid, field: "custom_events"), default: 0] += 1
        case .react: granted[Key(cid: cid, field: "reactions"), default: 0] += 1
        default: break
        }
    }

    /// Returns the violation of a page of reports.
    func violation(of page: CBOR.Map) -> String? {
        for report in (page["reports"]?.array ?? []).compactMap(\.map) {
            let cid = report["call_cid"]?.text ?? ""
            for field in ["custom_events", "reactions"] {
                let most = granted[Key(cid: cid, field: field)] ?? 0
                let count = report[field]?.integer ?? 0
                if count > most { return "its \(field) are \(count), and \(most) were requested" }
            }
        }
        return nil
    }
}
