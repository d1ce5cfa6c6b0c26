import Testing

@testable import BackendCore

@Suite struct UsedNumbersTests {
    private static func uses(_ numbers: [UInt64], _ used: inout UsedNumbers) -> [Bool] {
        var results: [Bool] = []
        for number in numbers { results.append(used.use(number)) }
        return results
    }

    @Test func `a number is used once, in any order within the window`() {
        var used = UsedNumbers()
        let all = Array(UInt64(0)..<1024)
        let first = Self.uses(all.reversed(), &used)
        let second = Self.uses(all, &used)
        #expect(first.allSatisfy { $0 })
        #expect(!second.contains(true))
        let next = Self.uses([1024, 0], &used)
        #expect(next == [true, false], "0 is too low to tell")
    }

    @Test func `numbers that were left out are used once, and those below the window never`() {
        var used = UsedNumbers()
        let results = Self.uses([5, 1000, 6, 6, 3000, 1000, 1976, 1977, 2999, 3000], &used)
        #expect(results == [true, true, true, false, true, false, false, true, true, false])
    }

    @Test func `the window agrees with a set of all numbers, whatever the order`() {
        var (used, all, highest): (UsedNumbers, Set<UInt64>, UInt64) = (UsedNumbers(), [], 0)
        var state: UInt64 = 1
        var differences = 0
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let step = state >> 60 == 0 ? state >> 33 & 0xFFF : state >> 40 & 0x7F
            let number = state >> 50 & 1 == 0 ? highest + step : highest - min(highest, (state >> 41) & 0x5FF)
            let isInWindow = highest < 1024 || number > highest - 1024
            let isNew = isInWindow && all.insert(number).inserted
            if used.use(number) != isNew { differences += 1 }
            highest = max(highest, number)
        }
        #expect(differences == 0)
        let last = Self.uses([(1 << 48) - 1, (1 << 48) - 1], &used)
        #expect(last == [true, false])
    }
}
