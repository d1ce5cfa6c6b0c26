public import Timing

/// The result of sending a datagram over a link.
public struct Departure: Hashable, Sendable {
    /// The result for one copy.
    public enum Copy: Hashable, Sendable {
        /// The copy is sent at this instant, which is never before the call.
        case sent(at: Instant)
        /// The copy is lost before it is sent.
        case lost(LossReason)
    }

    /// The datagram itself.
    public let original: Copy
    /// The duplicate, when the link creates one.
    public let double: Copy?

    /// Creates a result.
    public init(_ original: Copy, double: Copy? = nil) {
        self.original = original
        self.double = double
    }

    /// The instants at which copies are sent, earliest first.
    public var instants: [Instant] {
        [original, double].compactMap { if case .sent(let instant)? = $0 { instant } else { nil } }.sorted()
    }
}

/// The result of receiving a datagram.
public enum Arrival: Hashable, Sendable {
    /// The datagram is delivered.
    case delivered
    /// The datagram is delivered with this damage.
    case corrupted(Damage)
    /// The datagram is lost.
    case lost(LossReason)
}

/// The reason for a lost datagram.
public enum LossReason: String, Hashable, Sendable, CaseIterable {
    /// The link's loss probability.
    case chance
    /// A burst of loss.
    case burst
    /// A cut link.
    case cut
    /// The sender or the receiver has no network.
    case offline
    /// A full queue before the link.
    case queue
    /// A fault that selected this datagram.
    case chosen
    /// Damage that the receiver's kernel sees in UDP's checksum or length (RFC 768).
    case checksum
}

/// A change of a datagram's bytes.
public enum Damage: Hashable, Sendable {
    /// One flipped bit, counted from the most significant bit of the first byte.
    case bit(Int)
    /// One byte combined with a mask by exclusive or.
    case byte(at: Int, mask: UInt8)
    /// A length to which the datagram is cut.
    case truncation(to: Int)
}

extension Damage {
    /// Returns the bytes with this damage. Damage outside of them has no effect.
    public func done(to bytes: [UInt8]) -> [UInt8] {
        var damaged = bytes
        switch self {
        case .bit(let position):
            guard position >= 0, bytes.indices.contains(position / 8) else { return bytes }
            damaged[position / 8] ^= 0x80 >> UInt8(position % 8)
        case .byte(let index, let mask):
            guard bytes.indices.contains(index) else { return bytes }
            damaged[index] ^= mask
        case .truncation(let count):
            damaged = Array(bytes.prefix(max(0, count)))
        }
        return damaged
    }
}

extension Damage: CustomStringConvertible {
    /// A short description of the damage.
    public var description: String {
        switch self {
        case .bit(let position): "bit \(position % 8) of byte \(position / 8) turned over"
        case .byte(let index, _): "byte \(index) changed"
        case .truncation(let count): "cut off after \(count) bytes"
        }
    }
}
