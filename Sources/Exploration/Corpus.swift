import Journal

/// The features, kept runs and findings of a search; a later search continues it.
package struct Corpus: Sendable {
    /// The runs and results of one strategy.
    package struct Tally: Hashable, Sendable {
        package var runs = 0
        /// Findings that it came to first.
        package var findings = 0
        /// Moves and joint states that it came to first.
        package var features = 0
    }

    /// The number of moves and joint states that were seen after a number of runs.
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
    /// The moves and joint states that were seen.
    package private(set) var seen: Set<String> = []
    /// The moves and joint states that runs of a scenario showed, by its id.
    private var shown: [String: Set<String>] = [:]
    /// The changes of runs that showed something new of their scenario, by its id.
    package var kept: [String: [[Change]]] = [:]
    package var findings: [Finding] = []
    /// The scenarios that were explored, and how many runs each had.
    package var bases: [String: Int] = [:]
    /// The scenarios that cannot be explored, with the reason.
    package var unfit: [String: String] = [:]

    /// The growth of what was seen, in the order of runs.
    package private(set) var growth: [Point] = []

    /// The most runs that are kept of one scenario.
    static let maxKept = 64
    /// The most points of the growth; with more, every second one is left out.
    private static let maxPoints = 400

    /// Adds a point to the growth.
    mutating func notePoint() {
        growth.append(Point(runs: runs, seen: seen.count))
        guard growth.count > Self.maxPoints else { return }
        growth = growth.indices.filter { $0 % 2 == 0 || $0 == growth.count - 1 }.map { growth[$0] }
    }

    /// The moves and joint states that the last runs showed first, at least so many runs.
    package func new(inLast count: Int) -> (features: Int, runs: Int)? {
        guard let last = growth.last, let before = growth.last(where: { $0.runs <= last.runs - count }) else {
            return nil
        }
        return (last.seen - before.seen, last.runs - before.runs)
    }

    package init(seed: UInt64) { self.seed = seed }

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

    /// The moves that were seen, in the order of their texts.
    package var moves: [String] { seen.filter { !$0.hasPrefix(CoverageFeatures.joint) }.sorted() }

    /// The number of joint states that runs have shown.
    package var jointStates: Int { seen.count { $0.hasPrefix(CoverageFeatures.joint) } }

    /// The moves of a table that were not seen, such as `callingState: idle → incoming`.
    package func unreached(of possible: [String]) -> [String] { possible.filter { !seen.contains($0) } }
}

/// Why a file is not a corpus.
package struct CorpusError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

extension Corpus {
    private static let version = 3

    /// The corpus as JSON.
    package func json(folder: String, command: RunCommand, unreached: [String]) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("corpusVersion", Self.version)
        json.field("seed", seed)
        json.field("runs", runs)
        json.field("seconds", seconds: seconds)
        json.field("runsPerSecond", seconds > 0 ? (Double(runs) / seconds * 10).rounded() / 10 : 0)
        json.key("strategies")
        json.openArray()
        for strategy in Strategy.allCases { write(strategy, to: &json) }
        json.closeArray()
        json.key("findings")
        json.openArray()
        for finding in findings { finding.write(to: &json, folder: folder, command: command) }
        json.closeArray()
        json.key("explored")
        json.openObject()
        for (id, count) in bases.sorted(by: { $0.key < $1.key }) {
            json.key(id)
            json.integer(count)
        }
        json.closeObject()
        json.key("notExplored")
        json.openObject()
        for (id, reason) in unfit.sorted(by: { $0.key < $1.key }) {
            json.key(id)
            json.text(reason)
        }
        json.closeObject()
        json.field("neverReached", unreached)
        json.key("growth")
        json.openArray()
        for point in growth {
            json.openObject()
            json.field("runs", point.runs)
            json.field("seen", point.seen)
            json.closeObject()
        }
        json.closeArray()
        let seen = seen.sorted()
        json.field("seen", seen)
        write(shownAmong: seen, to: &json)
        json.key("kept")
        json.openObject()
        for (id, runs) in kept.sorted(by: { $0.key < $1.key }) {
            json.key(id)
            Self.write(runs, to: &json)
        }
        json.closeObject()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    /// Writes the features of each scenario as places in the list of all.
    private func write(shownAmong seen: [String], to json: inout JSONText) {
        let places = Dictionary(uniqueKeysWithValues: zip(seen, seen.indices))
        json.key("shown")
        json.openObject()
        for (id, features) in shown.sorted(by: { $0.key < $1.key }) {
            json.key(id)
            json.openArray()
            for place in features.compactMap({ places[$0] }).sorted() { json.integer(place) }
            json.closeArray()
        }
        json.closeObject()
    }

    private func write(_ strategy: Strategy, to json: inout JSONText) {
        guard let tally = tallies[strategy] else { return }
        json.openObject()
        json.field("strategy", strategy.rawValue)
        json.field("runs", tally.runs)
        json.field("findings", tally.findings)
        json.field("features", tally.features)
        json.closeObject()
    }

    private static func write(_ runs: [[Change]], to json: inout JSONText) {
        json.openArray()
        for changes in runs {
            json.openArray()
            for change in changes { change.write(to: &json) }
            json.closeArray()
        }
        json.closeArray()
    }

    /// Reads a corpus back.
    ///
    /// - Parameter scenario: Returns the text of a finding's file; nil when it cannot be read.
    package init(reading bytes: [UInt8], scenario: (String) -> String?) throws(CorpusError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw CorpusError(description: "it is damaged: \(error)")
        }
        func need<Value>(_ key: String, _ read: (JSON) -> Value?) throws(CorpusError) -> Value {
            guard let value = json[key].flatMap(read) else {
                throw CorpusError(description: "it is damaged: its `\(key)` is missing or of another kind")
            }
            return value
        }
        let version = try need("corpusVersion", \.integer)
        guard version == Self.version else {
            throw CorpusError(description: "it is of version \(version), and this rollcall reads \(Self.version)")
        }
        self.init(seed: try need("seed", \.unsigned))
        runs = try need("runs", \.integer)
        seconds = try need("seconds", \.double)
        let seen = try need("seen", \.texts)
        self.seen = Set(seen)
        shown = try need("shown") { Self.shown($0, among: seen) }
        findings = try need("findings") { json in json.elements?.all { Finding($0, scenario: scenario) } }
        growth = try need("growth") { json in json.elements?.all(Point.init) }
        kept = try need("kept", Self.kept)
        bases = try need("explored") { json in json.members?.mapValues { $0.integer ?? 0 } }
        unfit = try need("notExplored") { json in json.members?.mapValues { $0.text ?? "" } }
        for item in try need("strategies", \.elements) {
            guard let strategy = item["strategy"]?.text.flatMap(Strategy.init) else { continue }
            tallies[strategy] = Tally(
                runs: item["runs"]?.integer ?? 0, findings: item["findings"]?.integer ?? 0,
                features: item["features"]?.integer ?? 0)
        }
    }

    private static func shown(_ json: JSON, among seen: [String]) -> [String: Set<String>]? {
        guard let members = json.members else { return nil }
        var shown: [String: Set<String>] = [:]
        for (id, places) in members {
            let features = places.elements?.all { $0.integer.flatMap { seen.indices.contains($0) ? seen[$0] : nil } }
            guard let features else { return nil }
            shown[id] = Set(features)
        }
        return shown
    }

    private static func kept(_ json: JSON) -> [String: [[Change]]]? {
        guard let members = json.members else { return nil }
        var kept: [String: [[Change]]] = [:]
        for (id, runs) in members {
            guard let runs = runs.elements?.all({ $0.elements?.all { Change($0) } }) else { return nil }
            kept[id] = runs
        }
        return kept
    }
}

extension Corpus.Point {
    fileprivate init?(_ json: JSON) {
        guard let runs = json["runs"]?.integer, let seen = json["seen"]?.integer else { return nil }
        self.init(runs: runs, seen: seen)
    }
}

extension [JSON] {
    /// Returns all elements, read; nil when one cannot be read.
    fileprivate func all<Value>(_ read: (JSON) -> Value?) -> [Value]? {
        let values = compactMap(read)
        return values.count == count ? values : nil
    }
}

extension JSON {
    /// The members of an object by their names.
    fileprivate var members: [String: JSON]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
