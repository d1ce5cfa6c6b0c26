extension CoAP {
    /// The size of the blocks of a body: a power of two from 16 to 1024 bytes (RFC 7959 section 2.2).
    public enum BlockSize: UInt8, Hashable, Comparable, CaseIterable, Sendable {
        /// 16 bytes
        case bytes16
        /// 32 bytes
        case bytes32
        /// 64 bytes
        case bytes64
        /// 128 bytes
        case bytes128
        /// 256 bytes
        case bytes256
        /// 512 bytes
        case bytes512
        /// 1024 bytes
        case bytes1024

        /// The number of bytes of a block; the last one of a body may be shorter.
        public var byteCount: Int { 16 << Int(rawValue) }

        /// Compares by size.
        public static func < (lhs: BlockSize, rhs: BlockSize) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// The value of Block1 and Block2: the block of a body that a message carries or requests (RFC 7959 section 2.2).
    public struct Block: Hashable, Sendable {
        /// The block's number, from zero.
        public let number: UInt32
        /// True when more blocks follow.
        public let hasMore: Bool
        /// The unit of the number.
        public let size: BlockSize

        /// The highest number of the option.
        public static let highestNumber: UInt32 = 0xF_FFFF

        /// Creates the block; a number above ``highestNumber`` is reduced to its lower 20 bits.
        public init(number: UInt32, hasMore: Bool, size: BlockSize) {
            self.number = number & Self.highestNumber
            self.hasMore = hasMore
            self.size = size
        }

        /// Creates the block that starts at `offset` in a body.
        init(offset: Int, hasMore: Bool, size: BlockSize) {
            self.init(number: UInt32(truncatingIfNeeded: offset / size.byteCount), hasMore: hasMore, size: size)
        }

        /// Returns nil for the reserved size, 7.
        init?(value: UInt32) {
            guard let size = BlockSize(rawValue: UInt8(truncatingIfNeeded: value & 7)) else { return nil }
            self.init(number: value >> 4, hasMore: value & 8 != 0, size: size)
        }

        var value: UInt32 {
            number << 4 | (hasMore ? 8 : 0) | UInt32(size.rawValue)
        }

        /// The offset of the block in the body.
        public var offset: Int { Int(number) * size.byteCount }
    }
}

extension CoAP.Block: CustomStringConvertible {
    /// The notation of RFC 7959: number, more and size, such as `2/1/128`.
    public var description: String {
        "\(number)/\(hasMore ? 1 : 0)/\(size.byteCount)"
    }
}
