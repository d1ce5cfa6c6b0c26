/// Key derivation from a secret with HMAC-SHA-256 (RFC 5869).
package enum HKDF {
    /// Returns a key of 32 bytes that is as secret as the material.
    package static func extract(salt: [UInt8], _ material: [UInt8]) -> [UInt8] {
        HMAC.sha256(key: salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt, message: material)
    }

    /// Returns `count` bytes for a purpose, at most 8,160.
    package static func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        precondition(count <= 255 * 32, "HKDF gives 8,160 bytes at most")
        var (output, block): ([UInt8], [UInt8]) = ([], [])
        var number: UInt8 = 0
        while output.count < count {
            number += 1
            block = HMAC.sha256(key: key, message: block + info + [number])
            output += block
        }
        return Array(output.prefix(count))
    }
}
