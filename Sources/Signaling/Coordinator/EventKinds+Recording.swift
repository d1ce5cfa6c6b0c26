extension EventKinds {
    /// A recording began.
    public enum CallRecordingStarted: EventKind {
        /// What it carries.
        public typealias Payload = EgressPayload
        /// The type on the wire.
        public static let type = "call.recording_started"
    }

    /// A recording stopped.
    public enum CallRecordingStopped: EventKind {
        /// What it carries.
        public typealias Payload = EgressPayload
        /// The type on the wire.
        public static let type = "call.recording_stopped"
    }

    /// A recording failed.
    public enum CallRecordingFailed: EventKind {
        /// What it carries.
        public typealias Payload = EgressPayload
        /// The type on the wire.
        public static let type = "call.recording_failed"
    }

    /// A recording can be fetched.
    public enum CallRecordingReady: EventKind {
        /// What it carries.
        public typealias Payload = RecordingReadyPayload
        /// The type on the wire.
        public static let type = "call.recording_ready"
    }

    /// Recording of single frames began.
    public enum CallFrameRecordingStarted: EventKind {
        /// What it carries.
        public typealias Payload = FrameRecordingPayload
        /// The type on the wire.
        public static let type = "call.frame_recording_started"
    }

    /// Recording of single frames stopped.
    public enum CallFrameRecordingStopped: EventKind {
        /// What it carries.
        public typealias Payload = FrameRecordingPayload
        /// The type on the wire.
        public static let type = "call.frame_recording_stopped"
    }

    /// Recording of single frames failed.
    public enum CallFrameRecordingFailed: EventKind {
        /// What it carries.
        public typealias Payload = FrameRecordingPayload
        /// The type on the wire.
        public static let type = "call.frame_recording_failed"
    }

    /// A recorded frame can be fetched.
    public enum CallFrameRecordingReady: EventKind {
        /// What it carries.
        public typealias Payload = FrameReadyPayload
        /// The type on the wire.
        public static let type = "call.frame_recording_ready"
    }

    /// The HLS broadcast began.
    public enum CallHLSBroadcastingStarted: EventKind {
        /// What it carries.
        public typealias Payload = PlaylistPayload
        /// The type on the wire.
        public static let type = "call.hls_broadcasting_started"
    }

    /// The HLS broadcast stopped.
    public enum CallHLSBroadcastingStopped: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.hls_broadcasting_stopped"
    }

    /// The HLS broadcast failed.
    public enum CallHLSBroadcastingFailed: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.hls_broadcasting_failed"
    }

    /// An RTMP broadcast began.
    public enum CallRTMPBroadcastStarted: EventKind {
        /// What it carries.
        public typealias Payload = BroadcastNamePayload
        /// The type on the wire.
        public static let type = "call.rtmp_broadcast_started"
    }

    /// An RTMP broadcast stopped.
    public enum CallRTMPBroadcastStopped: EventKind {
        /// What it carries.
        public typealias Payload = BroadcastNamePayload
        /// The type on the wire.
        public static let type = "call.rtmp_broadcast_stopped"
    }

    /// An RTMP broadcast failed.
    public enum CallRTMPBroadcastFailed: EventKind {
        /// What it carries.
        public typealias Payload = BroadcastNamePayload
        /// The type on the wire.
        public static let type = "call.rtmp_broadcast_failed"
    }

    /// Transcription began.
    public enum CallTranscriptionStarted: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.transcription_started"
    }

    /// Transcription stopped.
    public enum CallTranscriptionStopped: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.transcription_stopped"
    }

    /// Transcription failed.
    public enum CallTranscriptionFailed: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.transcription_failed"
    }

    /// A transcription can be fetched.
    public enum CallTranscriptionReady: EventKind {
        /// What it carries.
        public typealias Payload = TranscriptionReadyPayload
        /// The type on the wire.
        public static let type = "call.transcription_ready"
    }

    /// Closed captions began.
    public enum CallClosedCaptionsStarted: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.closed_captions_started"
    }

    /// Closed captions stopped.
    public enum CallClosedCaptionsStopped: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.closed_captions_stopped"
    }

    /// Closed captions failed.
    public enum CallClosedCaptionsFailed: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "call.closed_captions_failed"
    }

    /// Somebody said something.
    public enum ClosedCaptionSaid: EventKind {
        /// What it carries.
        public typealias Payload = ClosedCaptionPayload
        /// The type on the wire.
        public static let type = "call.closed_caption"
    }
}

/// A recording began.
public typealias CallRecordingStartedEvent = CallEvent<EventKinds.CallRecordingStarted>
/// A recording stopped.
public typealias CallRecordingStoppedEvent = CallEvent<EventKinds.CallRecordingStopped>
/// A recording failed.
public typealias CallRecordingFailedEvent = CallEvent<EventKinds.CallRecordingFailed>
/// A recording can be fetched.
public typealias CallRecordingReadyEvent = CallEvent<EventKinds.CallRecordingReady>
/// Recording of single frames began.
public typealias CallFrameRecordingStartedEvent = CallEvent<EventKinds.CallFrameRecordingStarted>
/// Recording of single frames stopped.
public typealias CallFrameRecordingStoppedEvent = CallEvent<EventKinds.CallFrameRecordingStopped>
/// Recording of single frames failed.
public typealias CallFrameRecordingFailedEvent = CallEvent<EventKinds.CallFrameRecordingFailed>
/// A recorded frame can be fetched.
public typealias CallFrameRecordingFrameReadyEvent = CallEvent<EventKinds.CallFrameRecordingReady>
/// The HLS broadcast began.
public typealias CallHLSBroadcastingStartedEvent = CallEvent<EventKinds.CallHLSBroadcastingStarted>
/// The HLS broadcast stopped.
public typealias CallHLSBroadcastingStoppedEvent = CallEvent<EventKinds.CallHLSBroadcastingStopped>
/// The HLS broadcast failed.
public typealias CallHLSBroadcastingFailedEvent = CallEvent<EventKinds.CallHLSBroadcastingFailed>
/// An RTMP broadcast began.
public typealias CallRTMPBroadcastStartedEvent = CallEvent<EventKinds.CallRTMPBroadcastStarted>
/// An RTMP broadcast stopped.
public typealias CallRTMPBroadcastStoppedEvent = CallEvent<EventKinds.CallRTMPBroadcastStopped>
/// An RTMP broadcast failed.
public typealias CallRTMPBroadcastFailedEvent = CallEvent<EventKinds.CallRTMPBroadcastFailed>
/// Transcription began.
public typealias CallTranscriptionStartedEvent = CallEvent<EventKinds.CallTranscriptionStarted>
/// Transcription stopped.
public typealias CallTranscriptionStoppedEvent = CallEvent<EventKinds.CallTranscriptionStopped>
/// Transcription failed.
public typealias CallTranscriptionFailedEvent = CallEvent<EventKinds.CallTranscriptionFailed>
/// A transcription can be fetched.
public typealias CallTranscriptionReadyEvent = CallEvent<EventKinds.CallTranscriptionReady>
/// Closed captions began.
public typealias CallClosedCaptionsStartedEvent = CallEvent<EventKinds.CallClosedCaptionsStarted>
/// Closed captions stopped.
public typealias CallClosedCaptionsStoppedEvent = CallEvent<EventKinds.CallClosedCaptionsStopped>
/// Closed captions failed.
public typealias CallClosedCaptionsFailedEvent = CallEvent<EventKinds.CallClosedCaptionsFailed>
/// Somebody said something.
public typealias ClosedCaptionEvent = CallEvent<EventKinds.ClosedCaptionSaid>
