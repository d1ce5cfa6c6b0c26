import Chance

/// The free decisions of one run, drawn from its own stream.
///
/// Options with names are drawn by their names: a new option is drawn sometimes, and otherwise changes nothing.
struct Draw {
    private var generator: SeededGenerator

    init(seed: UInt64, label: String) {
        generator = SeededGenerator(seed: seed).derived(for: label)
    }

    /// Returns the decisions of a part, which do not depend on the number of decisions before it.
    func part(_ label: String) -> Draw {
        var part = self
        part.generator = generator.derived(for: label)
        return part
    }

    /// Returns the values in a random order. The order of two values does not depend on the others. A value that is there
    /// twice is first twice as often.
    func ranked<Value>(_ values: [Value], by name: (Value) -> String) -> [Value] {
        var counts: [String: Int] = [:]
        let ranks = values.map { value in
            let name = name(value)
            counts[name, default: 0] += 1
            var generator = generator.derived(for: "\(name) \(counts[name] ?? 0)")
            return generator.next()
        }
        return values.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { values[$0] }
    }

    /// Returns a random element, or nil for an empty array.
    mutating func one<Value>(of values: [Value], by name: (Value) -> String) -> Value? {
        defer { _ = generator.next() }
        return ranked(values, by: name).first
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
    mutating func some<Value>(of values: [Value], by name: (Value) -> String) -> [Value] {
        let part = part("some")
        let chosen = values.filter { value in
            var own = part.part(name(value))
            return own.chance(0.5)
        }
        return chosen.isEmpty ? one(of: values, by: name).map { [$0] } ?? [] : chosen
    }
}
