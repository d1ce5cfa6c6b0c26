/// Session descriptions (RFC 8866), and offers and answers (RFC 3264).
package enum SDP {
    /// The most lines of a description.
    package static let lineLimit = 4096
    /// The most media of a description.
    package static let mediaLimit = 256
}
