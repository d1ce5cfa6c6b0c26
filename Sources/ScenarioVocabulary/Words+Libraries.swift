import Backend
import BackendCore
import Chance
package import ScenarioLanguage
import Signaling
import Wire

/// The sets of words that come from types of the backend and of the protocol.
extension Words {
    /// The cases of `RecordingType`.
    package static let recordingTypes = Words("recording type", RecordingType.allCases.map(\.rawValue))
    /// The outputs of a call.
    package static let egresses = Words(
        "egress",
        RecordingType.allCases.map(\.rawValue) + ["frames", "hls", "rtmp", "transcription", "captions"])
    /// The cases of `CallEndedReason`.
    package static let endings = Words("ending", CallEndedReason.allCases.map { "\($0)" })
    /// The cases of `APIError.Code`.
    package static let refusals = Words("refusal", APIError.Code.allCases.map { "\($0)" })
    /// The cases of `STUN.MessageClass`.
    package static let stunClasses = Words("class", STUN.MessageClass.allCases.map { "\($0)" })
    /// The documented types of calls.
    package static let callTypes = Words("call type", CallType.documented.map(\.name))
    /// The types of coordinator and SFU events.
    package static let events = Words("event", CoordinatorEvent.allTypes + SFUEvent.allTypes)
    /// The reasons of dropped datagrams at a server: the cases of `MediaDrop`, and those of the message layer.
    package static let drops = Words("reason of a drop", CallBackend.dropReasons)
    /// The cases of `LossReason`.
    package static let lossReasons = Words("reason of a loss", LossReason.allCases.map(\.rawValue))
    /// The names of `TrackType`.
    package static let tracks = Words("track", TrackType.allCases.map(\.name))
    /// The media that a mute of a user applies to.
    package static let media = Words("medium", ["audio", "video"])
    /// The kinds of tracks that grants apply to.
    package static let grants = Words("grant", ["audio", "video", "screenshare"])
    /// The cases of `ParticipantSource`.
    package static let sources = Words("source", ParticipantSource.allCases.map { "\($0)" })
    /// The cases of `ReconnectStrategy`.
    package static let strategies = Words("strategy", ReconnectStrategy.allCases.map { "\($0)" })
    /// The cases of `SFUError.Code`.
    package static let sfuErrors = Words("SFU error", SFUError.Code.allCases.map { "\($0)" })
    /// The cases of `GoAwayReason`.
    package static let goAwayReasons = Words("reason to go away", GoAwayReason.allCases.map { "\($0)" })
    /// The events that can be delayed.
    package static let lateEvents = Words(
        "late event", ["track_published", "track_unpublished", "participant_updated", "dominant_speaker_changed"])
    /// The capabilities that have a documented meaning.
    package static let capabilities = Words("capability", OwnCapability.all.map(\.rawValue))
    /// The cases of `ClientCapability`.
    package static let clientCapabilities = Words("client capability", ClientCapability.allCases.map(\.rawValue))
    /// The cases of `IncomingVideoQualitySettings`.
    package static let videoQualities = Words("video quality", ["none", "manual", "disabled"])
}
