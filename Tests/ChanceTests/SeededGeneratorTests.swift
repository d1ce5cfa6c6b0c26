import Chance
import Testing

@Suite
struct SeededGeneratorTests {
    @Test
    func `the same seed gives the same numbers on every machine`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(numbers == [10_374_103_456_960_529_608, 5_560_004_059_990_705_465, 1_207_855_157_741_827_063])
    }

    @Test
    func `a server's secret decides every number`() {
        var first = SeededGenerator(secret: [1])
        var second = SeededGenerator(secret: [2])
        let numbers = Set((0..<100).flatMap { _ in [first.next(), second.next()] })
        #expect(numbers.count == 200)
    }

    /// The attack that SplitMix64 allowed: its mixing can be inverted, and its state is a counter.
    @Test
    func `an identifier does not give away the one that follows`() {
        var generator = SeededGenerator(seed: 7)
        let (first, second, third) = (generator.next(), generator.next(), generator.next())
        #expect(unmixed(second) &- unmixed(first) != unmixed(third) &- unmixed(second))
        var stream = RandomStream(seed: 7)
        let (a, b, c) = (stream.next(), stream.next(), stream.next())
        #expect(unmixed(b) &- unmixed(a) == unmixed(c) &- unmixed(b), "the attack itself is in order")
    }

    /// Undoes the mixing of SplitMix64.
    private func unmixed(_ number: UInt64) -> UInt64 {
        var z = number
        z ^= z >> 31 ^ z >> 62
        z &*= inverse(of: 0x94D0_49BB_1331_11EB)
        z ^= z >> 27 ^ z >> 54
        z &*= inverse(of: 0xBF58_476D_1CE4_E5B9)
        return z ^ z >> 30 ^ z >> 60
    }

    /// By Newton's method, which doubles the right bits with each step.
    private func inverse(of odd: UInt64) -> UInt64 {
        (0..<6).reduce(odd) { guess, _ in guess &* (2 &- odd &* guess) }
    }

    @Test
    func `a derived stream depends on the state and the label, and draws nothing`() {
        var parent = SeededGenerator(seed: 1)
        var child = parent.derived(for: "alice")
        #expect(parent == SeededGenerator(seed: 1))
        var same = SeededGenerator(seed: 1).derived(for: "alice")
        #expect(child == same)
        let numbers = (0..<100).map { _ in child.next() }
        #expect(numbers == (0..<100).map { _ in same.next() })
        #expect(parent.derived(for: "alicf") != parent.derived(for: "alice"))
        let before = parent.derived(for: "alice")
        _ = parent.next()
        #expect(parent.derived(for: "alice") != before)
    }

    @Test
    func `derived streams share no numbers with their parent or with one another`() {
        let parent = SeededGenerator(seed: 42)
        var streams = [parent] + ["", "a", "b", "aa", "delay", "loss"].map(parent.derived)
        var seen: Set<UInt64> = []
        for index in streams.indices {
            for _ in 0..<1000 { seen.insert(streams[index].next()) }
        }
        #expect(seen.count == streams.count * 1000)
    }

    @Test
    func `a unit number is never 1 and is 0.5 on average`() {
        var generator = SeededGenerator(seed: 3)
        let numbers = (0..<100_000).map { _ in generator.unit() }
        #expect(numbers.allSatisfy { (0..<1).contains($0) })
        #expect(abs(numbers.reduce(0, +) / 100_000 - 0.5) < 0.0046)
    }

    @Test
    func `probability 0 never happens, and probability 1 always does`() {
        var generator = SeededGenerator(seed: 4)
        for (probability, happens) in [(0.0, 0), (-1, 0), (.nan, 0), (1, 1000), (2, 1000)] {
            let count = (0..<1000).count { _ in generator.chance(probability) }
            #expect(count == happens)
        }
    }

    @Test
    func `an identifier has the shape of a version 4 UUID`() {
        var generator = SeededGenerator(seed: 5)
        var seen: Set<String> = []
        for _ in 0..<1000 {
            let identifier = generator.identifier()
            seen.insert(identifier)
            let parts = identifier.split(separator: "-")
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(identifier.allSatisfy { "0123456789abcdef-".contains($0) })
            #expect(parts[2].first == "4")
            #expect(parts[3].first.map { "89ab".contains($0) } == true)
        }
        #expect(seen.count == 1000)
    }
}
