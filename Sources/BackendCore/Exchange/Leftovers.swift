import Signaling

extension CoordinatorMachine {
    /// The connections, and the participants of sessions, that are still there.
    public var leftovers: [String] {
        let present = calls.keys.sorted().flatMap { cid in
            (calls[cid]?.session?.participants ?? []).map { "\($0.user.id) in \(cid)" }
        }
        return (connections.count > 0 ? ["\(connections.count) connections"] : []) + present
    }

    /// How many connections are kept, those of clients that are away too.
    public var connectionCount: Int { connections.count }
}

extension SFUMachine {
    /// The stays that are kept, those of clients that are away too, by the ids of their sessions.
    public var stayIds: [String] { stays.keys.sorted() }

    /// The stays, here or known of elsewhere, the paths and tracks of media, and the farewells that nobody took.
    public var leftovers: [String] {
        let here = stays.keys.sorted().map { "the stay \($0)" }
        let elsewhere = sessions.keys.sorted().flatMap { cid in
            (sessions[cid]?.remotes ?? []).map { "the stay \($0.sessionId) elsewhere" }
        }
        let paths = media.pathOfSession.keys.sorted().map { "the media path of \($0)" }
        let tracks = media.trackOfName.isEmpty ? [] : ["\(media.trackOfName.count) media tracks"]
        return here + elsewhere + paths + tracks + (farewells.isEmpty ? [] : ["\(farewells.count) farewells"])
    }
}
