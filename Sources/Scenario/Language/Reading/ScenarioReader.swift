import YAML

/// Reads one file into a scenario and tells all that is wrong with it.
struct ScenarioReader {
    let file: String
    let sourceLines: [String]
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
    /// How many more names the lists of the scenario may hold.
    var namesLeft: Int
    /// The users that names stand for, as values.
    var userValues: [String: Value] = [:]
    /// The identifier, also of a scenario that has problems.
    private(set) var identity: (id: String, place: Place)?

    init(file: String, sourceLines: [String], vocabulary: Vocabulary, limits: ScenarioLimits) {
        self.file = file
        self.sourceLines = sourceLines
        self.vocabulary = vocabulary
        self.limits = limits
        namesLeft = limits.names
        problems = Problems(file: file, limit: limits.problems)
    }

    /// The scenario that the document describes, or nil when there are problems.
    mutating func read(_ root: YAMLNode) -> Scenario? {
        guard let pairs = root.pairs else {
            report(
                "a scenario is a mapping, not \(root.kind)", at: Place(root.start),
                suggestion: "start with `id: …`, `name: …`, `participants: …` and `steps: …`")
            return nil
        }
        let fields = fields(pairs, of: .scenario, at: Place(root.start))
        let specs = fields["participants"].map { participants($0) } ?? []
        let id = fields["id"].flatMap { identifier($0, kind: "an id") }
        if let id, let node = fields["id"] { identity = (id, Place(node)) }
        var scenario = Scenario(
            id: id ?? "",
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
        checkMarks()
        return problems.isEmpty ? scenario : nil
    }
}

extension ScenarioReader {
    mutating func report(
        _ message: @autoclosure () -> String, at place: Place, suggestion: @autoclosure () -> String? = nil,
        related: [(place: Place, note: String)] = []
    ) {
        let site = Site(file: file, place: place)
        report(
            message(), at: site, suggestion: suggestion(),
            relatedSites: related.map { (Site(file: file, place: $0.place), $0.note) })
    }

    mutating func report(
        _ message: @autoclosure () -> String, at site: Site, suggestion: @autoclosure () -> String? = nil,
        relatedSites: [(site: Site, note: String)]
    ) {
        let related = relatedSites.map { Diagnostic.Related(file: $0.site.file, place: $0.site.place, note: $0.note) }
        problems.report(message(), at: site.place, in: site.file, suggestion: suggestion(), related: related)
    }

    /// Where a node stands, and in which file.
    func site(of node: YAMLNode) -> Site { Site(file: file, place: Place(node)) }

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
