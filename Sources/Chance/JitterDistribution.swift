/// The distribution of delays around a link's latency, which gives the jitter its meaning.
///
/// Each uses additions, divisions and square roots only, because IEEE 754 defines their rounding. Logarithms may
/// differ between math libraries.
public enum JitterDistribution: String, Hashable, Sendable, CaseIterable {
    /// Every delay within the jitter, shorter or longer, is equally likely.
    case uniform
    /// A normal distribution with the jitter as its standard deviation, cut at six deviations.
    case normal
    /// No delay is shorter than the latency, and a few are much longer. The jitter is the mean of the excess.
    case pareto
}

extension JitterDistribution {
    /// A one-line description of the jitter.
    public var about: String {
        switch self {
        case .uniform: "the greatest difference from the latency, earlier or later, distributed uniformly"
        case .normal: "the standard deviation of a normal distribution around the latency"
        case .pareto: "the average addition to the latency, with a long tail"
        }
    }

    /// Returns a delay's difference from the latency, in units of the jitter.
    ///
    /// It draws one number for every distribution, so a change of the distribution does not affect later draws.
    func deviation(_ randomStream: inout RandomStream) -> Double {
        switch self {
        case .uniform: return randomStream.unit() * 2 - 1
        case .normal: return Self.bell(RandomStream(seed: randomStream.next()))
        case .pareto: return Self.tail(randomStream.unit())
        }
    }

    /// Returns the sum of twelve uniform numbers: its variance is one, and it is close to normal within three
    /// deviations.
    private static func bell(_ source: RandomStream) -> Double {
        var source = source
        return (0..<12).reduce(-6.0) { sum, _ in sum + source.unit() }
    }

    /// Returns a value of the Pareto distribution of the second kind (Lomax 1954) with exponent 4, scaled to a mean
    /// of one.
    private static func tail(_ unit: Double) -> Double {
        let exponent = 4.0
        return (exponent - 1) * (1 / (1 - unit).squareRoot().squareRoot() - 1)
    }
}
