internal import ScenarioLanguage

/// Which scenarios of some files and folders a command line means.
struct ScenarioChoice {
    /// One part of the scenarios, of which every part is run elsewhere.
    struct Shard: Hashable {
        /// From 1.
        let number: Int
        let count: Int

        /// True when the scenario at an index belongs to the shard.
        func holds(_ index: Int) -> Bool { index % count == number - 1 }
    }

    let paths: [String]
    /// A scenario needs one of these texts; empty when none is asked for.
    var filters: [String] = []
    /// A scenario needs one of these tags; empty when none is asked for.
    var tags: [String] = []
    /// A Boolean value that indicates whether filters and tags leave out what they would choose.
    var isInverted = false
    var shard: Shard?
    /// True when only scenarios are chosen that did not pass in their last run.
    var isLastFailed = false

    init(paths: [String]) {
        self.paths = paths
    }

    init(_ words: Words, of verb: Verb) throws(UsageError) {
        self.init(paths: words.operands)
        filters = words.all(.filter)
        tags = words.all(.tag)
        isInverted = words.has(.invert)
        guard !isInverted || !(filters.isEmpty && tags.isEmpty) else {
            throw UsageError(verb, "--invert turns --filter and --tag around: give one of them")
        }
        isLastFailed = words.has(.lastFailed)
        if let text = words[.shard] { shard = try Self.shard(text) }
    }

    private static func shard(_ text: String) throws(UsageError) -> Shard {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1] else {
            throw UsageError(.run, "--shard needs a part and how many there are, as in 2/4, and is `\(text)`")
        }
        guard (1...10_000).contains(count) else {
            throw UsageError(.run, "--shard can be of 1 to 10000 parts, and is `\(text)`")
        }
        guard (1...count).contains(number) else {
            throw UsageError(.run, "--shard `\(text)`: the parts are 1/\(count) to \(count)/\(count)")
        }
        return Shard(number: number, count: count)
    }

    /// True when filters and tags choose a scenario.
    func admits(_ scenario: Scenario) -> Bool {
        let texts = ([scenario.id, scenario.name, scenario.file] + scenario.tags).map { $0.lowercased() }
        let isNamed = filters.contains { filter in texts.contains { $0.contains(filter.lowercased()) } }
        let isTagged = scenario.tags.contains { tags.contains($0) }
        return ((filters.isEmpty || isNamed) && (tags.isEmpty || isTagged)) != isInverted
    }

    /// The condition that no scenario meets, in words for a message.
    var condition: String {
        let text = filters.isEmpty ? nil : "\(Self.list(filters)) in its id, name, tags or file"
        let tag = tags.isEmpty ? nil : "the tag \(Self.list(tags))"
        let whole = [text, tag].compactMap { $0 }.joined(separator: " and ")
        return isInverted ? "anything but \(whole)" : whole
    }

    private static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: " or ") }
}
