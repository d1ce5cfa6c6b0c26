/// The synthetic sources of a client without microphone, camera and screen.
public struct MediaConfiguration: Hashable, Sendable {
    /// The times at which the user speaks, from the start of the client's time.
    public var speech: [Range<Duration>]
    /// The level of speech, in decibels below overload (RFC 6464); at most 127, which is silence.
    public var loudness: UInt8 {
        didSet { loudness = min(loudness, Self.silence) }
    }
    /// The camera's frames per second, from 1 to 120.
    public var frameRate: Int {
        didSet { frameRate = Self.allowed(frameRate) }
    }
    /// The screen's frames per second, from 1 to 120.
    public var screenFrameRate: Int {
        didSet { screenFrameRate = Self.allowed(screenFrameRate) }
    }
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
        self.loudness = min(loudness, Self.silence)
        self.frameRate = Self.allowed(frameRate)
        self.screenFrameRate = Self.allowed(screenFrameRate)
        self.keyFrameInterval = keyFrameInterval
        self.firstSource = firstSource
        self.firstSequenceNumber = firstSequenceNumber
        self.firstTimestamp = firstTimestamp
    }

    private static let silence: UInt8 = 127

    private static func allowed(_ rate: Int) -> Int { min(max(1, rate), 120) }
}
