internal import ScenarioLanguage

/// The choice of scenarios on a command line.
struct ScenarioChoice {
    /// One of several parts of the scenarios, which run on different machines.
    struct Shard: Hashable {
        /// The number of the part, from 1.
        let number: Int
        let count: Int

        /// Returns true when the scenario at an index belongs to the shard.
        func holds(_ index: Int) -> Bool { index % count == number - 1 }
    }

    let operands: [ScenarioOperand]
    /// The texts of `--filter`, one of which a scenario must contain; empty without the option.
    var filters: [String] = []
    /// The tags of `--tag`, one of which a scenario must have; empty without the option.
    var tags: [String] = []
    /// True when filters and tags exclude scenarios instead of selecting them.
    var isInverted = false
    var shard: Shard?
    /// True when only scenarios are chosen that did not pass in their last run.
    var isLastFailed = false
    /// The commit from which the scenarios' files must differ; nil when that is not required.
    var changedSince: String?
    /// The number of participants of the scenario's only group; nil keeps the `count` of its file.
    var groupSize: Int?

    init(paths: [String]) {
        operands = paths.map(ScenarioOperand.init)
    }

    /// The files and folders that the operands name.
    var paths: [String] { operands.map(\.path) }

    /// True when the operands name nothing but the standard input.
    var isStandardInput: Bool { operands == [.standardInput] }

    init(_ words: ParsedArguments, of verb: Verb) throws(UsageError) {
        self.init(paths: words.operands)
        filters = words.all(.filter)
        tags = words.all(.tag)
        isInverted = words.has(.invert)
        guard !isInverted || !(filters.isEmpty && tags.isEmpty) else {
            throw UsageError(verb, "--invert needs --filter or --tag: give one of them")
        }
        isLastFailed = words.has(.lastFailed)
        changedSince = words[.onlyChanged].map { $0.isEmpty ? "HEAD" : $0 }
        guard !operands.contains(.standardInput) || isStandardInput else {
            throw UsageError.inputBesideFiles(verb)
        }
        if let text = words[.shard] { shard = try Self.shard(text) }
    }

    private static func shard(_ text: String) throws(UsageError) -> Shard {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1] else {
            throw UsageError(.run, "--shard needs a part and the number of parts, as in 2/4, and is `\(text)`")
        }
        guard (1...10_000).contains(count) else {
            throw UsageError(.run, "--shard can be of 1 to 10000 parts, and is `\(text)`")
        }
        guard (1...count).contains(number) else {
            throw UsageError(.run, "--shard `\(text)`: the parts are 1/\(count) to \(count)/\(count)")
        }
        return Shard(number: number, count: count)
    }

    /// Returns true when operands, filters and tags select a scenario.
    func admits(_ scenario: Scenario) -> Bool {
        guard operands.contains(where: { $0.admits(scenario) }) else { return false }
        let texts = ([scenario.id, scenario.name, scenario.file] + scenario.tags).map { $0.lowercased() }
        let isNamed = filters.contains { filter in texts.contains { $0.contains(filter.lowercased()) } }
        let isTagged = scenario.tags.contains { tags.contains($0) }
        return ((filters.isEmpty || isNamed) && (tags.isEmpty || isTagged)) != isInverted
    }

    /// The reason that an empty selection is not a mistake; nil when it is one.
    var reasonOfNothing: String? {
        if isLastFailed { return "nothing that is selected failed when it last ran" }
        return changedSince.map { "nothing that is selected differs from \($0)" }
    }

    /// The condition that no scenario meets, for a message.
    var condition: String {
        let text = filters.isEmpty ? nil : "\(Self.list(filters)) in its id, name, tags or file"
        let tag = tags.isEmpty ? nil : "the tag \(Self.list(tags))"
        let whole = [text, tag].compactMap { $0 }.joined(separator: " and ")
        return isInverted ? "anything but \(whole)" : whole
    }

    private static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: " or ") }
}
