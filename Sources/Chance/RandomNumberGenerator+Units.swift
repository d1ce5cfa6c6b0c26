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
