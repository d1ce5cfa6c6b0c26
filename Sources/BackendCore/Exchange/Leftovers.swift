import Signaling

extension CoordinatorMachine {
    /// The connections, the participants of sessions and the followers that are left.
    package var leftovers: [String] {
        let participants = calls.values.sorted { $0.cid < $1.cid }.flatMap { call in
            (call.session?.participants ?? []).map { "\($0.user.id) in \(call.cid)" }
        }
        let watchers = calls.values.sorted { $0.cid < $1.cid }.filter { !$0.watchers.isEmpty }
            .map { "\($0.watchers.count) followers of \($0.cid)" }
        let queries = watchedQueries.isEmpty ? [] : ["\(watchedQueries.count) followed queries"]
        return (connections.count > 0 ? ["\(connections.count) connections"] : []) + participants + watchers + queries
    }

    /// The number of connections, including those without a listener.
    package var connectionCount: Int { connections.count }
}

extension SFUMachine {
    /// The ids of the sessions here, including those of unreachable clients.
    package var sessionNames: [String] { sessions.keys.sorted() }

    /// The sessions here and on other SFUs, the media paths and tracks, the event streams and the unacknowledged last events.
    package var leftovers: [String] {
        let here = sessionNames.map { "the session \($0)" }
        let elsewhere = calls.values.sorted { $0.cid < $1.cid }.flatMap { call in
            call.remotes.map { "the session \($0.sessionId) elsewhere" }
        }
        let paths = media.pathOfSession.keys.sorted().map { "the media path of \($0)" }
        let tracks = media.trackOfName.isEmpty ? [] : ["\(media.trackOfName.count) media tracks"]
        let unused = streams.count - sessions.count - drainingReceivers.count
        let receivers = unused > 0 ? ["\(unused) event streams of no session"] : []
        let last = drainingReceivers.isEmpty ? [] : ["\(drainingReceivers.count) drainingReceivers"]
        return here + elsewhere + paths + tracks + receivers + last
    }
}
