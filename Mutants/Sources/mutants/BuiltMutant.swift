/// A mutant as it is recorded for another run. The sources may have changed in between.
struct BuiltMutant: Codable {
    let id: Int
    let line: Int
    let key: String

    init(_ mutant: Mutant) { (id, line, key) = (mutant.id, mutant.line, mutant.key) }
}

extension [BuiltMutant] {
    /// Finds the mutants among the candidates of the sources as they are. One whose line is gone is left out.
    func found(among candidates: [Mutant]) -> [Mutant] {
        let byKey = Dictionary(grouping: candidates, by: \.key)
        let found = compactMap { built -> Mutant? in
            // The same change may be possible in several lines with one text, and in several places of a line.
            var mutant = byKey[built.key]?.min { abs($0.line - built.line) < abs($1.line - built.line) }
            mutant?.id = built.id
            return mutant
        }
        let byFile = Dictionary(grouping: found, by: \.file)
        return byFile.keys.sorted().flatMap { Schemata.nested(byFile[$0] ?? []) }
    }
}
