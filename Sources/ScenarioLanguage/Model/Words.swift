internal import Chance
internal import Wire

/// A set of words that a value may be, with a name for their kind.
public struct Words: Hashable, Sendable {
    /// The kind of the words, such as `calling state`.
    package let kind: String
    /// The words in the order of the documentation.
    package let all: [String]

    package init(_ kind: String, _ all: [String]) {
        self.kind = kind
        self.all = all
    }

    /// The indefinite article of the kind.
    package var article: String { kind.first.map { "aeiou".contains($0) } ?? false ? "an" : "a" }

    /// The cases of `CallingState`.
    package static let callingStates = Words(
        "calling state", ["idle", "lobby", "incoming", "outgoing", "joining", "inCall", "reconnecting"])
    /// The cases of `ReconnectionStatus`.
    package static let reconnectionStatuses = Words(
        "reconnection status", ["connected", "reconnecting", "migrating", "disconnected"])
    /// The cases of `ConnectionPhase`.
    package static let connectionPhases = Words(
        "connection phase",
        [
            "connecting", "connected", "offline", "fastReconnecting", "rejoining", "migrating", "disconnected",
        ])
    /// The cases of `ConnectionStatus`, the client's connection to the coordinator.
    package static let connectionStatuses = Words(
        "connection status", ["initialized", "connecting", "connected", "disconnected"])
    /// The cases of `CameraPosition`.
    package static let cameraPositions = Words("camera position", ["front", "back"])
    /// The cases of `RecordingState`.
    package static let recordingStates = Words("recording state", ["noRecording", "requested", "recording"])
    /// The protocols of datagrams.
    package static let protocols = Words("protocol", DatagramKind.allCases.map(\.rawValue))
    /// The cases of `MediaSwitch`.
    package static let mediaSwitches = Words("media", MediaSwitch.allCases.map(\.rawValue))
    /// The media states of one participant.
    package static let mediaStates = Words("media", ["on", "off"])
    /// The cases of `CallParticipant.Quality`.
    package static let connectionQualities = Words("connection quality", ["unknown", "poor", "good", "excellent"])
    /// The sort orders of participants.
    package static let sortings = Words(
        "sorting",
        [
            "pinned", "screenSharing", "dominantSpeaker", "speaking", "video", "audio", "name", "userId", "joinedAt",
            "roles", "ingress", "standard", "speakerLayout", "paginatedLayout", "livestreamOrAudioRoom",
        ])
    /// The features that start with a live call.
    package static let liveParts = Words(
        "part of a live call", ["hls", "recording", "rtmp", "transcription", "captions"])
    /// The cases of `CallSettingsStatus`.
    package static let statusesOfSwitches = Words("status of a switch", ["enabled", "disabled"])
    /// The cases of `ParticipantsLayout`.
    package static let layouts = Words("layout", ["grid", "spotlight", "fullScreen"])
    /// The pages that follow or precede a query's result.
    package static let pages = Words("page", ["next", "prev"])
    /// The kinds of users.
    package static let userKinds = Words("kind of user", ["regular", "guest", "anonymous"])
    /// The cases of `WholeRunRule`.
    package static let wholeRunRules = Words("rule of whole runs", WholeRunRule.allCases.map(\.rawValue))
    /// The kinds of tokens.
    package static let tokens = Words("token", ParticipantSpec.Token.allCases.map(\.rawValue))
    /// The errors that commands throw and view models show.
    package static let errors = Words(
        "error",
        [
            "CallJoinInterceptionError", "CallLeftError", "CancellationError", "TimeOutError", "NotConnectedError",
            "NetworkNotAvailable", "InvalidCallTransition", "RequestError", "APIError", "MissingPermissionsError",
            "NotJoinedError", "AbsentParticipantError",
        ])
    /// The methods of CoAP requests, and that of STUN.
    package static let methods = Words(
        "method", ["GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH", "Binding"])
    /// The methods of CoAP requests.
    package static let requestMethods = Words("method of a request", methods.all.filter { $0 != "Binding" })
    /// The types of CoAP messages.
    package static let messageTypes = Words("type of a message", ["CON", "NON", "ACK", "RST"])
    /// The kinds of packets in RTCP compounds.
    package static let rtcpKinds = Words("kind of report", ["SR", "RR", "SDES", "BYE"])
    /// The events of a sent datagram.
    package static let fates = Words(
        "fate", ["sent", "received", "lost", "corrupted", "duplicated", "undeliverable"])
    /// The response codes of CoAP.
    package static let statuses = Words(
        "status",
        [
            "2.01", "2.02", "2.03", "2.04", "2.05", "2.31", "4.00", "4.01", "4.02", "4.03", "4.04", "4.05", "4.06",
            "4.08", "4.09", "4.12", "4.13", "4.15", "4.22", "4.29", "5.00", "5.01", "5.02", "5.03", "5.04", "5.05",
        ])
    /// The notifications that the call library posts.
    package static let notifications = Words("notification", ["callEnded"])
    /// The distributions of jitter around a latency.
    package static let distributions = Words("distribution", JitterDistribution.allCases.map(\.rawValue))
    /// The names of link profiles.
    package static let profiles = Words("profile", LinkProfile.all.map(\.name))
    /// The changes of a participant's whole link.
    package static let linkStates = Words("change of a way", ["cut", "heal", "offline", "online"])
    /// The cases of `FlapChange.Outage`.
    package static let outages = Words("way to flap", FlapChange.Outage.allCases.map(\.rawValue))
    /// The outputs of sound.
    package static let devices = Words("device", ["speaker", "earpiece"])
}
