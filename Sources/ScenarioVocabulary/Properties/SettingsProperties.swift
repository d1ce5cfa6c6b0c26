import CallLibrary
import ScenarioLanguage
import Signaling

extension Properties {
    /// The settings of a call, by their names in scenarios.
    static let settingsProperties: [PropertyRow] = [
        setting("autoCancelTimeout", .duration, "after how long a caller of the call gives up") {
            .duration($0.ring.autoCancelTimeout)
        },
        setting("incomingCallTimeout", .duration, "after how long a callee gives up") {
            .duration($0.ring.incomingCallTimeout)
        },
        setting("missedCallTimeout", .duration, "after how long the call is missed") {
            .duration($0.ring.missedCallTimeout)
        },
        setting("micDefaultOn", .boolean, "true when microphones are on at first") { .boolean($0.audio.micDefaultOn) },
        setting("speakerDefaultOn", .boolean, "true when speakers are on at first") {
            .boolean($0.audio.speakerDefaultOn)
        },
        setting("defaultDevice", .word(.devices), "where sound comes from at first") {
            .text($0.audio.defaultDevice)
        },
        setting("cameraDefaultOn", .boolean, "true when cameras are on at first") {
            .boolean($0.video.cameraDefaultOn)
        },
        setting("videoEnabled", .boolean, "whether there is video in the call at all") { .boolean($0.video.enabled) },
        setting("backstageEnabled", .boolean, "whether the call has a backstage") { .boolean($0.backstage.enabled) },
        setting("joinAheadTime", .duration, "how long before its start anyone may join") {
            .duration($0.backstage.joinAheadTime)
        },
        setting("recordingMode", .text, "who can start a recording: `available`, `disabled` or `auto-on`") {
            .text($0.recording.mode.rawValue)
        },
        setting("noiseCancellationMode", .text, "who can take noise out: `available`, `disabled` or `auto-on`") {
            .text($0.audio.noiseCancellation.mode.rawValue)
        },
        setting("maxDuration", .duration, "how long a session may be; 0s means for ever") {
            .duration($0.limits.maxDuration)
        },
        setting("maxParticipants", .number, "how many may be in a session; 0 means any number") {
            .integer(Int64($0.limits.maxParticipants))
        },
        setting("thumbnailsEnabled", .boolean, "whether pictures of the call are taken") {
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
