/// The synthetic sources of a client without microphone, camera and screen.
public struct MediaConfiguration: Hashable, Sendable {
    /// The times at which the user speaks, from the start of the client's time.
    public var speech: [Range<Duration>]
    /// The level of speech, in decibels below overload (RFC 6464); at most 127, which is silence.
    public var loudness: UInt8
    /// The camera's frames per second.
    public var frameRate: Int
    /// The screen's frames per second.
    public var screenFrameRate: Int
    /// The time from one key frame to the next.
    public var keyFrameInterval: Duration
    /// The SSRC of the first track; nil for a random one. Two clients can choose the same.
    public var firstSource: UInt32?
    /// The sequence number of each track's first packet; nil for a random one.
    public var firstSequenceNumber: UInt16?
    /// The timestamp of each track's first packet; nil for a random one.
    public var firstTimestamp: UInt32?

    /// Creates a configuration. By default the user never speaks.
    public init(
        speech: [Range<Duration>] = [], loudness: UInt8 = 20, frameRate: Int = 15, screenFrameRate: Int = 5,
        keyFrameInterval: Duration = .seconds(2), firstSource: UInt32? = nil, firstSequenceNumber: UInt16? = nil,
        firstTimestamp: UInt32? = nil
    ) {
        self.speech = speech
        self.loudness = min(loudness, 127)
        self.frameRate = min(max(1, frameRate), 120)
        self.screenFrameRate = min(max(1, screenFrameRate), 120)
        self.keyFrameInterval = keyFrameInterval
        self.firstSource = firstSource
        self.firstSequenceNumber = firstSequenceNumber
        self.firstTimestamp = firstTimestamp
    }
}
