package import Journal
package import ScenarioLanguage

/// Something that breaks, found by a search; runs with equal signatures are one finding.
package struct Finding: Sendable {
    /// The id of its scenario.
    package let id: String
    package let signature: Signature
    /// The reason of the first run that showed it.
    package let reason: String
    /// The scenario from which the search came to it.
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
    /// The file to which relative names in the scenario refer.
    package var origin = ""
    /// The scenario as nodes; nil once it was shrunk or read back.
    package var unshrunk: PlainScenario?

    /// The lines above its scenario.
    package var comments: [String] {
        ["Found from \(base), strategy \(strategy.rawValue), run \(run). It fails with the seed \(seed):"]
            + (explanation.isEmpty ? [reason.oneLine] : explanation)
    }

    /// The file's text.
    package var text: String { comments.map { "# \($0)\n" }.joined() + scenario }

    /// The file in the folder of a search.
    package var file: String { "\(id).yaml" }
}

extension String {
    /// The text on one line.
    package var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension Finding {
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
        json.field("command", command.text("\(folder)/\(file)", seed: seed))
        json.closeObject()
    }

    /// Reads a finding back; its scenario is read from its file.
    package init?(_ json: JSON, scenario: (String) -> String?) {
        guard let id = json["id"]?.text, let signature = json["signature"]?.text, let reason = json["reason"]?.text,
            let base = json["base"]?.text, let strategy = json["strategy"]?.text.flatMap(Strategy.init),
            let run = json["run"]?.integer, let seed = json["seed"]?.unsigned, let count = json["count"]?.integer,
            let text = scenario("\(id).yaml")
        else { return nil }
        self.init(
            id: id, signature: Signature(text: signature), reason: reason, base: base, strategy: strategy, run: run,
            seed: seed, count: count, scenario: text, isShrunk: json["shrunk"] == .boolean(true))
    }
}
