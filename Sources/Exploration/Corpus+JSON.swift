import Journal

extension Corpus {
    private static let version = 3

    /// The corpus as JSON.
    package func json(folder: String, command: RunCommand, unreached: [String]) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        writeHead(to: &json)
        json.key("findings")
        json.openArray()
        for finding in findings { finding.write(to: &json, folder: folder, command: command) }
        json.closeArray()
        Self.write("explored", bases, to: &json) { $0.integer($1) }
        Self.write("notExplored", unfit, to: &json) { $0.text($1) }
        json.field("neverReached", unreached)
        json.key("growth")
        json.objects(growth) { json, point in
            json.field("runs", point.runs)
            json.field("seen", point.seen)
        }
        let seen = seen.sorted()
        json.field("seen", seen)
        write(shownAmong: seen, to: &json)
        Self.write("kept", kept, to: &json) { Self.write($1, to: &$0) }
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    private func writeHead(to json: inout JSONText) {
        json.field("corpusVersion", Self.version)
        json.field("seed", seed)
        json.field("runs", runs)
        json.field("seconds", seconds: seconds)
        json.field("runsPerSecond", seconds > 0 ? (Double(runs) / seconds * 10).rounded() / 10 : 0)
        json.key("strategies")
        json.openArray()
        for strategy in Strategy.allCases { write(strategy, to: &json) }
        json.closeArray()
    }

    /// Writes a member with an object, whose members are sorted by name.
    private static func write<Value>(
        _ name: StaticString, _ values: [String: Value], to json: inout JSONText,
        _ write: (inout JSONText, Value) -> Void
    ) {
        json.key(name)
        json.openObject()
        for (id, value) in values.sorted(by: { $0.key < $1.key }) {
            json.key(id)
            write(&json, value)
        }
        json.closeObject()
    }

    /// Writes the features of each scenario as places in the list of all.
    private func write(shownAmong seen: [String], to json: inout JSONText) {
        let places = Dictionary(uniqueKeysWithValues: zip(seen, seen.indices))
        Self.write("shown", shown, to: &json) { json, features in
            json.openArray()
            for place in features.compactMap({ places[$0] }).sorted() { json.integer(place) }
            json.closeArray()
        }
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

    /// Reads a corpus back. A finding whose file is missing is forgotten.
    ///
    /// - Parameter file: Returns the text of a finding's file; nil when it is missing.
    package init(
        reading bytes: [UInt8], file: (String) throws(CorpusError) -> String?
    ) throws(CorpusError) {
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
        runs = try need("runs", \.count)
        seconds = try need("seconds") { json in json.double.flatMap { (0...1e12).contains($0) ? $0 : nil } }
        let seen = try need("seen", \.texts)
        self.seen = Set(seen)
        shown = try need("shown") { Self.shown($0, among: seen) }
        for var finding in try need("findings", { json in json.elements?.all { Finding($0) } }) {
            guard let text = try file(finding.file) else { continue }
            finding.read(text)
            findings.append(finding)
        }
        growth = try need("growth") { json in json.elements?.all(Point.init) }
        kept = try need("kept", Self.kept)
        bases = try need("explored") { json in json.members?.mapValues { $0.count ?? 0 } }
        unfit = try need("notExplored") { json in json.members?.mapValues { $0.text ?? "" } }
        for item in try need("strategies", \.elements) {
            guard let strategy = item["strategy"]?.text.flatMap(Strategy.init) else { continue }
            tallies[strategy] = Tally(
                runs: item["runs"]?.count ?? 0, findings: item["findings"]?.count ?? 0,
                features: item["features"]?.count ?? 0)
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
        guard let runs = json["runs"]?.count, let seen = json["seen"]?.count else { return nil }
        self.init(runs: runs, seen: seen)
    }
}

extension JSON {
    /// The members of an object by their names.
    fileprivate var members: [String: JSON]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
