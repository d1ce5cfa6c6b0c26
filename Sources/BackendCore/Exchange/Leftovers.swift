import Signaling

extension CoordinatorMachine {
    /// The number of connections and the participants of sessions that are left.
    package var leftovers: [String] {
        let participants = calls.values.sorted { $0.cid < $1.cid }.flatMap { call in
            (call.session?.participants ?? []).map { "\($0.user.id) in \(call.cid)" }
        }
        return (connections.count > 0 ? ["\(connections.count) connections"] : []) + participants
    }

    /// The number of connections, including those without a listener.
    package var connectionCount: Int { connections.count }
}

extension SFUMachine {
    /// The ids of the sessions here, including those of unreachable clients.
    package var sessionNames: [String] { sessions.keys.sorted() }

    /// The sessions here and on other SFUs, the media paths and tracks, and the unacknowledged last events.
    package var leftovers: [String] {
        let here = sessionNames.map { "the session \($0)" }
        let elsewhere = calls.values.sorted { $0.cid < $1.cid }.flatMap { call in
            call.remotes.map { "the session \($0.sessionId) elsewhere" }
        }
        let paths = media.pathOfSession.keys.sorted().map { "the media path of \($0)" }
        let tracks = media.trackOfName.isEmpty ? [] : ["\(media.trackOfName.count) media tracks"]
        return here + elsewhere + paths + tracks + (farewells.isEmpty ? [] : ["\(farewells.count) farewells"])
    }
}
