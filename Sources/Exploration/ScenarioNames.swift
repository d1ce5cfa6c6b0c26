package import ScenarioLanguage
import YAML

/// The names that a plain scenario uses: participants, users and calls.
package struct ScenarioNames: Hashable, Sendable {
    /// The participants; of a group, each by its own name.
    package private(set) var participants: [String] = []
    /// The user of each participant.
    package private(set) var users: [String: String] = [:]
    /// The calls that its steps name, in their order.
    package internal(set) var calls: [String] = []
    /// The SFUs.
    package private(set) var sfus: [String] = ["sfu"]

    package init(_ scenario: PlainScenario) {
        let node = scenario["participants"]
        for item in node?.items ?? [] { add(item.scalar?.text ?? "", nil) }
        for pair in node?.pairs ?? [] { add(pair.name, pair.value) }
        for step in scenario.steps { collectCalls(in: step) }
        let count = scenario["settings"]?["sfus"]?.scalar?.integer ?? 1
        if count > 1 { sfus = (1...min(count, 16)).map { "sfu-\($0)" } }
    }

    private mutating func add(_ name: String, _ node: YAMLNode?) {
        let user = node?["user"]?.scalar?.text
        guard let count = node?["count"]?.scalar?.integer, count >= 1 else {
            participants.append(name)
            users[name] = user ?? name
            return
        }
        for number in 1...min(count, 10_000) {
            participants.append("\(name)\(number)")
            users["\(name)\(number)"] = "\(name)\(number)"
        }
    }

    private mutating func collectCalls(in node: YAMLNode) {
        for pair in node.pairs ?? [] {
            if pair.name == "call", let cid = pair.value.scalar?.text, cid.contains(":"), !calls.contains(cid) {
                calls.append(cid)
            }
            collectCalls(in: pair.value)
        }
        for item in node.items ?? [] { collectCalls(in: item) }
    }

    /// The names of participants and users, which signatures leave out.
    package var names: [String] { participants + users.values.sorted() }
}
