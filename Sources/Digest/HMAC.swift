import CCrypto

/// Keyed hashes of messages (RFC 2104), computed by libcrypto.
package enum HMAC {
    /// A digest of SHA-256.
    package typealias SHA256 = InlineArray<32, UInt8>

    /// Returns HMAC-SHA-256: 32 bytes.
    package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        let digest = sha256(key: key, [], message[...])
        return digest.indices.map { digest[$0] }
    }

    /// Returns HMAC-SHA-256 of a message in two pieces.
    package static func sha256(key: [UInt8], _ head: [UInt8], _ message: ArraySlice<UInt8>) -> SHA256 {
        var digest = SHA256(repeating: 0)
        var room = digest.mutableSpan
        // Sound: the pointers are valid for this call, which receives the length of each piece.
        let isDone = message.withUnsafeBufferPointer { message in
            room.withUnsafeMutableBufferPointer { digest in
                clx_hmac_sha256(
                    key, key.count, head, head.count, message.baseAddress, message.count, digest.baseAddress)
            }
        }
        // A caller that compares digests must never receive one that was not computed.
        precondition(isDone, "libcrypto refuses to compute HMAC-SHA-256")
        return digest
    }

    /// Returns HMAC-SHA-1 as used by STUN's MESSAGE-INTEGRITY (RFC 8489 section 14.5): 20 bytes.
    package static func sha1(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        let isDone = clx_hmac_sha1(key, key.count, message, message.count, &digest)
        precondition(isDone, "libcrypto refuses to compute HMAC-SHA-1")
        return digest
    }
}

/// Returns true for equal bytes, in a time that depends on their number alone.
package func timeConstantEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && clx_equal_in_constant_time(left, right, left.count)
}

/// Returns true when the bytes equal the digest, in a time that depends on their number alone.
package func timeConstantEqual(_ bytes: ArraySlice<UInt8>, _ digest: HMAC.SHA256) -> Bool {
    // Sound: the pointers are valid for this call, and both pieces have the length that it receives.
    bytes.count == digest.count
        && bytes.withUnsafeBufferPointer { bytes in
            digest.span.withUnsafeBufferPointer { digest in
                clx_equal_in_constant_time(bytes.baseAddress, digest.baseAddress, digest.count)
            }
        }
}
