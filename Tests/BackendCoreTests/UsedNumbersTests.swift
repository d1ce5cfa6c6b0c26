import Testing

@testable import BackendCore

@Suite struct UsedNumbersTests {
    @Test func `a number is used once, in any order within the window`() {
        var used = UsedNumbers()
        for number in (0..<1024).reversed() as ReversedCollection<Range<UInt64>> { #expect(used.use(number)) }
        for number in UInt64(0)..<1024 { #expect(!used.use(number)) }
        #expect(used.use(1024))
        #expect(!used.use(0), "the number is too low to tell")
    }

    @Test func `numbers that were left out are used once, and those below the window never`() {
        var used = UsedNumbers()
        #expect(used.use(5))
        #expect(used.use(1000))
        #expect(used.use(6))
        #expect(!used.use(6))
        #expect(used.use(3000))
        #expect(!used.use(1000))
        #expect(!used.use(1975))
        #expect(used.use(1976))
        #expect(used.use(2999))
        #expect(!used.use(3000))
    }

    @Test func `the window agrees with a set of all numbers, whatever the order`() {
        var (used, all, highest): (UsedNumbers, Set<UInt64>, UInt64) = (UsedNumbers(), [], 0)
        var state: UInt64 = 1
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let step = state >> 60 == 0 ? state >> 33 & 0xFFF : state >> 40 & 0x7F
            let number = state >> 50 & 1 == 0 ? highest + step : highest - min(highest, (state >> 41) & 0x5FF)
            let isInWindow = highest < 1024 || number > highest - 1024
            #expect(used.use(number) == (isInWindow && all.insert(number).inserted))
            highest = max(highest, number)
        }
        #expect(used.use((1 << 48) - 1))
        #expect(!used.use((1 << 48) - 1))
    }
}
