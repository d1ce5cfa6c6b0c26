/// Draws mutants evenly by lines, the same ones for the same seed.
struct Sample {
    /// One mutant for so many lines.
    let spacing: Int
    let seed: UInt64

    /// Returns the drawn candidates of one file.
    func draw(from candidates: [Mutant], lines: Int) -> [Mutant] {
        var generator = Generator(state: seed ^ hash(candidates.first?.file ?? ""))
        var taken: Set<Int> = []
        var drawn: [Mutant] = []
        let wanted = max(1, lines / spacing)
        for candidate in candidates.shuffled(using: &generator) where drawn.count < wanted {
            if taken.insert(candidate.line).inserted { drawn.append(candidate) }
        }
        return Schemata.nested(drawn)
    }

    private func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// SplitMix64.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
