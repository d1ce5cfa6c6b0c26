import CCrypto

/// Keyed hashes of messages (RFC 2104), computed by libcrypto.
public enum HMAC {
    /// A digest of SHA-256.
    public typealias SHA256 = InlineArray<32, UInt8>

    /// HMAC-SHA-256: 32 bytes.
    public static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        let digest = sha256(key: key, [], message[...])
        return digest.indices.map { digest[$0] }
    }

    /// HMAC-SHA-256 of a message that comes in two pieces.
    public static func sha256(key: [UInt8], _ head: [UInt8], _ message: ArraySlice<UInt8>) -> SHA256 {
        var digest = SHA256(repeating: 0)
        var room = digest.mutableSpan
        // The pointers are used for nothing but this call, which is told how long each piece is.
        let isDone = message.withUnsafeBufferPointer { message in
            room.withUnsafeMutableBufferPointer { digest in
                clx_hmac_sha256(
                    key, key.count, head, head.count, message.baseAddress, message.count, digest.baseAddress)
            }
        }
        // Whoever compares must never be handed a digest that was not computed.
        precondition(isDone, "libcrypto refuses to compute HMAC-SHA-256")
        return digest
    }

    /// HMAC-SHA-1, as STUN's MESSAGE-INTEGRITY has it (RFC 8489 section 14.5): 20 bytes.
    public static func sha1(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        let isDone = clx_hmac_sha1(key, key.count, message, message.count, &digest)
        precondition(isDone, "libcrypto refuses to compute HMAC-SHA-1")
        return digest
    }
}

/// Whether both have the same bytes, in a time that depends on their number only.
public func timeConstantEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && clx_equal_in_constant_time(left, right, left.count)
}

/// Whether these bytes are the digest, in a time that depends on their number only.
public func timeConstantEqual(_ bytes: ArraySlice<UInt8>, _ digest: HMAC.SHA256) -> Bool {
    // The pointers are used for nothing but this call, to which both pieces are as long as it is told.
    bytes.count == digest.count
        && bytes.withUnsafeBufferPointer { bytes in
            digest.span.withUnsafeBufferPointer { digest in
                clx_equal_in_constant_time(bytes.baseAddress, digest.baseAddress, digest.count)
            }
        }
}
