import CCrypto

/// Keyed hashes of messages (RFC 2104), computed by libcrypto.
public enum HMAC {
    /// HMAC-SHA-256: 32 bytes.
    public static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = clx_hmac_sha256(key, key.count, message, message.count, &digest)
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
