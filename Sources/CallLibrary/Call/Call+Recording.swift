public import Signaling

extension Call {
    /// Asks for a recording; ``CallStateValues/recordingState`` is `requested` until it begins.
    ///
    /// - Parameters:
    ///   - type: What it is made of.
    ///   - externalStorage: Where the files are to be kept; the backend's own place when nil.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-record-call`, `wrongState` when there is
    ///   such a recording or nobody is in the call.
    public func startRecording(
        _ type: RecordingType = .composite, externalStorage: String? = nil
    ) async throws {
        updateState { $0.requestRecording() }
        do {
            let request = StartRecordingRequest { $0.externalStorage = externalStorage }
            let _: EmptyBody = try await send(.startRecording(type), request)
        } catch {
            updateState { $0.takeBackRequest() }
            throw error
        }
    }

    /// Stops a recording.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-record-call`, `wrongState` when there is
    ///   no such recording.
    public func stopRecording(_ type: RecordingType = .composite) async throws {
        let _: EmptyBody = try await send(.stopRecording(type))
    }

    /// The recordings that can be fetched, the oldest first.
    ///
    /// - Throws: ``RequestError``.
    public func listRecordings() async throws -> [StoredFile] {
        let response: ListRecordingsResponse = try await send(.listRecordings)
        return response.recordings
    }

    /// Deletes a recording.
    ///
    /// - Throws: ``RequestError``; `notFound` when that session has no such recording, `notAllowed` without the
    ///   capability `stop-record-call`.
    public func deleteRecording(sessionId: String, filename: String) async throws {
        let _: EmptyBody = try await send(.deleteRecording(sessionId: sessionId, filename: filename))
    }

    /// Records single frames.
    ///
    /// - Throws: as ``startRecording(_:externalStorage:)``.
    public func startFrameRecording(externalStorage: String? = nil) async throws {
        let request = StartRecordingRequest { $0.externalStorage = externalStorage }
        let _: EmptyBody = try await send(.startFrameRecording, request)
    }

    /// Stops recording single frames.
    ///
    /// - Throws: as ``stopRecording(_:)``.
    public func stopFrameRecording() async throws {
        let _: EmptyBody = try await send(.stopFrameRecording)
    }
}
