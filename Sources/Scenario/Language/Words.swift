internal import CallCore
internal import Chance
internal import Signaling
internal import Wire

/// A set of words that a value may be, with what they are.
public struct Words: Hashable, Sendable {
    /// What each of them is, such as `calling state`.
    public let kind: String
    /// The words, in the order in which they are told.
    public let all: [String]

    init(_ kind: String, _ all: [String]) {
        self.kind = kind
        self.all = all
    }

    /// The article before what each of them is.
    var article: String { kind.first.map { "aeiou".contains($0) } ?? false ? "an" : "a" }

    /// The cases of `CallingState`.
    public static let callingStates = Words(
        "calling state", ["idle", "lobby", "incoming", "outgoing", "joining", "inCall", "reconnecting"])
    /// The cases of `ReconnectionStatus`.
    public static let reconnectionStatuses = Words(
        "reconnection status", ["connected", "reconnecting", "migrating", "disconnected"])
    /// The cases of `ConnectionPhase`.
    public static let connectionPhases = Words(
        "connection phase",
        [
            "connecting", "connected", "offline", "fastReconnecting", "rejoining", "migrating", "disconnected",
        ])
    /// The cases of `ConnectionStatus`, the client's connection to the coordinator.
    public static let connectionStatuses = Words(
        "connection status", ["initialized", "connecting", "connected", "disconnected"])
    /// The cases of `CameraPosition`.
    public static let cameraPositions = Words("camera position", ["front", "back"])
    /// The cases of `RecordingState`.
    public static let recordingStates = Words("recording state", ["noRecording", "requested", "recording"])
    /// The protocols that a datagram can speak.
    public static let protocols = Words("protocol", DatagramKind.allCases.map(\.rawValue))
    /// The cases of `MediaSwitch`.
    public static let mediaSwitches = Words("media", MediaSwitch.allCases.map(\.rawValue))
    /// Whether one participant has media.
    public static let mediaStates = Words("media", ["on", "off"])
    /// The cases of `ConsentMachine.State`.
    public static let pathStates = Words("state of a path", ConsentMachine.State.allCases.map(\.rawValue))
    /// The cases of `MediaTrack.State`.
    public static let trackStates = Words("state of a track", MediaTrack.State.allCases.map(\.rawValue))
    /// The cases of `CallParticipant.Quality`.
    public static let connectionQualities = Words("connection quality", ["unknown", "poor", "good", "excellent"])
    /// What participants can be sorted by.
    public static let sortings = Words(
        "sorting",
        [
            "pinned", "screenSharing", "dominantSpeaker", "speaking", "video", "audio", "name", "userId", "joinedAt",
            "roles", "ingress", "standard", "speakerLayout", "paginatedLayout", "livestreamOrAudioRoom",
        ])
    /// The cases of `RecordingType`.
    public static let recordingTypes = Words("recording type", RecordingType.allCases.map(\.rawValue))
    /// What can leave a call.
    public static let egresses = Words(
        "egress",
        RecordingType.allCases.map(\.rawValue) + ["frames", "hls", "rtmp", "transcription", "captions"])
    /// What starts and continues with a call that is live.
    public static let liveParts = Words(
        "part of a live call", ["hls", "recording", "rtmp", "transcription", "captions"])
    /// The cases of `CallEndedReason`.
    public static let endings = Words("ending", CallEndedReason.allCases.map { "\($0)" })
    /// The cases of `JoinPolicy`.
    public static let joinPolicies = Words("join policy", JoinPolicy.allCases.map(\.rawValue))
    /// The cases of `CallSettingsStatus`.
    public static let statusesOfSwitches = Words("status of a switch", ["enabled", "disabled"])
    /// The cases of `ParticipantsLayout`.
    public static let layouts = Words("layout", ["grid", "spotlight", "fullScreen"])
    /// The pages that a query can go on with.
    public static let pages = Words("page", ["next", "prev"])
    /// What kind of user a participant can be.
    public static let userKinds = Words("kind of user", ["regular", "guest", "anonymous"])
    /// The cases of `WholeRunRule`.
    public static let wholeRunRules = Words("rule of whole runs", WholeRunRule.allCases.map(\.rawValue))
    /// What a participant's token can be.
    public static let tokens = Words("token", ["valid", "expired", "forged"])
    /// The errors that commands throw and view models show.
    public static let errors = Words(
        "error",
        [
            "CallJoinInterceptionError", "CallLeftError", "CancellationError", "TimeOutError", "NotConnectedError",
            "NetworkNotAvailable", "InvalidCallTransition", "RequestError", "APIError", "MissingPermissionsError",
            "NotJoinedError",
        ])
    /// The cases of `APIError.Code`.
    public static let refusals = Words("refusal", APIError.Code.allCases.map { "\($0)" })
    /// The methods of CoAP requests, and that of STUN.
    public static let methods = Words(
        "method", ["GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH", "Binding"])
    /// The types of CoAP messages.
    public static let messageTypes = Words("type of a message", ["CON", "NON", "ACK", "RST"])
    /// The cases of `STUN.MessageClass`.
    public static let stunClasses = Words("class", STUN.MessageClass.allCases.map { "\($0)" })
    /// The kinds of packets in RTCP compounds.
    public static let rtcpKinds = Words("kind of report", ["SR", "RR", "SDES", "BYE"])
    /// What becomes of a datagram that went onto the wire.
    public static let fates = Words(
        "fate", ["sent", "received", "lost", "corrupted", "duplicated", "undeliverable"])
    /// The response codes of CoAP.
    public static let statuses = Words(
        "status",
        [
            "2.01", "2.02", "2.03", "2.04", "2.05", "2.31", "4.00", "4.01", "4.02", "4.03", "4.04", "4.05", "4.06",
            "4.08", "4.09", "4.12", "4.13", "4.15", "4.22", "4.29", "5.00", "5.01", "5.02", "5.03", "5.04", "5.05",
        ])
    /// The notifications that the call library posts.
    public static let notifications = Words("notification", ["callEnded"])
    /// How waits can be spread around a latency.
    public static let distributions = Words("distribution", JitterDistribution.allCases.map(\.rawValue))
    /// The ways into the network that have names.
    public static let profiles = Words("profile", LinkProfile.all.map(\.name))
    /// What can be done to a participant's ways as a whole.
    public static let linkStates = Words("change of a way", ["cut", "heal", "offline", "online"])
    /// The types of coordinator and SFU events.
    public static let events = Words("event", EventNames.coordinator + EventNames.sfu)
}

/// The types of events that participants receive.
public enum EventNames {
    /// Events of the coordinator.
    public static let coordinator = [
        "connection.ok", "connection.error", "health.check", "app.updated", "user.updated", "call.created",
        "call.updated", "call.ended", "call.ring", "call.notification",
        "call.missed", "call.accepted", "call.rejected", "call.session_started", "call.session_ended",
        "call.session_participant_joined", "call.session_participant_left",
        "call.session_participant_count_updated", "call.member_added", "call.member_updated",
        "call.member_removed", "call.blocked_user", "call.unblocked_user", "call.kicked_user", "custom",
        "call.deleted", "call.live_started", "call.member_updated_permission", "call.user_muted",
        "call.permission_request", "call.permissions_updated", "call.reaction_new", "call.recording_started",
        "call.recording_stopped", "call.recording_failed", "call.recording_ready", "call.frame_recording_started",
        "call.frame_recording_stopped", "call.frame_recording_failed", "call.frame_recording_ready",
        "call.hls_broadcasting_started", "call.hls_broadcasting_stopped", "call.hls_broadcasting_failed",
        "call.rtmp_broadcast_started", "call.rtmp_broadcast_stopped", "call.rtmp_broadcast_failed",
        "call.transcription_started", "call.transcription_stopped", "call.transcription_failed",
        "call.transcription_ready", "call.closed_captions_started", "call.closed_captions_stopped",
        "call.closed_captions_failed", "call.closed_caption", "call.moderation_blur", "call.moderation_warning",
        "call.stats_report_ready", "call.user_feedback_submitted",
    ]
    /// Events of an SFU.
    public static let sfu = SFUEvent.Kind.allCases.map(\.rawValue)
}
