internal import ScenarioLanguage

/// Which scenarios of some files and folders a command line means.
struct ScenarioChoice {
    /// One part of the scenarios, of which every part is run elsewhere.
    struct Shard: Hashable {
        /// From 1.
        let number: Int
        let count: Int

        /// Whether the scenario at a place, from 0, belongs to it.
        func holds(_ index: Int) -> Bool { index % count == number - 1 }
    }

    let paths: [String]
    var filter: String?
    /// A scenario needs one of them; empty when none is asked for.
    var tags: [String] = []
    var shard: Shard?
    /// Whether only those are meant that did not pass when they last ran.
    var isLastFailed = false

    init(paths: [String], filter: String? = nil) {
        self.paths = paths
        self.filter = filter
    }

    init(_ words: Words) throws(UsageError) {
        self.init(paths: words.operands, filter: words[.filter])
        tags = words.all(.tag)
        isLastFailed = words.has(.lastFailed)
        if let text = words[.shard] { shard = try Self.shard(text) }
    }

    private static func shard(_ text: String) throws(UsageError) -> Shard {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count,
            count <= 10_000
        else { throw UsageError(.run, "--shard needs a part and how many there are, as in 2/4, and is `\(text)`") }
        return Shard(number: number, count: count)
    }

    /// Whether a filter and tags let a scenario through.
    func admits(_ scenario: Scenario) -> Bool {
        let isTagged = tags.isEmpty || scenario.tags.contains { tags.contains($0) }
        guard let wanted = filter?.lowercased() else { return isTagged }
        let texts = [scenario.id, scenario.name, scenario.file] + scenario.tags
        return isTagged && texts.contains { $0.lowercased().contains(wanted) }
    }

    /// What no scenario is like, in words for a message.
    var condition: String {
        let text = filter.map { "`\($0)` in its id, name, tags or file" }
        let tag = tags.isEmpty ? nil : "the tag \(tags.map { "`\($0)`" }.joined(separator: " or "))"
        return [text, tag].compactMap { $0 }.joined(separator: " and ")
    }
}
