/// The only source of randomness: equal seeds give equal numbers on every machine.
///
/// The state is that of SplitMix64 (Steele, Lea and Flood, 2014): one 64-bit counter. Independent streams are derived
/// by name without drawing from their parent.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Creates the stream of `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns an independent stream that depends on this one's state and on `label` alone. It draws no number from
    /// this one.
    public func derived(for label: String) -> SeededGenerator {
        // FNV-1a over the label's bytes, because Swift's hash differs between processes.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in label.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return SeededGenerator(seed: Self.mixed(state ^ Self.mixed(hash)))
    }

    /// Returns a number in `[0, 1)` with 53 random bits.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns true with this probability, clamped to `0...1`.
    public mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// Returns an identifier in the form of a version 4 UUID (RFC 9562 section 5.4), in lower case.
    public mutating func identifier() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for place in 0..<32 {
            if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
            let half = place < 16 ? high : low
            text.append(Self.digits[Int(half >> UInt64(60 - place % 16 * 4) & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
