/// How waits are spread around a link's latency, and what its jitter measures.
///
/// All of them are made of additions, divisions and square roots, which IEEE 754 rounds alike everywhere; the
/// logarithms of a mathematical library may differ from machine to machine.
public enum JitterDistribution: String, Hashable, Sendable, CaseIterable {
    /// Each wait within the jitter, earlier or later, is as likely as any other.
    case uniform
    /// A bell; the jitter is its standard deviation. No wait is further away than six of them.
    case normal
    /// No wait is shorter than the latency, and a few are very much longer; the jitter is what they are longer on
    /// average.
    case pareto
}

extension JitterDistribution {
    /// What the jitter is, in a line.
    public var about: String {
        switch self {
        case .uniform: "the most that a wait differs, earlier or later; each difference is as likely as any other"
        case .normal: "the standard deviation of a bell around the latency"
        case .pareto: "what waits are longer on average; none is shorter, and a few are very much longer"
        }
    }

    /// A wait's difference from the latency, in units of the jitter.
    ///
    /// One number decides it whatever the distribution is, so that a change of the distribution leaves the luck of
    /// later datagrams as it was.
    func deviation(_ generator: inout SeededGenerator) -> Double {
        switch self {
        case .uniform: return generator.unit() * 2 - 1
        case .normal: return Self.bell(SeededGenerator(seed: generator.next()))
        case .pareto: return Self.tail(generator.unit())
        }
    }

    /// The sum of twelve uniform numbers has a variance of one, and is as good as normal within three deviations.
    private static func bell(_ source: SeededGenerator) -> Double {
        var source = source
        return (0..<12).reduce(-6.0) { sum, _ in sum + source.unit() }
    }

    /// Pareto's distribution with the exponent 4 (of the second kind, Lomax 1954), scaled to a mean of one.
    private static func tail(_ unit: Double) -> Double {
        let exponent = 4.0
        return (exponent - 1) * (1 / (1 - unit).squareRoot().squareRoot() - 1)
    }
}
