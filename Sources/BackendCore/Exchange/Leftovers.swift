internal import Containers
import Signaling

// The state that servers hold for clients, for an inspection when all clients have left.
extension CoordinatorMachine {
    /// The connections, the participants of sessions and the followers that are left.
    package var leftovers: [String] {
        let known = calls.values.sorted { $0.cid < $1.cid }
        let sessions = known.flatMap { call in (call.session?.leftovers ?? []).map { "\($0) in \(call.cid)" } }
        let watchers = known.filter { !$0.watchers.isEmpty }.map { "\($0.watchers.count) followers of \($0.cid)" }
        return connections.leftovers + sessions + watchers
            + filled(["event streams": streams.count, "followed queries": watchedQueries.count])
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
        let there = calls.values.sorted { $0.cid < $1.cid }.flatMap { call in
            call.leftovers.map { "\($0) in \(call.cid)" }
        }
        return here + there + media.leftovers
            + filled([
                "event streams": streams.count, "sessions of event streams": sessionIds.count,
                "last events": drainingReceivers.count, "addresses of users": usersAt.count,
                "guests with sessions": sessionsOfGuests.count, "sessions of guests": countOfGuests,
            ])
    }
}

extension SFUCall {
    fileprivate var leftovers: [String] {
        remotes.map { "the session \($0.sessionId) elsewhere" }
            + filled([
                "anonymous participants": count.anonymous, "pins": pins.count, "hidden participants": hidden.count,
            ])
    }
}

extension MediaPlane {
    fileprivate var leftovers: [String] {
        pathOfSession.keys.sorted().map { "the media path of \($0)" }
            + filled([
                "media paths": paths.count { $0 != nil }, "users of media paths": pathOfUser.count,
                "addresses of media paths": pathsAt.count, "checks of media paths": pathOfCheck.count,
                "media tracks": tracks.count { $0 != nil }, "names of media tracks": trackOfName.count,
                "sources of media tracks": trackOfSource.count, "participants of other SFUs": trunkOfRemote.count,
                "dominant speakers": speakers.count, "removed voices": silenced.count,
            ])
    }
}
