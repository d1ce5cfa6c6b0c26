import Wire

/// Checks that a call that has ended is shown as ended from then on, with the same date, also beside the state of its ring.
///
/// Users with the right to join an ended call may begin a session in it. Another request to end the call then gives it a
/// later date.
struct EndFacts {
    private struct End {
        let date: CBOR
        /// The number of the last request that was made before it was shown.
        let order: Int
    }

    private var ends: [String: End] = [:]
    /// The calls that were deleted. Late events may show the end of an earlier call of the same name.
    private var deleted: Set<String> = []
    /// The numbers of requests to end each call.
    private var requests: [String: Int] = [:]
    /// The number of the last request.
    private var order = 0

    /// Processes a request.
    mutating func begin(_ request: RequestFacts) {
        order = request.moment.order
        guard let cid = request.cid else { return }
        if request.action == .markEnded { requests[cid, default: 0] += 1 }
        guard request.action == .delete else { return }
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
            request.moment.order > end.order, !isEnd(state["ended_at"], of: cid, after: end.date)
        else { return nil }
        return "\(cid) has ended before, and its ended_at is \(state["ended_at"]?.diagnostic ?? "absent")"
    }

    private func isEnd(_ date: CBOR?, of cid: String, after first: CBOR) -> Bool {
        if date == first { return true }
        guard requests[cid, default: 0] > 1, let date = date?.integer, let first = first.integer else { return false }
        return date > first
    }

    private mutating func learn(_ call: CBOR.Map?) {
        guard let call, let cid = call["cid"]?.text, let date = call["ended_at"], date != .null, ends[cid] == nil,
            !deleted.contains(cid)
        else { return }
        ends[cid] = End(date: date, order: order)
    }
}
