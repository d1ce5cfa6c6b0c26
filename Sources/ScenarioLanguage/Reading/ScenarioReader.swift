import YAML

/// Reads a file as a scenario, or one of its rows.
struct ScenarioReader: NodeReader {
    let reading: FileReading

    /// Returns the scenario of a document with the variables of one row; nil when there are problems.
    func read(_ root: YAMLNode, _ row: Row) -> Scenario? {
        guard let raw = root.pairs, isScenario(raw, at: Place(root.start)) else { return nil }
        reading.row = row.variables
        reading.context.scope = row.variables
        let pairs = Substitution(reading: reading)(
            raw, but: ["include", "variables", "rows", "sequences", "programs", "steps"])
        var scenario = scenario(fields(pairs, of: .scenario, at: Place(root.start)), row)
        scenario.row = row.name.map { Place($0) }
        scenario.head = pairs.filter { $0.name != "steps" }
        scenario.includes = reading.context.source.includes.compactMap { reading.sources[$0] }.map {
            Scenario.Include(file: $0.path, lines: $0.lines)
        }
        checkMarks()
        checkRequests()
        return reading.problems.isEmpty && !reading.context.source.isBroken ? scenario : nil
    }

    /// Returns false, with one problem instead of one for each key, for a mapping without any key of a scenario.
    private func isScenario(_ pairs: [YAMLNode.Pair], at place: Place) -> Bool {
        let names = Keys.scenario.names
        let isForeign = pairs.allSatisfy { !names.contains($0.name) && Spelling.nearest(to: $0.name, in: names) == nil }
        guard isForeign, pairs.count > 1 else { return true }
        report(
            "the file is not a scenario: none of its \(pairs.count) keys is a scenario's", at: place,
            suggestion: "`rollcall new FILE` writes a scenario to start from")
        return false
    }

    private func scenario(_ fields: [String: YAMLNode], _ row: Row) -> Scenario {
        let programs = fields["programs"].map { ProgramReader(reading: reading).read($0) } ?? []
        reading.programs = programs.map(\.name)
        reading.hasPrograms = fields["programs"] != nil
        let media = fields["media"].map { word($0, of: .mediaSwitches).flatMap { MediaSwitch(rawValue: $0) } } ?? .off
        // A value that cannot be is not also reported as no media.
        reading.hasMedia = media != .off
        let specs = fields["participants"].map { ParticipantReader(reading: reading).read($0) } ?? []
        let id = fields["id"].flatMap { identifier($0, kind: "an id") }
        if let id, let node = fields["id"] { reading.identity = (id, Place(node)) }
        let networks = NetworkReader(reading: reading)
        var scenario = Scenario(
            id: [id, row.name?.scalar?.text].compactMap(\.self).joined(separator: "."),
            name: fields["name"].flatMap { line($0, kind: "a name") } ?? "",
            file: reading.file,
            covers: fields["covers"].map { identifiers($0, kind: "a case") } ?? [],
            coverPlaces: fields["covers"]?.items?.map { Place($0) } ?? [],
            tags: fields["tags"].map { identifiers($0, kind: "a tag") } ?? [],
            description: fields["description"].flatMap { text($0) },
            participants: specs,
            settings: fields["settings"].map { SettingsReader(reading: reading).read($0) } ?? ScenarioSettings(),
            network: fields["network"].map { networks.read($0) } ?? [],
            media: media ?? .off,
            rules: fields["always"].map { expectations.read($0, owner: "always") } ?? [],
            golden: fields["golden"].flatMap { golden($0) },
            steps: fields["steps"].map { StepReader(reading: reading).read($0) } ?? [],
            sourceLines: reading.context.source.lines)
        scenario.programs = programs
        // The other rules apply to the library and its servers, and programs have protocols of their own.
        if !programs.isEmpty { scenario.wholeRun = [.states] }
        // A golden file ends before the participants leave.
        if scenario.golden != nil { scenario.wholeRun.remove(.leftovers) }
        if let node = fields["wholeRun"] { scenario.wholeRun = wholeRun(node) }
        scenario.seeds = fields["seeds"].flatMap { SeedReader(reading: reading).read($0) }
        return scenario
    }

    /// Returns the selected rules of whole runs: some of them, or none.
    private func wholeRun(_ node: YAMLNode) -> Set<WholeRunRule> {
        if node.scalar?.text == "none" { return [] }
        let words = (node.items ?? [node]).compactMap { word($0, of: .wholeRunRules) }
        return Set(words.compactMap(WholeRunRule.init(rawValue:)))
    }

    /// Returns the file of expected events; its name is relative to the scenario's folder.
    private func golden(_ node: YAMLNode) -> GoldenReference? {
        let name = fileName(
            node, folder: "scenario's folder", isInside: true,
            example: "name a file beside the scenario, like `golden: accepted.golden`")
        return name.map { GoldenReference(file: reading.folder + $0, place: Place(node)) }
    }

    // MARK: Remarks

    /// Returns signs that a valid scenario tests less than it seems to.
    ///
    /// - Parameter usedNames: The names that any row of the file uses.
    func remarks(on scenario: Scenario, of root: YAMLNode, usedByRows usedNames: Set<String>) -> [String] {
        let file = scenario.file.printable
        func unused(_ kind: String, _ pairs: [YAMLNode.Pair], prefix: String = "") -> [String] {
            pairs.filter { !usedNames.contains(prefix + $0.name) }.map {
                "\(file):\($0.key.start.line): the \(kind) \($0.name.quoted) is never used"
            }
        }
        var remarks = unused("variable", root["variables"]?.pairs ?? [])
        if let row = scenario.row {
            let own = root["rows"]?.pairs?.first { $0.key.start.line == row.line && $0.key.start.column == row.column }
            remarks += unused("variable", own?.value.pairs ?? [])
        }
        remarks += unused("sequence", root["sequences"]?.pairs ?? [], prefix: "sequence ")
        let marks = reading.marks
        remarks += marks.set.filter { mark in !marks.used.contains { $0.name == mark.name } }.map {
            "\($0.site.file.printable):\($0.site.place.line): the mark \($0.name.quoted) is never used"
        }
        if scenario.rules.isEmpty, scenario.golden == nil, !scenario.steps.contains(where: \.expects) {
            remarks.append("\(file): no step expects anything")
        }
        return remarks
    }
}

extension Step {
    /// True when it, or a nested step, has an expectation that can fail the scenario.
    fileprivate var expects: Bool {
        switch action {
        case .expect, .hold, .rule, .packets, .journal: true
        case .command(let call): call.outcome != nil
        case .sameTime, .group: action.inner.contains(where: \.expects)
        case .server, .wait, .network, .mark: false
        }
    }
}
