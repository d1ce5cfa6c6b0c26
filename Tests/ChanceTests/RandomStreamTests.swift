import Chance
import Testing

@Suite
struct RandomStreamTests {
    @Test
    func `the numbers are SplitMix64's`() {
        var stream = RandomStream(seed: 1_234_567)
        let numbers = (0..<5).map { _ in stream.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test
    func `a derived stream depends on the state and the label, and draws nothing`() {
        var parent = RandomStream(seed: 1)
        #expect(parent.derived(for: "alice") == RandomStream(seed: 1).derived(for: "alice"))
        #expect(parent == RandomStream(seed: 1))
        #expect(parent.derived(for: "alicf") != parent.derived(for: "alice"))
        let before = parent.derived(for: "alice")
        _ = parent.next()
        #expect(parent.derived(for: "alice") != before)
    }
}
