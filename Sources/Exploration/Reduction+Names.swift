import ScenarioLanguage
import YAML

extension Reduction {
    /// The names that readers expect, in the order of participants.
    static let plainNames = ["alice", "bob", "carol", "dan"]

    /// The scenario with a plain name for one participant.
    static func withPlainNames(_ scenario: PlainScenario) -> [PlainScenario] {
        let node = scenario["participants"]
        let listed = (node?.items ?? []).compactMap { $0.scalar?.text }
        let names = listed + (node?.pairs ?? []).map(\.name)
        let users = ScenarioNames(scenario).users.values
        guard let free = plainNames.first(where: { !names.contains($0) && !users.contains($0) }) else { return [] }
        return names.filter { !plainNames.contains($0) }.map { name in
            var renamed = scenario
            renamed.head = scenario.head.map { $0.renamed(name, free) }
            renamed.steps = scenario.steps.map { $0.renamed(name, free) }
            return renamed
        }
    }
}

extension YAMLNode {
    /// The node with another name of a participant, wherever a key or a value is that name.
    fileprivate func renamed(_ name: String, _ new: String) -> YAMLNode {
        switch content {
        case .scalar(let scalar): scalar.text == name ? .word(new) : self
        case .sequence(let items): YAMLNode(.sequence(items.map { $0.renamed(name, new) }))
        case .mapping(let pairs): YAMLNode(.mapping(pairs.map { $0.renamed(name, new) }))
        }
    }
}

extension YAMLNode.Pair {
    /// The pair with another name of a participant. A key may name several, or be the path of a property.
    fileprivate func renamed(_ old: String, _ new: String) -> YAMLNode.Pair {
        let subjects = name.split(separator: ",").map { subject in
            subject.drop { $0 == " " }.split(separator: ".", omittingEmptySubsequences: false)
                .map { $0 == old ? new : String($0) }.joined(separator: ".")
        }
        return YAMLNode.Pair(subjects.joined(separator: ", "), value.renamed(old, new))
    }
}
