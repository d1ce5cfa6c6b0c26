/// How a stream from outside gets into a call (`semantics.md` 5.1).
public struct CallIngress: Hashable, Sendable {
    /// The way in over RTMP.
    public var rtmp: RTMP

    /// Where a stream is sent over RTMP.
    public struct RTMP: Hashable, Sendable {
        /// The server.
        public var address: String
        /// What lets in: the token that this user is connected with, as hexadecimal digits.
        public var streamKey: String

        /// Describes a way in.
        public init(address: String, streamKey: String) {
            self.address = address
            self.streamKey = streamKey
        }
    }

    /// Describes a way in over RTMP.
    public init(rtmp: RTMP) {
        self.rtmp = rtmp
    }
}
