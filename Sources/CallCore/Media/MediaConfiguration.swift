/// What a client without microphone, camera and screen sends in their place.
public struct MediaConfiguration: Hashable, Sendable {
    /// When the user speaks, counted from the start of the client's time.
    public var speech: [Range<Duration>]
    /// How loud speech is, in decibels below the loudest there is (RFC 6464); at most 127, which is silence.
    public var loudness: UInt8
    /// Pictures a second of the camera.
    public var frameRate: Int
    /// Pictures a second of the screen.
    public var screenFrameRate: Int
    /// The time from one key frame to the next.
    public var keyFrameInterval: Duration
    /// The source of the first track instead of one by chance, as when two clients choose the same.
    public var firstSource: UInt32?
    /// The sequence number of each track's first packet instead of one by chance.
    public var firstSequenceNumber: UInt16?
    /// The timestamp of each track's first packet instead of one by chance.
    public var firstTimestamp: UInt32?

    /// Describes the sources; a client that is told nothing else never speaks.
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
