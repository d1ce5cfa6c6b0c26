import CallCore
public import Signaling

extension Call {
    /// Requests a recording. ``CallStateValues/recordingState`` is `requested` until it begins.
    ///
    /// - Parameters:
    ///   - type: The content of the recording.
    ///   - externalStorage: The storage of the files; nil for the backend's own.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-record-call`, `wrongState` when a
    ///   recording of this type is active or the call has no participants.
    public func startRecording(
        _ type: RecordingType = .composite, externalStorage: String? = nil
    ) async throws {
        let isFirst = state.values.recordingState == .noRecording
        updateState { $0.requestRecording() }
        do {
            let request = StartRecordingRequest { $0.externalStorage = externalStorage }
            let _: EmptyBody = try await send(.startRecording(type), request)
        } catch {
            if isFirst { updateState { $0.withdrawRecordingRequest() } }
            throw error
        }
    }

    /// Stops a recording.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-record-call`, `wrongState` when no
    ///   recording of this type is active.
    public func stopRecording(_ type: RecordingType = .composite) async throws {
        let _: EmptyBody = try await send(.stopRecording(type))
    }

    /// Returns the available recordings, oldest first.
    ///
    /// - Throws: ``RequestError``.
    public func listRecordings() async throws -> [StoredFile] {
        let response: ListRecordingsResponse = try await send(.listRecordings)
        return response.recordings
    }

    /// Deletes a recording.
    ///
    /// - Throws: ``RequestError``; `notFound` when the session has no such recording, `notAllowed` without the
    ///   capability `stop-record-call`.
    public func deleteRecording(sessionId: String, filename: String) async throws {
        let _: EmptyBody = try await send(.deleteRecording(sessionId: sessionId, filename: filename))
    }

    /// Starts a recording of single frames.
    ///
    /// - Throws: as ``startRecording(_:externalStorage:)``.
    public func startFrameRecording(externalStorage: String? = nil) async throws {
        let request = StartRecordingRequest { $0.externalStorage = externalStorage }
        let _: EmptyBody = try await send(.startFrameRecording, request)
    }

    /// Stops the recording of single frames.
    ///
    /// - Throws: as ``stopRecording(_:)``.
    public func stopFrameRecording() async throws {
        let _: EmptyBody = try await send(.stopFrameRecording)
    }
}
