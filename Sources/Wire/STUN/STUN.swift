public import Chance

/// Session Traversal Utilities for NAT (RFC 8489): messages and their protection.
public enum STUN {
    /// The constant after the length of every message (RFC 8489 section 5).
    static let magicCookie: UInt32 = 0x2112_A442
    /// The length of a header, in bytes.
    static let headerLength = 20

    /// The class of a message.
    public enum MessageClass: UInt8, Hashable, Sendable, CaseIterable {
        /// A request.
        case request = 0
        /// A notification without a response.
        case indication = 1
        /// A success response.
        case success = 2
        /// An error response.
        case failure = 3
    }

    /// The method of a message: 12 bits (RFC 8489 section 18.2).
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// The number, below 4096.
        public let rawValue: UInt16

        /// Creates the method; the upper four bits are ignored.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue & 0xFFF
        }

        /// A request for the client's address as the server sees it.
        public static let binding = Method(rawValue: 1)
    }

    /// The 96-bit ID that matches a response to its request.
    public struct TransactionID: Hashable, Sendable {
        let high: UInt32
        let low: UInt64

        init(high: UInt32, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Creates a random ID.
        public init(from generator: inout SeededGenerator) {
            self.init(high: UInt32(truncatingIfNeeded: generator.next()), low: generator.next())
        }

        /// The twelve bytes.
        public var bytes: [UInt8] {
            var writer = ByteBuffer()
            writer.append(high)
            writer.append(low)
            return writer.finished()
        }
    }
}

extension STUN.TransactionID: CustomStringConvertible {
    /// The bytes in hexadecimal notation.
    public var description: String {
        bytes.hexadecimal
    }
}
