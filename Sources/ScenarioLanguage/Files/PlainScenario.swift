package import YAML

/// A scenario as nodes, without variables, rows, sequences and repetitions.
package struct PlainScenario: Hashable, Sendable {
    /// The keys beside `steps`.
    package var head: [YAMLNode.Pair]
    /// The steps in order; only `sameTime` contains other steps.
    package var steps: [YAMLNode]

    package init(head: [YAMLNode.Pair], steps: [YAMLNode]) {
        self.head = head
        self.steps = steps
    }

    /// The keys that have no meaning in a separate file.
    private static let left = ["include", "variables", "rows", "sequences", "golden", "covers", "tags", "description"]

    /// Expands a scenario.
    package init(_ scenario: Scenario) {
        head = scenario.head.filter { !Self.left.contains($0.name) }
        steps = scenario.steps.flatMap(Self.written)
        self["id"] = .word(scenario.id)
    }

    /// Returns a step, or the steps inside it.
    private static func written(_ step: Step) -> [YAMLNode] {
        guard case .group(let inner) = step.action else { return [step.node] }
        let steps = inner.flatMap(written)
        guard let at = step.node["at"], let first = steps.first?.pairs else { return steps }
        return [YAMLNode(.mapping(first + [YAMLNode.Pair("at", at)]))] + steps.dropFirst()
    }

    /// The value of a key beside `steps`.
    package subscript(key: String) -> YAMLNode? {
        get { head.first { $0.name == key }?.value }
        set {
            guard let index = head.firstIndex(where: { $0.name == key }) else {
                if let newValue { head.append(.init(key, newValue)) }
                return
            }
            if let newValue { head[index] = .init(key, newValue) } else { head.remove(at: index) }
        }
    }

    /// Returns the file's text, below one-line comments.
    package func text(comments: [String] = []) -> String {
        ScenarioText(head + [.init("steps", .list(steps))], comments: comments).text
    }
}
