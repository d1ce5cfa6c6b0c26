public import Signaling
public import Timing

/// A report of an SFU to the coordinator.
public indirect enum SessionReport: Hashable, Sendable {
    /// A user's stay began, perhaps in place of another one of theirs.
    case joined(CallCid, userId: String, sessionId: String, replacing: String?, at: Timestamp)
    /// A stay ended.
    case left(CallCid, sessionId: String, at: Timestamp)
    /// Its participants were told of something that those on other SFUs of the call should know too.
    case told(CallCid, SFUEvent)
    /// A stay's client told what it has sent and received so far.
    case counted(CallCid, SendStatsRequest)
    /// The participants here, for an SFU that the call now uses as well.
    case introduced(CallCid, [SFUParticipant], to: String)
}

/// An order of the coordinator to an SFU.
public indirect enum SessionOrder: Hashable, Sendable {
    /// Let this user in when they come with a token for the call; they may publish what is granted.
    case admit(CallCid, User, roles: [String], CallGrants, noiseCancellation: Bool)
    /// This user may publish what is granted, and nothing else from now on; what is nil stays as it is.
    case grant(CallCid, userId: String, CallGrants, noiseCancellation: Bool?)
    /// This user, if they were let in, is this one now and has these roles.
    case describe(CallCid, User, roles: [String])
    /// These users publish tracks of these types no more until they switch them on again.
    case mute(CallCid, userIds: [String], [TrackType])
    /// These stays are pinned for everyone, and no others.
    case pin(CallCid, [ParticipantReference])
    /// Send an event to these users, or to everyone when nil.
    case tell(CallCid, SFUEvent, to: [String]?)
    /// Let this user in no more, and end their stays.
    case remove(CallCid, userId: String, CallEndedReason)
    /// Tell who is there, for an SFU that the call is on now too.
    case introduce(CallCid, to: String)
    /// Something happened on another SFU of the call; its name is empty for one that is gone.
    case relay(CallCid, SFUEvent, from: String)
    /// A stay goes on elsewhere.
    case release(CallCid, sessionId: String)
    /// A stay was replaced by one elsewhere.
    case replace(CallCid, sessionId: String)
    /// A stay has moved here with all that belongs to it.
    case completeMigration(CallCid, sessionId: String)
    /// Let no more than so many be in the call at once, those on other SFUs among them; zero for any number.
    case limit(CallCid, participants: Int)
    /// End every session and refuse new ones.
    case end(CallCid, CallEndedReason)
    /// The call is in backstage again: tell everybody, and end the stays of all but these users.
    case endLive(CallCid, staying: [String])
}
