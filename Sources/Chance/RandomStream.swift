/// A fast stream of random numbers that decides what a network does to datagrams.
///
/// It is SplitMix64 (Steele, Lea and Flood, 2014), whose state follows from one output. Identifiers, tokens and keys come
/// from ``SeededGenerator``.
public struct RandomStream: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Makes the stream of numbers that belongs to `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// An independent stream that depends only on this one's state and on `label`; nothing is drawn from this one.
    public func derived(for label: String) -> RandomStream {
        // FNV-1a: the label's bytes decide, not Swift's per-process hash.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in label.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return RandomStream(seed: Self.mixed(state ^ Self.mixed(hash)))
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension RandomNumberGenerator {
    /// Returns a number in `[0, 1)` with 53 random bits.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns true with that probability; outside `0...1` the nearer end counts.
    public mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }
}
