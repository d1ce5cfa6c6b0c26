import Wire

/// Checks that an SFU's response to a join shows the session that was requested (wire.md, "The SFU").
enum JoinFacts {
    private static let fast: Int64 = 2

    /// Returns the violation of a response to a join.
    static func violation(of response: CBOR.Map, to request: CBOR.Map) -> String? {
        // A notification may overtake the response.
        guard let state = response["call_state"]?.map else { return nil }
        let participants = (state["participants"]?.array ?? []).compactMap(\.map)
        guard let own = participants.first(where: { $0["session_id"] == request["session_id"] }) else {
            return "its participants lack the session that joins"
        }
        if request.flag("fast_reconnect"), !response.flag("reconnected") {
            return "it grants a fast reconnect, and its session is not reconnected"
        }
        // A session that continues keeps its tracks.
        guard !request.flag("fast_reconnect"), request["reconnect_details"]?.map?["strategy"]?.integer != fast else {
            return nil
        }
        guard own["source"]?.integer ?? 0 == request["source"]?.integer ?? 0 else {
            return ResponseFacts.words("source", request["source"], own["source"])
        }
        return violation(ofTracks: own, to: request)
    }

    /// A participant publishes no more than the tracks that its client has announced, with their sources.
    private static func violation(ofTracks own: CBOR.Map, to request: CBOR.Map) -> String? {
        let details = request["reconnect_details"]?.map ?? [:]
        let announced = [request, details].flatMap { ($0["announced_tracks"]?.array ?? []).compactMap(\.map) }
        let types = announced.filter { !$0.flag("muted") }.compactMap { $0["track_type"]?.integer }
        for type in (own["published_tracks"]?.array ?? []).compactMap(\.integer) where !types.contains(type) {
            return "it publishes the track \(type), which was not announced"
        }
        for source in (own["sources"]?.array ?? []).compactMap(\.map) {
            let isAnnounced = announced.contains {
                $0["track_type"] == source["track_type"] && $0["ssrc"] == source["ssrc"]
            }
            if !isAnnounced { return "its sources have \(source["ssrc"]?.diagnostic ?? ""), which was not announced" }
        }
        return nil
    }
}
