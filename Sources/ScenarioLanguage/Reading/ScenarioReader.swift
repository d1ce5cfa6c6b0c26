import YAML

/// Reads one file into a scenario, or into one for each of its rows, and tells all that is wrong with it.
struct ScenarioReader {
    let file: String
    let vocabulary: Vocabulary
    let limits: ScenarioLimits
    var problems: Problems
    /// Who takes part; nil while nothing certain is known, so that names cannot be called wrong.
    var cast: Cast?
    var stepCount = 0
    /// What the run must keep of packets, for what is asked of them.
    var packetNeeds = PacketNeeds()
    /// How many steps stand around the one that is being read.
    var depth = 0
    /// In which branches and repetitions the step stands that is being read, outermost first.
    var trail: [String] = []
    var marks = MarkTable()
    /// The variables and sequences that the scenario uses.
    var usedNames: Set<String> = []
    /// Where the steps stand that are being read.
    var context: ReadingContext
    /// The file and those that it includes, by their paths.
    var sources: [String: SourceFile] = [:]
    /// What the file's variables stand for.
    var row = Scope()
    /// How many more values names may stand for, and steps the rows may have together.
    var valuesLeft: Int
    var stepsLeft: Int
    /// How many more names the lists of the scenario may hold.
    var namesLeft: Int
    /// The users that names stand for, as values.
    var userValues: [String: Value] = [:]
    /// The identifier, also of a scenario that has problems.
    private(set) var identity: (id: String, place: Place)?

    init(_ source: SourceFile, vocabulary: Vocabulary, limits: ScenarioLimits) {
        file = source.path
        context = ReadingContext(source: source, scope: Scope())
        self.vocabulary = vocabulary
        self.limits = limits
        namesLeft = limits.names
        valuesLeft = limits.values
        stepsLeft = limits.stepsOfRows
        problems = Problems(file: source.path, limit: limits.problems)
    }

    /// The lines of the file whose steps are being read.
    var sourceLines: [String] { context.source.lines }

    /// The scenario that the document describes with the variables of one row, or nil when there are problems.
    mutating func read(_ root: YAMLNode, _ row: Row) -> Scenario? {
        guard let raw = root.pairs else { return nil }
        self.row = row.variables
        context.scope = row.variables
        let pairs = substituted(raw, but: ["include", "variables", "rows", "sequences", "steps"])
        let fields = fields(pairs, of: .scenario, at: Place(root.start))
        let specs = fields["participants"].map { participants($0) } ?? []
        let id = fields["id"].flatMap { identifier($0, kind: "an id") }
        if let id, let node = fields["id"] { identity = (id, Place(node)) }
        var scenario = Scenario(
            id: [id, row.name?.scalar?.text].compactMap(\.self).joined(separator: "."),
            name: fields["name"].flatMap { line($0, kind: "a name") } ?? "",
            file: file,
            covers: fields["covers"].map { identifiers($0, kind: "a case") } ?? [],
            coverPlaces: fields["covers"]?.items?.map { Place($0) } ?? [],
            tags: fields["tags"].map { identifiers($0, kind: "a tag") } ?? [],
            description: fields["description"].flatMap { text($0) },
            participants: specs,
            settings: fields["settings"].map { settings($0) } ?? ScenarioSettings(),
            network: fields["network"].map { network($0) } ?? [],
            media: fields["media"].flatMap { mediaSwitch($0) } ?? .off,
            rules: fields["always"].map { expectations($0, owner: "always") } ?? [],
            golden: fields["golden"].flatMap { golden($0) },
            steps: fields["steps"].map { steps($0) } ?? [],
            sourceLines: sourceLines)
        scenario.packetNeeds = packetNeeds
        // What everybody's leaving adds to a capture is no part of what a golden file compares.
        if scenario.golden != nil { scenario.wholeRun.remove(.leftovers) }
        if let node = fields["wholeRun"] { scenario.wholeRun = wholeRun(node) }
        scenario.row = row.name.map { Place($0) }
        scenario.includes = context.source.includes.compactMap { sources[$0] }.map {
            Scenario.Include(file: $0.path, lines: $0.lines)
        }
        checkMarks()
        scenario.remarks = remarks(on: scenario, of: root)
        return problems.isEmpty && !context.source.isBroken ? scenario : nil
    }
}

extension ScenarioReader {
    mutating func report(
        _ message: @autoclosure () -> String, at place: Place, suggestion: @autoclosure () -> String? = nil,
        related: [(place: Place, note: String)] = []
    ) {
        let path = context.source.path
        report(
            message(), at: Site(file: path, place: place), suggestion: suggestion(),
            relatedSites: related.map { (Site(file: path, place: $0.place), $0.note) })
    }

    /// Tells of a problem, and where the names come from that stand there.
    mutating func report(
        _ message: @autoclosure () -> String, at site: Site, suggestion: @autoclosure () -> String? = nil,
        relatedSites: [(site: Site, note: String)]
    ) {
        let isHere = site.file == context.source.path
        let notes = isHere ? context.notes[Mark(line: site.place.line, column: site.place.column)] ?? [] : []
        // What is not known cannot be wrong.
        if notes.contains(where: \.binding.isUnknown) { return problems.pass() }
        let values = notes.map { ($0.binding.site, "`${\($0.name)}` is \($0.binding.shown) here") }
        let calls = context.calls.reversed().map { ($0.site, "\($0.sequence.name.quoted) is done here") }
        let related = (relatedSites + values + calls).map {
            Diagnostic.Related(file: $0.0.file, place: $0.0.place, note: $0.1)
        }
        problems.report(message(), at: site.place, in: site.file, suggestion: suggestion(), related: related)
    }

    /// Where a node stands, and in which file.
    func site(of node: YAMLNode) -> Site { Site(file: context.source.path, place: Place(node)) }

    /// The values of a mapping by key; unknown and missing keys are told.
    mutating func fields(_ pairs: [YAMLNode.Pair], of keys: Keys, at place: Place) -> [String: YAMLNode] {
        var fields: [String: YAMLNode] = [:]
        var present: Set<String> = []
        for pair in pairs {
            guard keys.contains(pair.name) else {
                reportUnknownKey(pair, of: keys.owner, known: keys.names)
                // A key that is there but misspelt is not missing as well.
                if let meant = Spelling.nearest(to: pair.name, in: keys.names) { present.insert(meant) }
                continue
            }
            present.insert(pair.name)
            fields[pair.name] = pair.value
        }
        for key in keys.all {
            guard let example = key.requiredExample, !present.contains(key.name) else { continue }
            report(
                "\(keys.owner) needs `\(key.name)`, \(key.about)", at: place, suggestion: "add a line like `\(example)`"
            )
        }
        return fields
    }

    mutating func reportUnknownKey(_ pair: YAMLNode.Pair, of owner: String, known: [String]) {
        report(
            "\(owner) has no key \(pair.name.quoted)", at: Place(pair.key),
            suggestion: Spelling.suggestion(for: pair.name, in: known))
    }

    /// The pairs of a node that must be a mapping.
    mutating func pairs(_ node: YAMLNode, what: String, example: String) -> [YAMLNode.Pair]? {
        if let pairs = node.pairs { return pairs }
        report("\(what) is a mapping, not \(node.kind)", at: Place(node), suggestion: "write it like `\(example)`")
        return nil
    }
}
