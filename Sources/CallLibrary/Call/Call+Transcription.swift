public import Signaling

extension Call {
    /// Starts a transcription of the call.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-transcription-call`, `wrongState` when a
    ///   transcription is active or the call has no participants.
    public func startTranscription(_ request: StartTranscriptionRequest = .init()) async throws {
        let _: EmptyBody = try await send(.startTranscription, request)
    }

    /// Stops the transcription of the call.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-transcription-call`, `wrongState` when no
    ///   transcription is active.
    public func stopTranscription(_ request: StopTranscriptionRequest = .init()) async throws {
        let _: EmptyBody = try await send(.stopTranscription, request)
    }

    /// Starts closed captions, which appear in ``CallStateValues/closedCaptions``.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-closed-captions-call`, `wrongState` when
    ///   captions are active or the call has no participants.
    public func startClosedCaptions(_ request: StartClosedCaptionsRequest = .init()) async throws {
        let _: EmptyBody = try await send(.startClosedCaptions, request)
    }

    /// Stops closed captions.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-closed-captions-call`, `wrongState` when
    ///   no captions are active.
    public func stopClosedCaptions(_ request: StopClosedCaptionsRequest = .init()) async throws {
        let _: EmptyBody = try await send(.stopClosedCaptions, request)
    }
}
