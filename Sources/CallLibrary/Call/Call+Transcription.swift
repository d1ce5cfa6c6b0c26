public import Signaling

extension Call {
    /// Writes down what is said.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-transcription-call`, `wrongState` when it
    ///   is written down already or nobody is in the call.
    public func startTranscription(_ request: StartTranscriptionRequest = .init()) async throws {
        let _: EmptyBody = try await send(.startTranscription, request)
    }

    /// Stops writing down what is said.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-transcription-call`, `wrongState` when it
    ///   is not written down.
    public func stopTranscription(_ request: StopTranscriptionRequest = .init()) async throws {
        let _: EmptyBody = try await send(.stopTranscription, request)
    }

    /// Shows what is said, in ``CallStateValues/closedCaptions``.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-closed-captions-call`, `wrongState` when
    ///   it is shown already or nobody is in the call.
    public func startClosedCaptions(_ request: StartClosedCaptionsRequest = .init()) async throws {
        let _: EmptyBody = try await send(.startClosedCaptions, request)
    }

    /// Stops showing what is said.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-closed-captions-call`, `wrongState` when
    ///   it is not shown.
    public func stopClosedCaptions(_ request: StopClosedCaptionsRequest = .init()) async throws {
        let _: EmptyBody = try await send(.stopClosedCaptions, request)
    }
}
