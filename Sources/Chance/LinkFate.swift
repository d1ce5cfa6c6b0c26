public import Timing

/// What becomes of a datagram that is handed to a link.
public struct Departure: Hashable, Sendable {
    /// What becomes of one copy.
    public enum Copy: Hashable, Sendable {
        /// It gets onto the wire then; never before it was handed over.
        case sent(at: Instant)
        /// It never gets onto the wire.
        case lost(LossReason)
    }

    /// The datagram.
    public let original: Copy
    /// Its double, when the link makes one.
    public let double: Copy?

    /// Says what becomes of a datagram.
    public init(_ original: Copy, double: Copy? = nil) {
        self.original = original
        self.double = double
    }

    /// When copies get onto the wire, the earliest first.
    public var instants: [Instant] {
        [original, double].compactMap { if case .sent(let instant)? = $0 { instant } else { nil } }.sorted()
    }
}

/// What becomes of a datagram where it is received.
public enum Arrival: Hashable, Sendable {
    /// The receiver gets it.
    case delivered
    /// The receiver gets it, with that damage.
    case corrupted(Damage)
    /// The receiver never learns of it.
    case lost(LossReason)
}

/// Why a datagram is not delivered.
public enum LossReason: String, Hashable, Sendable, CaseIterable {
    /// By the link's share of loss.
    case chance
    /// In a burst of losses.
    case burst
    /// The link is cut.
    case cut
    /// Its sender or its receiver has no network.
    case offline
    /// The queue before the link was full.
    case queue
    /// Somebody asked for the loss of just this one.
    case chosen
}

/// What is changed in a datagram.
public enum Damage: Hashable, Sendable {
    /// A bit is turned over; counted from the most significant bit of the first byte.
    case bit(Int)
    /// A byte is changed, by exclusive or.
    case byte(at: Int, mask: UInt8)
    /// Only so many bytes are left.
    case truncation(to: Int)
}

extension Damage {
    /// The bytes with this damage; what lies outside them damages nothing.
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
    /// What is changed, for people.
    public var description: String {
        switch self {
        case .bit(let position): "bit \(position % 8) of byte \(position / 8) turned over"
        case .byte(let index, _): "byte \(index) changed"
        case .truncation(let count): "cut off after \(count) bytes"
        }
    }
}
