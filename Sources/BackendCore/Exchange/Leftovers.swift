import Signaling

extension CoordinatorMachine {
    /// The connections, and the participants of sessions, that are still there.
    public var leftovers: [String] {
        let present = calls.keys.sorted().flatMap { cid in
            (calls[cid]?.session?.participants ?? []).map { "\($0.user.id) in \(cid)" }
        }
        return (connections.count > 0 ? ["\(connections.count) connections"] : []) + present
    }
}

extension SFUMachine {
    /// The stays, here or known of elsewhere, and the farewells that nobody took.
    public var leftovers: [String] {
        let here = stays.keys.sorted().map { "the stay \($0)" }
        let elsewhere = sessions.keys.sorted().flatMap { cid in
            (sessions[cid]?.remotes ?? []).map { "the stay \($0.sessionId) elsewhere" }
        }
        return here + elsewhere + (farewells.isEmpty ? [] : ["\(farewells.count) farewells"])
    }
}
