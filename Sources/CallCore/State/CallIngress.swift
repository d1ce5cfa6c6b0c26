/// The ingress of a call (`semantics.md` 5.1).
public struct CallIngress: Hashable, Sendable {
    /// The ingress over RTMP.
    public var rtmp: RTMP

    /// The address and the key of a stream over RTMP.
    public struct RTMP: Hashable, Sendable {
        /// The address of the server.
        public var address: String
        /// The stream key: the token of this user's connection, as hexadecimal digits.
        public var streamKey: String

        /// Creates an ingress over RTMP.
        public init(address: String, streamKey: String) {
            self.address = address
            self.streamKey = streamKey
        }
    }

    /// Creates an ingress.
    public init(rtmp: RTMP) {
        self.rtmp = rtmp
    }
}
