import Testing

@testable import Exploration

@Suite struct DrawTests {
    private static let options = ["cut", "offline", "flap", "loss", "delay"]

    private func picks(_ options: [String], count: Int = 400) -> [String] {
        var draw = Draw(seed: 7, label: "picks")
        return (0..<count).compactMap { _ in draw.one(of: options, by: \.self) }
    }

    @Test func `a new option changes only the decisions that draw it`() {
        let (before, after) = (picks(Self.options), picks(["new"] + Self.options))
        let new = after.count { $0 == "new" }
        #expect((40...95).contains(new))
        #expect(zip(before, after).allSatisfy { $1 == "new" || $0 == $1 })
    }

    @Test func `each option is drawn, and one that is there twice twice as often`() {
        let picks = picks(Self.options + ["cut"], count: 3000)
        let counts = Dictionary(grouping: picks) { $0 }.mapValues(\.count)
        #expect(counts.count == 5)
        for (option, count) in counts {
            #expect((option == "cut" ? 900...1100 : 420...580).contains(count), "\(option)")
        }
    }

    @Test func `a half of the options has the same options when one more can be chosen`() {
        for number in 0..<50 {
            var (before, after) = (Draw(seed: 3, label: "\(number)"), Draw(seed: 3, label: "\(number)"))
            let half = before.some(of: Self.options, by: \.self)
            let more = after.some(of: Self.options + ["new"], by: \.self)
            #expect(!half.isEmpty)
            #expect(more.filter { $0 != "new" } == half || half.count == 1)
        }
    }

    @Test func `a part does not depend on the decisions before it is drawn from`() {
        let draw = Draw(seed: 1, label: "run")
        var first = draw.part("change 1")
        let numbers = (0..<4).map { _ in first.number(below: 1000) }
        var second = draw.part("change 2")
        #expect((0..<4).map { _ in second.number(below: 1000) } != numbers)
        var again = Draw(seed: 1, label: "run").part("change 1")
        #expect((0..<4).map { _ in again.number(below: 1000) } == numbers)
    }
}
