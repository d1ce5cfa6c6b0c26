import YAML

extension ScenarioReader {
    /// The file of events that the run must have; its name is seen from the scenario's own folder.
    mutating func golden(_ node: YAMLNode) -> GoldenReference? {
        guard let name = line(node, kind: "a file's name") else { return nil }
        guard !name.hasPrefix("/"), !name.hasSuffix("/") else {
            report(
                "\(name.quoted) is not seen from the scenario's folder", at: Place(node),
                suggestion: "name a file beside the scenario, like `golden: accepted.golden`")
            return nil
        }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        return GoldenReference(file: folder + name, place: Place(node))
    }
}
