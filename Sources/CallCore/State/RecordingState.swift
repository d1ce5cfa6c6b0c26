/// The state of a call's recording as this client knows it.
public enum RecordingState: String, CaseIterable, Hashable, Sendable {
    /// The call is not recorded.
    case noRecording
    /// This client requested a recording.
    case requested
    /// The call is recorded.
    case recording
}
