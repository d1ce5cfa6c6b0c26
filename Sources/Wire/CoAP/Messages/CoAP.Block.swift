extension CoAP {
    /// The size of the blocks that a body is cut into: a power of two from 16 to 1024 bytes (RFC 7959 section 2.2).
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

        /// How many bytes a block has, the last one of a body excepted.
        public var byteCount: Int { 16 << Int(rawValue) }

        /// The order of sizes.
        public static func < (lhs: BlockSize, rhs: BlockSize) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// Which block of a body a message carries or asks for: the value of Block1 and Block2 (RFC 7959 section 2.2).
    public struct Block: Hashable, Sendable {
        /// The block's number, counted from zero.
        public let number: UInt32
        /// Whether blocks follow this one.
        public let hasMore: Bool
        /// The size that the number counts in.
        public let size: BlockSize

        /// The highest number that the option can hold.
        public static let highestNumber: UInt32 = 0xF_FFFF

        /// Makes the block; a number beyond ``highestNumber`` is cut to its lower 20 bits.
        public init(number: UInt32, hasMore: Bool, size: BlockSize) {
            self.number = number & Self.highestNumber
            self.hasMore = hasMore
            self.size = size
        }

        /// The block that starts at `offset` in a body.
        init(offset: Int, hasMore: Bool, size: BlockSize) {
            self.init(number: UInt32(truncatingIfNeeded: offset / size.byteCount), hasMore: hasMore, size: size)
        }

        /// Nil when the size is the reserved one, 7.
        init?(value: UInt32) {
            guard let size = BlockSize(rawValue: UInt8(truncatingIfNeeded: value & 7)) else { return nil }
            self.init(number: value >> 4, hasMore: value & 8 != 0, size: size)
        }

        var value: UInt32 {
            number << 4 | (hasMore ? 8 : 0) | UInt32(size.rawValue)
        }

        /// Where the block begins in the body.
        public var offset: Int { Int(number) * size.byteCount }
    }
}

extension CoAP.Block: CustomStringConvertible {
    /// Number, more and size as the figures of RFC 7959 write them, such as `2/1/128`.
    public var description: String {
        "\(number)/\(hasMore ? 1 : 0)/\(size.byteCount)"
    }
}
