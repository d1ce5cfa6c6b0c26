import YAML

extension ScenarioReader {
    /// The rules of whole runs that a scenario asks for: some of them, or none.
    mutating func wholeRun(_ node: YAMLNode) -> Set<WholeRunRule> {
        if node.scalar?.text == "none" { return [] }
        let words = (node.items ?? [node]).compactMap { word($0, of: .wholeRunRules) }
        return Set(words.compactMap(WholeRunRule.init(rawValue:)))
    }
}
