import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling

extension Properties {
    /// The settings of a call, by their names in scenarios.
    static let settingsProperties: [PropertyRow] = [
        setting("autoCancelTimeout", .duration, "the time after which the caller cancels a ring") {
            .duration($0.ring.autoCancelTimeout)
        },
        setting("incomingCallTimeout", .duration, "the time after which a callee stops ringing") {
            .duration($0.ring.incomingCallTimeout)
        },
        setting("missedCallTimeout", .duration, "the time after which the call is missed") {
            .duration($0.ring.missedCallTimeout)
        },
        setting("micDefaultOn", .boolean, "true when microphones are on by default") {
            .boolean($0.audio.micDefaultOn)
        },
        setting("speakerDefaultOn", .boolean, "true when speakers are on by default") {
            .boolean($0.audio.speakerDefaultOn)
        },
        setting("defaultDevice", .word(.devices), "the default device for audio output") {
            .text($0.audio.defaultDevice)
        },
        setting("cameraDefaultOn", .boolean, "true when cameras are on by default") {
            .boolean($0.video.cameraDefaultOn)
        },
        setting("videoEnabled", .boolean, "true when the call is meant for video") { .boolean($0.video.enabled) },
        setting("backstageEnabled", .boolean, "true when the call has a backstage") { .boolean($0.backstage.enabled) },
        setting("joinAheadTime", .duration, "the time before the start at which anyone may join") {
            .duration($0.backstage.joinAheadTime)
        },
        setting("recordingMode", .text, "the mode of recording: `available`, `disabled` or `auto-on`") {
            .text($0.recording.mode.rawValue)
        },
        setting("noiseCancellationMode", .text, "the mode of noise cancellation: `available`, `disabled` or `auto-on`")
        {
            .text($0.audio.noiseCancellation.mode.rawValue)
        },
        setting("maxDuration", .duration, "the largest duration of a session; 0s for no limit") {
            .duration($0.limits.maxDuration)
        },
        setting("maxParticipants", .count, "the largest number of participants of a session; 0 for no limit") {
            .integer(Int64($0.limits.maxParticipants))
        },
        setting("thumbnailsEnabled", .boolean, "true when pictures of the call are taken") {
            .boolean($0.thumbnails.enabled)
        },
    ]

    private static func setting(
        _ name: String, _ type: ValueType, _ about: String,
        read: @escaping @MainActor (CallSettingsResponse) -> Value
    ) -> PropertyRow {
        .call("settings.\(name)", type, about) { $0.settings.map(read) ?? .none }
    }
}
