/// The client's view of a call's recording.
public enum RecordingState: String, CaseIterable, Hashable, Sendable {
    /// The call is not recorded.
    case noRecording
    /// This client requested a recording.
    case requested
    /// The call is recorded.
    case recording
}
