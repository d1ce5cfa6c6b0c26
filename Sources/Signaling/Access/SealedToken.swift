package import Timing

/// An access token that is encrypted for the backend.
package struct SealedToken: Body {
    /// The access token, a CBOR Web Token (RFC 8392).
    package var token: [UInt8] = []
    /// The date of sealing. The backend refuses an old one, so that a recorded request cannot be sent again later.
    package var sentAt = Timestamp(milliseconds: 0)

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("token", &token)
        try coder.field("sent_at", &sentAt)
    }
}
