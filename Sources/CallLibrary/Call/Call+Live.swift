public import Signaling

extension Call {
    /// Leaves backstage, so that any user may join, and starts the requested recordings and broadcasts. A refusal of
    /// one of them refuses the whole request.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `update-call` or that of a requested part,
    ///   `wrongState` when the call is already live.
    @discardableResult
    public func goLive(
        startHls: Bool = false, startRecording: Bool = false, startRTMPBroadcasts: Bool = false,
        startTranscription: Bool = false, startClosedCaptions: Bool = false, recordingStorageName: String? = nil,
        transcriptionStorageName: String? = nil
    ) async throws -> CallChangeResponse {
        let request = GoLiveRequest {
            $0.startHLS = startHls
            $0.startRecording = startRecording
            $0.startRTMPBroadcasts = startRTMPBroadcasts
            $0.startTranscription = startTranscription
            $0.startClosedCaptions = startClosedCaptions
            $0.recordingStorage = recordingStorageName
            $0.transcriptionStorage = transcriptionStorageName
        }
        let response: CallChangeResponse = try await send(.goLive, request)
        updateState { $0.update(from: response) }
        return response
    }

    /// Returns to backstage. Users without access to backstage leave. Recordings and broadcasts stop unless they
    /// continue by request.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `update-call`, `wrongState` when the call is
    ///   already in backstage or has none.
    @discardableResult
    public func stopLive(
        continueHls: Bool = false, continueRecording: Bool = false, continueRTMPBroadcasts: Bool = false,
        continueTranscription: Bool = false, continueClosedCaptions: Bool = false
    ) async throws -> CallChangeResponse {
        let request = StopLiveRequest {
            $0.continueHLS = continueHls
            $0.continueRecording = continueRecording
            $0.continueRTMPBroadcasts = continueRTMPBroadcasts
            $0.continueTranscription = continueTranscription
            $0.continueClosedCaptions = continueClosedCaptions
        }
        let response: CallChangeResponse = try await send(.stopLive, request)
        updateState { $0.update(from: response) }
        return response
    }

    func send<Response: Body>(
        _ action: EgressAction, _ body: some Body = EmptyBody(), as: Response.Type = Response.self
    ) async throws -> Response {
        try await client.coordinator.send(.egress(cid, action), body)
    }

    /// True when this client remains in the call although the SFU reports its end for the given reason.
    func remains(after reason: CallEndedReason) -> Bool {
        reason == .liveEnded && !client.configuration.leavesWhenLiveEnds
            && state.values.ownCapabilities.contains(.joinBackstage)
    }
}
