package import Signaling
package import Timing

/// A report of an SFU to the coordinator.
package indirect enum SessionReport: Hashable, Sendable {
    /// A user's session began, possibly in place of an earlier one.
    case joined(CallCid, userId: String, sessionId: String, replacing: String?, at: Timestamp)
    /// A session ended.
    case left(CallCid, sessionId: String, at: Timestamp)
    /// An event for the participants on other SFUs of the call.
    case sent(CallCid, SFUEvent)
    /// A client reported its media statistics.
    case counted(CallCid, SendStatsRequest)
    /// The tracks of a session that continues on another SFU, withdrawn without an acknowledgement of its client.
    case withdrew(CallCid, userId: String, [TrackType])
    /// A session that continues on another SFU was released. The report follows that of its withdrawn tracks.
    case released(CallCid, sessionId: String)
    /// The participants on this SFU, for an SFU that is new to the call.
    case introduced(CallCid, [SFUParticipant], to: String)
}

/// An order of the coordinator to an SFU.
package indirect enum SessionOrder: Hashable, Sendable {
    /// Admit this user with a token for the call. The grants are the permissions to publish. The start is that of the
    /// session; nil when the session begins with the join.
    case admit(CallCid, User, roles: [String], CallGrants, noiseCancellation: Bool, startedAt: Timestamp?)
    /// Replace the permissions of this user. Nil leaves noise cancellation unchanged.
    case grant(CallCid, userId: String, CallGrants, noiseCancellation: Bool?)
    /// Update the profile and the roles of this user, if admitted.
    case describe(CallCid, User, roles: [String])
    /// Unpublish tracks of these types. The users may publish them again.
    case mute(CallCid, userIds: [String], [TrackType])
    /// Replace the participants that are pinned for everyone.
    case pin(CallCid, [ParticipantReference])
    /// Send an event to these users, or to all when nil.
    case send(CallCid, SFUEvent, to: [String]?)
    /// Revoke the admission of this user, and end the user's sessions.
    case remove(CallCid, userId: String, CallEndedReason)
    /// Report the participants for an SFU that is new to the call.
    case introduce(CallCid, to: String)
    /// Apply an event of another SFU of the call. Its name is empty for a lost SFU.
    case relay(CallCid, SFUEvent, from: String)
    /// Release a session that continues on another SFU.
    case release(CallCid, sessionId: String)
    /// Remove a session that was replaced on another SFU.
    case replace(CallCid, sessionId: String)
    /// Complete the migration of a session to this SFU.
    case completeMigration(CallCid, sessionId: String)
    /// Limit the participants of the call, including those on other SFUs; zero for no limit.
    case limit(CallCid, participants: Int)
    /// End every session and refuse new ones.
    case end(CallCid, CallEndedReason)
    /// Return the call to backstage: notify all participants, and end the sessions of all but these users.
    case endLive(CallCid, staying: [String])
}
