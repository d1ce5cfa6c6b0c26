import Chance

/// The free decisions of one run, drawn from its own stream.
struct Draw {
    private var generator: SeededGenerator

    init(seed: UInt64, label: String) {
        generator = SeededGenerator(seed: seed).derived(for: label)
    }

    /// Returns a random element, or nil for an empty array.
    mutating func one<Value>(of values: [Value]) -> Value? {
        values.isEmpty ? nil : values[number(below: values.count)]
    }

    /// A number from 0 up to a bound, without the bound.
    mutating func number(below bound: Int) -> Int {
        Int(generator.next() % UInt64(max(1, bound)))
    }

    /// True with a probability.
    mutating func chance(_ probability: Double) -> Bool { generator.chance(probability) }

    /// One of some nanoseconds, given in milliseconds.
    mutating func time(of milliseconds: [Int64]) -> Int64 { (one(of: milliseconds) ?? 0) * 1_000_000 }

    /// A random half of some values, at least one.
    mutating func some<Value>(of values: [Value]) -> [Value] {
        let chosen = values.filter { _ in chance(0.5) }
        return chosen.isEmpty ? one(of: values).map { [$0] } ?? [] : chosen
    }

    /// The values in another order.
    mutating func shuffled<Value>(_ values: [Value]) -> [Value] {
        var values = values
        for index in values.indices.reversed() { values.swapAt(index, number(below: index + 1)) }
        return values
    }
}
