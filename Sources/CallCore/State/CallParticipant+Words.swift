extension CallParticipant {
    /// What somebody may publish.
    public enum Track: Int, CaseIterable, Hashable, Sendable {
        /// Their voice.
        case audio = 1
        /// Their picture.
        case video = 2
        /// Their screen.
        case screenShare = 3
        /// The sound of their screen.
        case screenShareAudio = 4
    }

    /// How good somebody's connection is.
    public enum Quality: Int, CaseIterable, Hashable, Sendable {
        /// Not told.
        case unknown = 0
        /// Bad.
        case poor = 1
        /// Good.
        case good = 2
        /// Very good.
        case excellent = 3
    }

    /// Where somebody comes from.
    public enum Source: Int, CaseIterable, Hashable, Sendable {
        /// From a client like this one.
        case webrtc = 0
        /// From an RTMP publisher.
        case rtmp = 1
        /// From a WHIP publisher.
        case whip = 2
        /// From a telephone.
        case sip = 3
        /// From an RTSP camera.
        case rtsp = 4
        /// From an SRT publisher.
        case srt = 5
        /// From somewhere that this code does not know.
        case unrecognized = 6

        /// The sources that feed a call from outside, the ones to be shown first foremost; a telephone is none.
        public static let ingress: [Source] = [.rtmp, .srt, .whip, .rtsp]
    }

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
