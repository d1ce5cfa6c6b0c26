/// Whether a call is being recorded, as far as this client knows.
public enum RecordingState: String, CaseIterable, Hashable, Sendable {
    /// It is not.
    case noRecording
    /// This client asked for it.
    case requested
    /// It is.
    case recording
}
