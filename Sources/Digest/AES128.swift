import CCrypto

/// The block cipher AES with a key of 128 bits (FIPS 197), computed by libcrypto.
package enum AES128 {
    /// A key or a block: 16 bytes, as two big-endian halves.
    package struct Block: Hashable, Sendable {
        /// The first eight bytes.
        package let high: UInt64
        /// The last eight bytes.
        package let low: UInt64

        /// Makes a block of its halves.
        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Makes a block of the first 16 of these bytes; missing ones are zero.
        package init(bytes: [UInt8]) {
            func half(_ part: ArraySlice<UInt8>) -> UInt64 {
                (0..<8).reduce(0) { $0 << 8 | UInt64($1 < part.count ? part[part.startIndex + $1] : 0) }
            }
            self.init(high: half(bytes.prefix(8)), low: half(bytes.dropFirst(8)))
        }

        /// The 16 bytes.
        package var bytes: [UInt8] {
            [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - $0 * 8)) } }
        }
    }

    /// Encrypts one block.
    package static func encrypt(_ block: Block, key: Block) -> Block {
        var result: (high: UInt64, low: UInt64) = (0, 0)
        let isDone = clx_aes128(key.high, key.low, block.high, block.low, &result.high, &result.low)
        // A predictable number must never take the place of one that was not computed.
        precondition(isDone, "libcrypto refuses to compute AES-128")
        return Block(high: result.high, low: result.low)
    }
}
