internal import Containers
public import Signaling
public import Timing
public import Wire

/// The state of one call as one value, which events change (`semantics.md` 3.1, 3.2, 5.3).
///
/// It records changed properties, because comparing whole states would cost more than most events.
public struct CallStateValues: Sendable {
    /// The call, in the form type:id.
    public let callCid: String
    /// This client's session id; empty before the first join.
    public var sessionId: String = "" {
        didSet {
            note(.sessionId, oldValue != sessionId)
            note(.localParticipant, oldValue != sessionId)
        }
    }
    /// The members of the call.
    public internal(set) var members: [Member] = [] {
        didSet { note(.members, oldValue != members) }
    }
    /// False when only a part of ``members`` was ever listed; nil before the first list.
    var listsAllMembers: Bool?
    /// The ids of the blocked users, in ascending order.
    public internal(set) var blockedUserIds: [String] = [] {
        didSet { note(.blockedUserIds, oldValue != blockedUserIds) }
    }
    /// The settings of the call; nil before the coordinator's description.
    public var settings: CallSettingsResponse? { response?.settings }
    /// The coordinator's capabilities of this user; see ``ownCapabilities``.
    var grantedCapabilities: [OwnCapability] = []
    /// True while only users with access to backstage may join.
    public internal(set) var backstage = false {
        didSet { note(.backstage, oldValue != backstage) }
    }
    /// The state of the call's recording.
    public internal(set) var recordingState = RecordingState.noRecording {
        didSet { note(.recordingState, oldValue != recordingState) }
    }
    /// True while the call is transcribed.
    public internal(set) var transcribing = false {
        didSet { note(.transcribing, oldValue != transcribing) }
    }
    /// True while the call has closed captions.
    public internal(set) var captioning = false {
        didSet { note(.captioning, oldValue != captioning) }
    }
    /// The recordings and broadcasts with their states; nil without any.
    public internal(set) var egress: EgressResponse? {
        didSet { note(.egress, oldValue != egress) }
    }
    /// The RTMP address for ingress; nil when the call has none.
    var ingressAddress: String? {
        didSet { note(.ingress, oldValue != ingressAddress) }
    }
    /// A picture of the call for users that have not joined; nil before the first one.
    public internal(set) var thumbnails: ThumbnailResponse? {
        didSet { note(.thumbnails, oldValue != thumbnails) }
    }
    /// The token of this user's connection, as hexadecimal digits; empty without one.
    public var streamKey = "" {
        didSet { note(.ingress, oldValue != streamKey) }
    }
    /// The last captions, newest last; at most ``closedCaptionLimit``.
    public internal(set) var closedCaptions: [ClosedCaption] = [] {
        didSet { note(.closedCaptions, oldValue != closedCaptions) }
    }
    /// The maximum number of kept captions.
    public static let closedCaptionLimit = 100
    /// The known capabilities by role.
    public internal(set) var capabilitiesByRole: [String: [OwnCapability]] = [:] {
        didSet { note(.capabilitiesByRole, oldValue != capabilitiesByRole) }
    }
    /// The date of the call's creation; nil before the coordinator's description.
    public internal(set) var createdAt: Timestamp? {
        didSet { note(.createdAt, oldValue != createdAt) }
    }
    /// The user that created the call.
    public internal(set) var createdBy: User? {
        didSet { note(.createdBy, oldValue != createdBy) }
    }
    /// The date of the call's last change.
    public internal(set) var updatedAt: Timestamp? {
        didSet { note(.updatedAt, oldValue != updatedAt) }
    }
    /// The date at which the call is planned to start.
    public internal(set) var startsAt: Timestamp? {
        didSet { note(.startsAt, oldValue != startsAt) }
    }
    /// The date at which the call ended; nil before.
    public internal(set) var endedAt: Timestamp? {
        didSet { note(.endedAt, oldValue != endedAt) }
    }
    /// The user that ended the call.
    public internal(set) var endedBy: User? {
        didSet { note(.endedBy, oldValue != endedBy) }
    }
    /// Custom data of the application.
    public internal(set) var custom: CBOR.Map = [:] {
        didSet { note(.custom, oldValue != custom) }
    }
    /// The team of the call.
    public internal(set) var team: String? {
        didSet { note(.team, oldValue != team) }
    }
    /// The number of participants as the servers count them, including those that the roster lacks.
    public internal(set) var participantCount = 0 {
        didSet { note(.participantCount, oldValue != participantCount) }
    }
    /// The number of anonymous participants.
    public internal(set) var anonymousParticipantCount = 0 {
        didSet { note(.anonymousParticipantCount, oldValue != anonymousParticipantCount) }
    }
    /// The user's media settings.
    public var callSettings = CallSettings() {
        didSet {
            note(.callSettings, oldValue != callSettings)
            if callSettings.audioOn { isSpeakingWhileMuted = false }
        }
    }
    /// The settings that the user changed before the session.
    public internal(set) var choices = CallSettings.Choices()
    /// The requests of other users for permissions, in order of arrival. Only users that can grant them receive them.
    public internal(set) var permissionRequests: [PermissionRequest] = [] {
        didSet { note(.permissionRequests, oldValue != permissionRequests) }
    }
    /// The requested quality of incoming video.
    public internal(set) var incomingVideoQualitySettings = IncomingVideoQualitySettings.none
    /// The publish options that the SFU requests; empty without a request.
    public internal(set) var publishOptions: [PublishOption] = [] {
        didSet { note(.publishOptions, oldValue != publishOptions) }
    }
    /// The quality that the SFU requests for each published track; empty without a request.
    public internal(set) var publishQuality: [SenderQuality] = [] {
        didSet { note(.publishQuality, oldValue != publishQuality) }
    }
    /// True when this user speaks while the microphone is off.
    public var isSpeakingWhileMuted = false {
        didSet { note(.isSpeakingWhileMuted, oldValue != isSpeakingWhileMuted) }
    }
    /// True while noise cancellation is enabled for this user's microphone.
    public var isNoiseCancellationOn = false {
        didSet { note(.isNoiseCancellationOn, oldValue != isNoiseCancellationOn) }
    }
    /// The status of the connection to the session.
    public var reconnectionStatus = ReconnectionStatus.connected {
        didSet { note(.reconnectionStatus, oldValue != reconnectionStatus) }
    }
    /// The phase of the connection to the session, in more detail than ``reconnectionStatus``.
    public var connectionPhase = ConnectionPhase.disconnected {
        didSet { note(.connectionPhase, oldValue != connectionPhase) }
    }

    /// The interval at which ``statsReport`` is renewed, set by the coordinator; zero before the first join.
    public internal(set) var statsCollectionInterval = Duration.zero {
        didSet { note(.stats, oldValue != statsCollectionInterval) }
    }
    /// True when the SFU requests statistics.
    public internal(set) var reportsStatistics = false {
        didSet { note(.stats, oldValue != reportsStatistics) }
    }
    /// The last report of media statistics; nil before the first one, and without media.
    public var statsReport: CallStatsReport? {
        didSet { note(.stats, oldValue != statsReport) }
    }

    /// The id of the user that rang last; nil before any ring.
    public internal(set) var ringer: String?
    /// The ids of the users that this user rings; empty for all members, nil when this user does not ring.
    var callees: [String]?

    /// The error of the last attempt to reconnect before the client gave up; nil when the call was left for another
    /// reason.
    public var disconnectionError: (any Error)? {
        didSet { note(.disconnectionError, true) }
    }

    /// This user's id; empty before an event was handled for this user.
    var me = ""
    /// The number of the last event that each part of the call includes.
    var known = KnownParts()
    /// The last events that changed these parts.
    var history = EventHistory()
    /// The numbers of changes by events and by responses.
    package internal(set) var changeCounts = ChangeCounts()
    /// The last description of the call.
    var response: CallResponse?
    var roster = Roster()
    var changes: CallStateChanges
    /// The session with later changes; nil while equal to that of ``response``.
    var changedSession: CallSessionResponse?
    /// The participants of the session by session id; nil while equal to those of ``response``.
    var arrivals: OrderedMap<String, SessionParticipant>?
    /// The dates of the last joins of ended sessions, by session id. A late event does not restore such a session
    /// (`semantics.md` section 0, rule 11). A later join with the same id does, as after a restart of its SFU.
    var ended = SmallMap<String, Timestamp>()
    var isInSession = false
    /// The user's view of the own participant while a reconnect replaces it.
    var ownView: OwnView?

    /// Creates the state of a call of which only the name is known.
    ///
    /// - Parameter recordingMoves: True to record which users joined and left.
    public init(callCid: CallCid, recordingMoves: Bool = false) {
        self.callCid = callCid.description
        changes = CallStateChanges(recordingMoves: recordingMoves)
    }

    /// Returns the changes since the last call, and resets them.
    package mutating func takeChanges() -> CallStateChanges {
        let taken = changes
        if !taken.isEmpty { changes = CallStateChanges(recordingMoves: taken.recordsMoves) }
        return taken
    }

    private mutating func note(_ property: CallStateChanges.Property, _ isDifferent: Bool) {
        if isDifferent { changes.insert(property) }
    }
}
