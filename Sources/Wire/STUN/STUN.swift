public import Chance

/// Session Traversal Utilities for NAT (RFC 8489): its messages and how they are protected.
public enum STUN {
    /// What every message has behind its length (RFC 8489 section 5).
    static let magicCookie: UInt32 = 0x2112_A442
    /// The bytes of a header.
    static let headerLength = 20

    /// What a message is to its transaction.
    public enum MessageClass: UInt8, Hashable, Sendable, CaseIterable {
        /// Asks.
        case request = 0
        /// Tells, and is never answered.
        case indication = 1
        /// Answers that it worked.
        case success = 2
        /// Answers that it did not.
        case failure = 3
    }

    /// What a message is about: 12 bits (RFC 8489 section 18.2).
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// The number, below 4096.
        public let rawValue: UInt16

        /// The method of a number; its upper four bits do not count.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue & 0xFFF
        }

        /// Who asks learns the address that it is seen at.
        public static let binding = Method(rawValue: 1)
    }

    /// What ties an answer to its request: 96 bits.
    public struct TransactionID: Hashable, Sendable {
        let high: UInt32
        let low: UInt64

        init(high: UInt32, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// A new one.
        public init(from generator: inout SeededGenerator) {
            self.init(high: UInt32(truncatingIfNeeded: generator.next()), low: generator.next())
        }

        /// The twelve bytes.
        public var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.append(high)
            writer.append(low)
            return writer.bytes
        }
    }
}

extension STUN.TransactionID: CustomStringConvertible {
    /// The bytes in hexadecimal.
    public var description: String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
