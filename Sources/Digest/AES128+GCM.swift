import CCrypto

extension AES128 {
    /// The number of bytes that a sealed message has more than the message.
    package static let tagByteCount = 16

    /// Encrypts and authenticates a message with AES-128-GCM. A key of 16 bytes must seal once with a nonce of 12.
    package static func seal(_ message: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = [])
        -> [UInt8]
    {
        precondition(key.count == 16 && nonce.count == 12, "a key has 16 bytes and a nonce 12")
        var sealed = [UInt8](repeating: 0, count: message.count + tagByteCount)
        let isDone = clx_aes128_gcm_seal(key, nonce, data, data.count, message, message.count, &sealed)
        precondition(isDone, "libcrypto refuses to compute AES-128-GCM")
        return sealed
    }

    /// Returns the message, or nil when it was not sealed with this key, nonce and data.
    package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = [])
        -> [UInt8]?
    {
        precondition(key.count == 16 && nonce.count == 12, "a key has 16 bytes and a nonce 12")
        guard sealed.count >= tagByteCount else { return nil }
        var message = [UInt8](repeating: 0, count: sealed.count - tagByteCount)
        let isOpen = clx_aes128_gcm_open(key, nonce, data, data.count, sealed, sealed.count, &message)
        return isOpen ? message : nil
    }
}
