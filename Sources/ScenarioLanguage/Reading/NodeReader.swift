import YAML

/// Reads nodes of a scenario file into a value of the language.
///
/// A reader reports the problem of an invalid node, and returns nil.
protocol NodeReader {
    var reading: FileReading { get }
}

extension NodeReader {
    var vocabulary: Vocabulary { reading.vocabulary }
    var limits: ScenarioLimits { reading.limits }
    var cast: Cast? { reading.cast }

    /// The name of a participant, for examples in messages.
    var anyName: String { cast?.names.first ?? "alice" }

    var comparisons: ComparisonReader { ComparisonReader(reading: reading) }
    var packetFilters: PacketFilterReader { PacketFilterReader(reading: reading) }
    var expectations: ExpectationReader { ExpectationReader(reading: reading) }

    // MARK: Problems

    func report(
        _ message: @autoclosure () -> String, at place: Place, suggestion: @autoclosure () -> String? = nil,
        related: [(place: Place, note: String)] = []
    ) {
        let path = reading.context.source.path
        reading.report(
            message(), at: Site(file: path, place: place), suggestion: suggestion(),
            relatedSites: related.map { (Site(file: path, place: $0.place), $0.note) })
    }

    func reportUnknownKey(_ pair: YAMLNode.Pair, of owner: String, known: [String]) {
        report(
            "\(owner) has no key \(pair.name.quoted)", at: Place(pair.key),
            suggestion: Spelling.suggestion(for: pair.name, in: known))
    }

    /// Returns the value of a closure; nil when it reported a problem.
    func ifSound<Value>(_ read: () -> Value?) -> Value? {
        let known = reading.problems.count
        let value = read()
        return reading.problems.count == known ? value : nil
    }

    /// Returns the file and the place of a node.
    func site(of node: YAMLNode) -> Site { Site(file: reading.context.source.path, place: Place(node)) }

    /// Returns the place of a part of a plain scalar; for a quoted scalar, the place of the whole.
    func place(of part: some StringProtocol, after offset: Int, in node: YAMLNode) -> Place {
        let whole = Place(node)
        guard node.scalar?.style == .plain, node.start.line == node.end.line,
            reading.context.notes[node.start] == nil
        else { return whole }
        let start = whole.column + offset
        return Place(line: whole.line, column: start, endColumn: start + part.unicodeScalars.count)
    }

    // MARK: Mappings and lists

    /// Returns the values of a mapping by key; reports unknown and missing keys.
    func fields(_ pairs: [YAMLNode.Pair], of keys: Keys, at place: Place) -> [String: YAMLNode] {
        var fields: [String: YAMLNode] = [:]
        var present: Set<String> = []
        for pair in pairs {
            guard keys.contains(pair.name) else {
                reportUnknownKey(pair, of: keys.owner, known: keys.names)
                // A misspelt key is not also reported as missing.
                if let meant = Spelling.nearest(to: pair.name, in: keys.names) { present.insert(meant) }
                continue
            }
            present.insert(pair.name)
            fields[pair.name] = pair.value
        }
        for key in keys.all {
            guard let example = key.requiredExample, !present.contains(key.name) else { continue }
            report(
                "\(keys.owner) needs `\(key.name)`, \(key.about)", at: place, suggestion: "add a line like `\(example)`"
            )
        }
        return fields
    }

    /// Returns the pairs of a node, which must be a mapping.
    func pairs(_ node: YAMLNode, what: String, example: String) -> [YAMLNode.Pair]? {
        if let pairs = node.pairs { return pairs }
        report("\(what) is a mapping, not \(node.kind)", at: Place(node), suggestion: "write it like `\(example)`")
        return nil
    }

    /// Returns the pairs of a mapping, which must not be empty.
    func pairs(_ node: YAMLNode, of key: String, isEmpty problem: String, example: String) -> [YAMLNode.Pair]? {
        guard let pairs = pairs(node, what: "`\(key)`", example: example) else { return nil }
        guard pairs.isEmpty else { return pairs }
        report("`\(key)` \(problem)", at: Place(node), suggestion: "write it like `\(example)`")
        return nil
    }

    /// Returns the items of a node, which must be a list.
    func items(_ node: YAMLNode, of content: String = "") -> [YAMLNode]? {
        if let items = node.items { return items }
        report(
            "expected a list\(content), not \(node.kind)", at: Place(node),
            suggestion: "write it in brackets, `[…]`")
        return nil
    }
}
