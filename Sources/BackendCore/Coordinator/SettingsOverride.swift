import Signaling

extension CallSettingsResponse {
    /// Returns the settings with the values of a request.
    func overridden(by request: CallSettingsRequest) -> CallSettingsResponse {
        var settings = self
        if let ring = request.ring { settings.ring.override(ring) }
        if let audio = request.audio { settings.audio.override(audio) }
        if let video = request.video { settings.video.override(video) }
        if let backstage = request.backstage { settings.backstage.override(backstage) }
        settings.recording = request.recording ?? recording
        if let limits = request.limits { settings.limits.override(limits) }
        settings.thumbnails = request.thumbnails ?? thumbnails
        return settings
    }
}

extension RingSettings {
    fileprivate mutating func override(_ request: RingSettingsRequest) {
        autoCancelTimeout = request.autoCancelTimeout ?? autoCancelTimeout
        incomingCallTimeout = request.incomingCallTimeout ?? incomingCallTimeout
        missedCallTimeout = request.missedCallTimeout ?? missedCallTimeout
    }
}

extension AudioSettings {
    fileprivate mutating func override(_ request: AudioSettingsRequest) {
        micDefaultOn = request.micDefaultOn ?? micDefaultOn
        speakerDefaultOn = request.speakerDefaultOn ?? speakerDefaultOn
        defaultDevice = request.defaultDevice ?? defaultDevice
        noiseCancellation = request.noiseCancellation ?? noiseCancellation
    }
}

extension VideoSettings {
    fileprivate mutating func override(_ request: VideoSettingsRequest) {
        cameraDefaultOn = request.cameraDefaultOn ?? cameraDefaultOn
        enabled = request.enabled ?? enabled
    }
}

extension BackstageSettings {
    fileprivate mutating func override(_ request: BackstageSettingsRequest) {
        enabled = request.enabled ?? enabled
        joinAheadTime = request.joinAheadTime ?? joinAheadTime
    }
}

extension LimitsSettings {
    fileprivate mutating func override(_ request: LimitsSettingsRequest) {
        maxDuration = request.maxDuration ?? maxDuration
        maxParticipants = request.maxParticipants ?? maxParticipants
    }
}
