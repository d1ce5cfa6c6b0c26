/// Draws mutants evenly by lines, the same ones for the same seed.
struct Sample {
    /// The number of lines for each mutant.
    let spacing: Double
    let seed: UInt64

    /// Returns the drawn candidates of one file: some of its lines, with one mutant of each.
    ///
    /// - Parameter rejected: The keys of those that do not compile. Another one of the line, or one of another line,
    ///   stands for each; the others that are drawn stay the same.
    func draw(from candidates: [Mutant], lines: Int, without rejected: Set<String>) -> [Mutant] {
        var generator = Generator(state: seed ^ hash(candidates.first?.file ?? ""))
        let byLine = Dictionary(grouping: candidates, by: \.line)
        // The fraction of a mutant that is left is drawn too, so that small files have their share.
        let wanted = Int(Double(lines) / spacing + Double.random(in: 0..<1, using: &generator))
        let drawn = byLine.keys.sorted().shuffled(using: &generator).compactMap { line in
            var ofLine = Generator(state: seed ^ hash("\(candidates[0].file):\(line)"))
            return byLine[line]?.shuffled(using: &ofLine).first { !rejected.contains($0.key) }
        }
        return Schemata.nested(Array(drawn.prefix(wanted)))
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
