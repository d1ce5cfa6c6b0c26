import YAML

/// The reason for which a list of defects cannot be used, with a correction.
public struct PlantingError: Error, CustomStringConvertible {
    /// One line.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension PlantedBug {
    private static let keys = ["bug", "says", "in", "after", "right", "wrong", "omitted", "becomes", "caughtBy"]

    /// Reads the defects of one file, a list of mappings.
    ///
    /// - Throws: ``PlantingError`` with the place of what is missing or not understood.
    public static func read(_ text: String, from name: String) throws(PlantingError) -> [PlantedBug] {
        let document: YAMLNode
        do {
            document = try YAMLNode.parse(text)
        } catch {
            throw PlantingError("\(name): \(error)")
        }
        guard let items = document.items else { throw PlantingError("\(name): must be a list of defects") }
        var bugs: [PlantedBug] = []
        for item in items { bugs.append(try PlantedBug(item, from: name)) }
        return bugs
    }

    private init(_ node: YAMLNode, from name: String) throws(PlantingError) {
        let place = "\(name):\(node.start.line)"
        for pair in node.pairs ?? [] where !Self.keys.contains(pair.name) {
            throw PlantingError(
                "\(place): `\(pair.name)` is not a key; the keys are \(Self.keys.joined(separator: ", "))")
        }
        func text(_ key: String) -> String? { node[key]?.scalar?.text }
        func need(_ key: String) throws(PlantingError) -> String {
            guard let text = text(key), !text.isEmpty else { throw PlantingError("\(place): `\(key)` is missing") }
            return text
        }
        self.name = try need("bug")
        says = try need("says")
        file = try need("in")
        after = text("after")
        switch (text("right"), text("wrong"), text("omitted"), text("becomes")) {
        case (let right?, let wrong?, nil, nil): (self.right, change) = (right, .value(wrong: wrong))
        case (nil, nil, let omitted?, nil): (right, change) = (omitted, .omission)
        case (let right?, nil, nil, let becomes?):
            guard becomes.contains(Self.switchWord) else {
                throw PlantingError("\(place): `becomes` must say `\(Self.switchWord)` where the defect is decided")
            }
            (self.right, change) = (right, .text(becomes))
        default: throw PlantingError("\(place): needs `right` and `wrong`, or `right` and `becomes`, or `omitted`")
        }
        caughtBy = (node["caughtBy"]?.items ?? []).compactMap { $0.scalar?.text }
        guard self.name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }) else {
            throw PlantingError("\(place): a name has small letters, digits and dashes, and is `\(self.name)`")
        }
    }
}
