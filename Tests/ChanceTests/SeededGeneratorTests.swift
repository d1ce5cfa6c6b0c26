import Chance
import Testing

@Suite
struct SeededGeneratorTests {
    @Test
    func `the numbers are SplitMix64's`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
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
    func `what has no chance never happens, and what is certain always does`() {
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
