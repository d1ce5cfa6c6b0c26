public import Signaling

extension CallParticipant {
    /// What somebody may publish.
    public typealias Track = TrackType
    /// How good somebody's connection is.
    public typealias Quality = ConnectionQuality
    /// Where somebody comes from.
    public typealias Source = ParticipantSource

    /// How large a video is shown, in points.
    public struct TrackSize: Hashable, Sendable {
        /// From left to right.
        public var width: Int
        /// From top to bottom.
        public var height: Int

        /// Describes a size; 1024 × 720 unless told otherwise.
        public init(width: Int = 1024, height: Int = 720) {
            self.width = width
            self.height = height
        }
    }
}
