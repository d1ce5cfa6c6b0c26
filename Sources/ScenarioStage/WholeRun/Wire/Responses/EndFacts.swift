import Wire

/// Checks that a call that has ended is shown as ended from then on, with the same date, also beside the state of its ring.
struct EndFacts {
    private struct End {
        let date: CBOR
        /// The number of the last request that was made before it was shown.
        let order: Int
    }

    private var ends: [String: End] = [:]
    /// The calls that were deleted. Late events may show the end of an earlier call of the same name.
    private var deleted: Set<String> = []
    /// The number of the last request.
    private var order = 0

    /// Processes a request.
    mutating func begin(_ request: RequestFacts) {
        order = request.moment.order
        guard request.action == .delete, let cid = request.cid else { return }
        deleted.insert(cid)
        ends[cid] = nil
    }

    /// Processes a response or a notification; returns its violation.
    mutating func violation(of content: BodyContent, to request: RequestFacts) -> String? {
        guard let body = content.map else { return nil }
        if request.action == .connect {
            for event in (body["events"]?.array ?? []).compactMap(\.map) { learn(event["call"]?.map) }
            return nil
        }
        let call = body["call"]?.map
        defer { learn(call) }
        // The state of a ring names its call.
        guard let state = call ?? (body["is_ringing"] == nil ? nil : body),
            let cid = (state["cid"] ?? state["call_cid"])?.text, let end = ends[cid],
            request.moment.order > end.order, state["ended_at"] != end.date
        else { return nil }
        return "\(cid) has ended before, and its ended_at is \(state["ended_at"]?.diagnostic ?? "absent")"
    }

    private mutating func learn(_ call: CBOR.Map?) {
        guard let call, let cid = call["cid"]?.text, let date = call["ended_at"], date != .null, ends[cid] == nil,
            !deleted.contains(cid)
        else { return }
        ends[cid] = End(date: date, order: order)
    }
}
