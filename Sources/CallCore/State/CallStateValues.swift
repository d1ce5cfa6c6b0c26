internal import Containers
public import Signaling
public import Timing
public import Wire

/// Everything that is known of one call, as one value that events change (`semantics.md` 3.1, 3.2, 5.3).
///
/// It notes itself which properties have changed: comparing everything would cost more than most events do.
public struct CallStateValues: Sendable {
    /// The call, in the form type:id.
    public let callCid: String
    /// This client's stay in the session; empty before the first join.
    public var sessionId: String = "" {
        didSet {
            note(.sessionId, oldValue != sessionId)
            note(.localParticipant, oldValue != sessionId)
        }
    }
    /// Who belongs to the call.
    public internal(set) var members: [Member] = [] {
        didSet { note(.members, oldValue != members) }
    }
    /// Who may not join, sorted.
    public internal(set) var blockedUserIds: [String] = [] {
        didSet { note(.blockedUserIds, oldValue != blockedUserIds) }
    }
    /// How the call behaves; nil until the coordinator told.
    public var settings: CallSettingsResponse? { told?.settings }
    /// What this user may do, as the coordinator told it; see ``ownCapabilities``.
    var toldCapabilities: [OwnCapability] = []
    /// Whether only hosts may join yet.
    public internal(set) var backstage = false {
        didSet { note(.backstage, oldValue != backstage) }
    }
    /// Whether the call is being recorded.
    public internal(set) var recordingState = RecordingState.noRecording {
        didSet { note(.recordingState, oldValue != recordingState) }
    }
    /// Whether the call is being transcribed.
    public internal(set) var transcribing = false {
        didSet { note(.transcribing, oldValue != transcribing) }
    }
    /// Whether the call has closed captions.
    public internal(set) var captioning = false {
        didSet { note(.captioning, oldValue != captioning) }
    }
    /// What leaves the call, and how far that has come; nil when nothing does.
    public internal(set) var egress: EgressResponse? {
        didSet { note(.egress, oldValue != egress) }
    }
    /// Where a stream from outside is sent over RTMP; nil when the call takes none.
    var ingressAddress: String? {
        didSet { note(.ingress, oldValue != ingressAddress) }
    }
    /// A picture of the call, for those who are not in it yet; nil before one was taken.
    public internal(set) var thumbnails: ThumbnailResponse? {
        didSet { note(.thumbnails, oldValue != thumbnails) }
    }
    /// The token that this user is connected with, as hexadecimal digits; empty before.
    public var streamKey = "" {
        didSet { note(.ingress, oldValue != streamKey) }
    }
    /// What was said last, the newest at the end; at most ``closedCaptionLimit``.
    public internal(set) var closedCaptions: [ClosedCaption] = [] {
        didSet { note(.closedCaptions, oldValue != closedCaptions) }
    }
    /// How many captions are kept.
    public static let closedCaptionLimit = 100
    /// What each role may do, as far as that was told.
    public internal(set) var capabilitiesByRole: [String: [OwnCapability]] = [:] {
        didSet { note(.capabilitiesByRole, oldValue != capabilitiesByRole) }
    }
    /// When the call was created; nil until the coordinator told.
    public internal(set) var createdAt: Timestamp? {
        didSet { note(.createdAt, oldValue != createdAt) }
    }
    /// Who created it.
    public internal(set) var createdBy: User? {
        didSet { note(.createdBy, oldValue != createdBy) }
    }
    /// When it last changed.
    public internal(set) var updatedAt: Timestamp? {
        didSet { note(.updatedAt, oldValue != updatedAt) }
    }
    /// When it is to start.
    public internal(set) var startsAt: Timestamp? {
        didSet { note(.startsAt, oldValue != startsAt) }
    }
    /// When it ended.
    public internal(set) var endedAt: Timestamp? {
        didSet { note(.endedAt, oldValue != endedAt) }
    }
    /// Who ended it.
    public internal(set) var endedBy: User? {
        didSet { note(.endedBy, oldValue != endedBy) }
    }
    /// Data of the application's own.
    public internal(set) var custom: CBOR.Map = [:] {
        didSet { note(.custom, oldValue != custom) }
    }
    /// The team that the call belongs to.
    public internal(set) var team: String? {
        didSet { note(.team, oldValue != team) }
    }
    /// How many are in the call.
    public internal(set) var participantCount = 0 {
        didSet { note(.participantCount, oldValue != participantCount) }
    }
    /// How many of them are anonymous.
    public internal(set) var anonymousParticipantCount = 0 {
        didSet { note(.anonymousParticipantCount, oldValue != anonymousParticipantCount) }
    }
    /// What this user has switched on.
    public var callSettings = CallSettings() {
        didSet {
            note(.callSettings, oldValue != callSettings)
            if callSettings.audioOn { isSpeakingWhileMuted = false }
        }
    }
    /// The settings that the user switched before the session.
    public internal(set) var choices = CallSettings.Choices()
    /// What others ask to be allowed, in the order of asking; only those who can grant it hear of it.
    public internal(set) var permissionRequests: [PermissionRequest] = [] {
        didSet { note(.permissionRequests, oldValue != permissionRequests) }
    }
    /// How well this client wants to see the others.
    public internal(set) var incomingVideoQualitySettings = IncomingVideoQualitySettings.none
    /// How the SFU wants tracks to be published; empty when it told no wish.
    public internal(set) var publishOptions: [PublishOption] = [] {
        didSet { note(.publishOptions, oldValue != publishOptions) }
    }
    /// How well what this client publishes needs to be, as far as that was told.
    public internal(set) var publishQuality: [SenderQuality] = [] {
        didSet { note(.publishQuality, oldValue != publishQuality) }
    }
    /// Whether this user speaks although the microphone is off.
    public var isSpeakingWhileMuted = false {
        didSet { note(.isSpeakingWhileMuted, oldValue != isSpeakingWhileMuted) }
    }
    /// Whether noise is taken out of what this user's microphone hears.
    public var isNoiseCancellationOn = false {
        didSet { note(.isNoiseCancellationOn, oldValue != isNoiseCancellationOn) }
    }
    /// The connection as the documents show it.
    public var reconnectionStatus = ReconnectionStatus.connected {
        didSet { note(.reconnectionStatus, oldValue != reconnectionStatus) }
    }
    /// The connection in full detail.
    public var connectionPhase = ConnectionPhase.disconnected {
        didSet { note(.connectionPhase, oldValue != connectionPhase) }
    }

    /// How often ``statsReport`` is renewed, as the coordinator asks for it; zero before the first join.
    public internal(set) var statsCollectionInterval = Duration.zero {
        didSet { note(.stats, oldValue != statsCollectionInterval) }
    }
    /// Whether the SFU wants to know what is counted.
    public internal(set) var reportsStatistics = false {
        didSet { note(.stats, oldValue != reportsStatistics) }
    }
    /// What was counted of the media up to the last report; nil before the first one, and without media.
    public var statsReport: CallStatsReport? {
        didSet { note(.stats, oldValue != statsReport) }
    }

    /// The user that rang last; nil when none did.
    public internal(set) var ringer: String?
    /// The users that this user rings; empty for all members, nil when this user does not ring.
    var callees: [String]?

    /// Why the connection was given up; nil unless that is how the call was left.
    public var disconnectionError: (any Error)? {
        didSet { note(.disconnectionError, true) }
    }

    /// This user's id; empty before an event was handled for this user.
    var me = ""
    /// As of which events the parts of the call are known.
    var known = KnownParts()
    /// The last events that changed those parts.
    var history = EventHistory()
    /// The call as it was told last.
    var told: CallResponse?
    var roster = Roster()
    var changes: CallStateChanges
    /// The session where it is known otherwise than ``told`` has it.
    var changedSession: CallSessionResponse?
    /// The participants of the session by session id, once they differ from ``told``.
    var arrivals: OrderedMap<String, SessionParticipant>?
    /// The ids of sessions that ended. A late event never brings one back (`semantics.md` section 0, rule 11).
    var departed = SmallMap<String, Void>()
    var isInSession = false

    /// Describes a call of which nothing is known but its name.
    ///
    /// - Parameter namingMoves: Whether the changes name who came and went.
    public init(callCid: CallCid, namingMoves: Bool = false) {
        self.callCid = callCid.description
        changes = CallStateChanges(namingMoves: namingMoves)
    }

    /// What has changed since this was last asked.
    package mutating func takeChanges() -> CallStateChanges {
        let taken = changes
        if !taken.isEmpty { changes = CallStateChanges(namingMoves: taken.namesMoves) }
        return taken
    }

    private mutating func note(_ property: CallStateChanges.Property, _ isDifferent: Bool) {
        if isDifferent { changes.insert(property) }
    }
}
