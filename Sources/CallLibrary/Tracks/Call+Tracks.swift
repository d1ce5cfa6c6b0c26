public import CallCore
public import Signaling

/// The tracks that this client publishes and subscribes to.
extension Call {
    /// Shares the screen. Has no effect without the capability `screenshare`.
    ///
    /// - Parameter includeAudio: True to share the audio of the screen as well.
    /// - Throws: ``NotJoinedError`` when the call is neither joined nor being joined.
    public func startScreensharing(includeAudio: Bool = false) async throws {
        guard state.values.ownCapabilities.contains(.screenshare) else { return }
        guard isEntered else { throw NotJoinedError(cid: cid) }
        sharedScreen = includeAudio ? [.screenShare, .screenShareAudio] : [.screenShare]
        publisher?.update()
    }

    /// Stops sharing the screen.
    public func stopScreensharing() async throws {
        sharedScreen = []
        publisher?.update()
    }

    /// Sets the requested quality of incoming video, independent of visibility.
    public func setIncomingVideoQualitySettings(_ settings: IncomingVideoQualitySettings) {
        updateState { $0.setIncomingVideoQuality(settings) }
    }

    /// Reports the level of this user's microphone. Speech at a disabled microphone sets `isSpeakingWhileMuted`.
    ///
    /// - Parameter level: From 0 to 1; 0.05 and more is speech.
    public func microphoneHears(level: Double) {
        updateState { $0.isSpeakingWhileMuted = level >= 0.05 && !$0.callSettings.audioOn }
    }

    // MARK: A session's tracks

    /// The tracks that the user wants to publish.
    package var wantedTracks: [TrackType] {
        let tracks = Self.tracks(of: state.values.callSettings)
        return sharedScreen.isEmpty ? tracks : tracks + sharedScreen
    }

    /// Returns the tracks that the settings publish.
    static func tracks(of settings: CallSettings) -> [TrackType] {
        switch (settings.audioOn, settings.videoOn) {
        case (true, true): [.audio, .video]
        case (true, false): [.audio]
        case (false, true): [.video]
        case (false, false): []
        }
    }

    /// Begins publishing and subscribing in a session that was joined with these tracks. A track that the SFU did not
    /// publish is switched off: the user may not publish it, or a moderator muted it before.
    func followTracks(of sfu: SFUClient, announced: [TrackInfo], subscribed: [TrackSubscription] = []) {
        forgetTracks()
        let published = state.read { $0.publishedTracks(of: $0.sessionId) }
        let isPresent = state.read { $0.hasParticipant($0.sessionId) }
        // Loops instead of closures, because each call of a closure of the main actor checks the executor.
        var leftOut: [TrackType] = []
        for track in announced where isPresent && !track.muted && !published.contains(track.trackType) {
            leftOut.append(track.trackType)
        }
        switchOff(leftOut)
        publisher = TrackPublisher(self, sfu, tracks: announced, published: published)
        subscriber = TrackSubscriber(self, sfu, sent: subscribed)
        var isOutdated = false
        for track in announced where track.ssrc != trackInfo(track.trackType).ssrc { isOutdated = true }
        publisher?.update(announcing: isOutdated)
        subscriber?.update()
    }

    /// Stops publishing and subscribing.
    func forgetTracks() {
        publisher?.end()
        subscriber?.end()
        publisher = nil
        subscriber = nil
    }

    /// Sends the tracks and subscriptions of a session again, because a request from before its last reconnect has
    /// ended. The SFU may have processed that request late.
    func formerTrackRequestEnded(in sessionId: String) {
        if publisher?.sfu.sessionId == sessionId { publisher?.refresh() }
        if subscriber?.sfu.sessionId == sessionId { subscriber?.refresh() }
    }

    /// The properties on which published and subscribed tracks depend.
    private static let trackSources = CallStateChanges.Properties(
        [.ownCapabilities, .callSettings, .subscriptions, .participants])

    /// Updates the tracks after a change of the call's state.
    func stateChanged(_ changes: CallStateChanges) {
        guard changes.containsAny(of: Self.trackSources) else { return }
        if changes.contains(.ownCapabilities), !state.read({ $0.currentUserHasCapability(.screenshare) }) {
            sharedScreen = []
        }
        if changes.contains(.callSettings) || changes.contains(.ownCapabilities) { publisher?.update() }
        if changes.contains(.subscriptions) { subscriber?.update() }
        if changes.contains(.callSettings) || changes.contains(.participants) || changes.contains(.subscriptions) {
            updateMedia()
        }
    }

    /// Applies the outcome of a request about published tracks.
    func trackRequestEnded(_ outcome: TrackPublisher.Outcome) {
        let sessionId = state.values.sessionId
        switch outcome {
        case .published(let types, let named):
            updateState { values in
                for type in named { values.recordPublished(types.contains(type), type, of: sessionId) }
            }
        case .refused(let types, let error):
            client.environment.trace(.mark(name: "call.publish.refused", details: [("error", "\(error)")]))
            switchOff(types)
        }
    }

    /// Switches off the settings that publish these tracks.
    private func switchOff(_ types: [TrackType]) {
        guard !types.isEmpty else { return }
        sharedScreen.removeAll { types.contains($0) }
        updateState { values in
            for type in types { values.switchOff(type) }
        }
    }

    /// Handles the unpublishing of one of this user's tracks by the server.
    func trackWasUnpublished(_ event: TrackEvent) {
        guard event.reference.sessionId == state.values.sessionId else { return }
        sharedScreen.removeAll { $0 == event.trackType }
        publisher?.wasTaken(event.trackType)
    }
}

extension Call {
    /// Adds capabilities that the next join announces to the SFU.
    public func enableClientCapabilities(_ capabilities: Set<ClientCapability>) {
        clientCapabilities.formUnion(capabilities)
    }

    /// Removes capabilities that the next join announces to the SFU.
    public func disableClientCapabilities(_ capabilities: Set<ClientCapability>) {
        clientCapabilities.subtract(capabilities)
    }
}
