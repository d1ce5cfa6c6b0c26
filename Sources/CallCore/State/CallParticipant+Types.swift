public import Signaling

extension CallParticipant {
    /// A kind of track that a participant may publish.
    public typealias Track = TrackType
    /// The quality of a participant's connection.
    public typealias Quality = ConnectionQuality
    /// The kind of client through which a participant joined.
    public typealias Source = ParticipantSource

    /// The size of a shown video in points.
    public struct TrackSize: Hashable, Sendable {
        /// The width in points.
        public var width: Int
        /// The height in points.
        public var height: Int

        /// Creates a size, by default 1024 × 720.
        public init(width: Int = 1024, height: Int = 720) {
            self.width = width
            self.height = height
        }
    }
}
