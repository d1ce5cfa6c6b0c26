package import Journal
package import ScenarioLanguage

/// A failure that a search found; runs with equal signatures are one finding.
package struct Finding: Sendable {
    /// The id of its scenario.
    package let id: String
    package let signature: Signature
    /// The reason of the first run that showed it.
    package let reason: String
    /// The scenario from which the search started.
    package let base: String
    package let strategy: Strategy
    /// The number of the run, from 1.
    package let run: Int
    package var seed: UInt64
    /// The number of runs with this failure.
    package var count = 1
    /// The scenario's text without its comments.
    package var scenario: String
    /// True once the scenario was made as small as possible.
    package var isShrunk = false
    /// The lines that explain the failure; empty until the scenario is shrunk.
    package var explanation: [String] = []
    /// The options of its run, such as those of drivers.
    package var options: [String] = []
    /// The file to which relative names in the scenario refer.
    package var origin = ""
    /// The scenario as nodes; nil once it was shrunk or read back.
    package var unshrunk: PlainScenario?

    /// The lines above its scenario.
    package var comments: [String] {
        ["Found from \(base), strategy \(strategy.rawValue), run \(run). It fails with the seed \(seed):"]
            + (explanation.isEmpty ? reason.commentLines : explanation)
    }

    /// The file's text.
    package var text: String { comments.map { "# \($0)\n" }.joined() + scenario }

    /// The file in the folder of a search.
    package var file: String { "\(id).yaml" }

    /// The number in its id.
    var number: Int { Self.number(id) ?? 0 }

    private static let prefix = "FOUND-"
    /// The largest number of a finding, and the largest count in a file.
    static let most = 1 << 48

    static func id(_ number: Int) -> String { "\(prefix)\(number)" }

    /// The number of a finding with an id, or of its file; nil for another text.
    package static func number(_ id: some StringProtocol) -> Int? {
        let digits = id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : ""
        return Int(digits).flatMap { (1...most).contains($0) && "\($0)" == digits ? $0 : nil }
    }
}

extension String {
    /// The lines that are not empty, without what ends them.
    package var lines: [String] { split(whereSeparator: \.isNewline).map(String.init) }

    /// The lines for the head of a file, without entries of a journal, and not the whole of a long stack.
    var commentLines: [String] {
        let all = lines.filter { $0.split(separator: " ").first != "entry" }
        return all.prefix(Self.mostCommentLines) + (all.count > Self.mostCommentLines ? ["…"] : [])
    }

    private static var mostCommentLines: Int { 12 }

    /// The first line, and what happened where a further line names it.
    package var oneLine: String {
        let happened = lines.dropFirst().lazy.compactMap { line in
            let words = line.split(separator: " ")
            return words.first == "happened" ? words.dropFirst().joined(separator: " ") : nil
        }.first
        return ([lines.first, happened].compactMap(\.self)).joined(separator: "; ")
    }
}

extension Finding {
    /// Records that its scenario passed when it was performed again, so that there is nothing to shrink.
    mutating func passedAgain() {
        explanation = reason.commentLines + ["It passed when it was performed again by itself."]
        (isShrunk, unshrunk) = (true, nil)
    }

    /// The finding as JSON; its scenario is a file of its own.
    package func write(to json: inout JSONText, folder: String, command: RunCommand) {
        json.openObject()
        json.field("id", id)
        json.field("signature", signature.text)
        json.field("reason", reason)
        json.field("base", base)
        json.field("strategy", strategy.rawValue)
        json.field("run", run)
        json.field("seed", seed)
        json.field("count", count)
        json.key("shrunk")
        json.boolean(isShrunk)
        json.field("file", "\(folder)/\(file)")
        json.field("command", command.text(self, in: folder))
        if !options.isEmpty { json.field("options", options) }
        json.closeObject()
    }

    /// Reads a finding back, without what only its file has.
    init?(_ json: JSON) {
        guard let id = json["id"]?.text, Self.number(id) != nil, let signature = json["signature"]?.text,
            let reason = json["reason"]?.text, let base = json["base"]?.text,
            let strategy = json["strategy"]?.text.flatMap(Strategy.init), let run = json["run"]?.count,
            let seed = json["seed"]?.unsigned, let count = json["count"]?.count
        else { return nil }
        self.init(
            id: id, signature: Signature(text: signature), reason: reason, base: base, strategy: strategy, run: run,
            seed: seed, count: count, scenario: "", isShrunk: json["shrunk"] == .boolean(true),
            options: json["options"]?.texts ?? [])
    }

    /// Reads the scenario and its explanation from the text of the finding's file.
    mutating func read(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let comments = lines.prefix { $0.hasPrefix("#") }
        scenario = lines.dropFirst(comments.count).joined(separator: "\n")
        // The first comment names the run, and is made from the record.
        guard isShrunk else { return }
        explanation = comments.dropFirst().map { String($0.dropFirst($0.hasPrefix("# ") ? 2 : 1)) }
    }
}

extension JSON {
    /// A count of at most ``Finding/most``, so that sums do not overflow; nil for another value.
    var count: Int? { integer.flatMap { (0...Finding.most).contains($0) ? $0 : nil } }
}
