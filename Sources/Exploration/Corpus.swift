/// The features, kept runs and findings of a search; a later search continues it.
package struct Corpus: Sendable {
    /// The runs and results of one strategy.
    package struct Tally: Hashable, Sendable {
        package var runs = 0
        /// The findings that it found first.
        package var findings = 0
        /// The transitions and joint states that it showed first.
        package var features = 0
    }

    /// The number of transitions and joint states that were seen after a number of runs.
    package struct Point: Hashable, Sendable {
        package let runs: Int
        package let seen: Int
    }

    package let seed: UInt64
    /// The number of runs with a verdict.
    package var runs = 0
    /// The wall-clock seconds of all searches together.
    package var seconds = 0.0
    package var tallies: [Strategy: Tally] = [:]
    /// The transitions and joint states that were seen.
    package internal(set) var seen: Set<String> = []
    /// The transitions and joint states that runs of a scenario showed, by its id.
    var shown: [String: Set<String>] = [:]
    /// The changes of the runs that showed new features of their scenario, by its id.
    package var kept: [String: [[Change]]] = [:]
    package var findings: [Finding] = []
    /// The largest number of a finding that is taken, also by files of which the corpus does not know.
    package var lastNumber = 0
    /// The scenarios that were explored, and how many runs each had.
    package var bases: [String: Int] = [:]
    /// The scenarios that cannot be explored, with the reason.
    package var unfit: [String: String] = [:]

    /// The growth of what was seen, in the order of runs.
    package internal(set) var growth: [Point] = []

    /// The highest number of kept runs of one scenario.
    static let maxKept = 64
    /// The highest number of points of the growth; beyond it, every second point is left out.
    private static let maxPoints = 400

    /// Adds a point to the growth.
    mutating func notePoint() {
        growth.append(Point(runs: runs, seen: seen.count))
        guard growth.count > Self.maxPoints else { return }
        growth = growth.indices.filter { $0 % 2 == 0 || $0 == growth.count - 1 }.map { growth[$0] }
    }

    /// The number of transitions and joint states that at least the last `count` runs showed first.
    package func new(inLast count: Int) -> (features: Int, runs: Int)? {
        guard let last = growth.last, let before = growth.last(where: { $0.runs <= last.runs - count }) else {
            return nil
        }
        return (last.seen - before.seen, last.runs - before.runs)
    }

    package init(seed: UInt64) { self.seed = seed }

    /// The id of the next finding.
    var nextId: String { Finding.id(max(lastNumber, findings.map(\.number).max() ?? 0) + 1) }

    /// Adds the features of a run. Returns true when one of them is new for its scenario.
    mutating func add(_ features: [String], of id: String) -> Bool {
        seen.formUnion(features)
        let count = shown[id]?.count ?? 0
        shown[id, default: []].formUnion(features)
        return shown[id]?.count != count
    }

    /// Adds the features of another search.
    mutating func addFeatures(of other: Corpus) {
        seen.formUnion(other.seen)
        shown.merge(other.shown) { $0.union($1) }
    }

    /// The transitions that were seen, in the order of their texts.
    package var transitions: [String] { seen.filter { !$0.hasPrefix(CoverageFeatures.joint) }.sorted() }

    /// The number of joint states that runs have shown.
    package var jointStates: Int { seen.count { $0.hasPrefix(CoverageFeatures.joint) } }

    /// The transitions of a table that were not seen, such as `callingState: idle → incoming`.
    package func unreached(of possible: [String]) -> [String] { possible.filter { !seen.contains($0) } }
}

/// The reason for which a file is not a corpus.
package struct CorpusError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
