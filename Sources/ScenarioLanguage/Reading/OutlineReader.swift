import YAML

/// Reads the names that a file defines: variables, rows and sequences.
struct OutlineReader: NodeReader {
    let reading: FileReading

    // MARK: Variables and rows

    /// Returns the rows of a file with their variables; one row without a name when the file has no rows.
    func rows(_ root: YAMLNode) -> [Row] {
        var base = Scope()
        if let node = root["variables"] { bind(node, what: "`variables`", in: &base) }
        guard let node = root["rows"] else { return [Row(name: nil, variables: base)] }
        guard let pairs = pairs(node, what: "`rows`", example: "rows: {short: {limit: 5s}, long: {limit: 60s}}") else {
            return []
        }
        if pairs.isEmpty { report("`rows` has no row", at: Place(node)) }
        let most = limits.rows
        if pairs.count > most { report("a scenario can have at most \(most) rows", at: Place(node)) }
        return pairs.prefix(most).compactMap { pair in row(pair, base) }
    }

    private func row(_ pair: YAMLNode.Pair, _ base: Scope) -> Row? {
        var scope = base
        guard identifier(pair.key, kind: "the name of a row") != nil else { return nil }
        if pair.value.scalar?.isNull != true { bind(pair.value, what: "a row", in: &scope) }
        return Row(name: pair.key, variables: scope)
    }

    private func bind(_ node: YAMLNode, what: String, in scope: inout Scope) {
        guard let pairs = pairs(node, what: what, example: "{limit: 30s}") else {
            scope.hasOthers = true
            return
        }
        for pair in pairs {
            let name = placeholderName(pair.key, kind: "a variable")
            let part = pair.value.firstTemplate
            if let part {
                report(
                    "the value of a variable cannot use another one", at: Place(part),
                    suggestion: "write the value out")
            }
            // A name with a mistake stays defined, so that its uses are not reported too.
            let isUnknown = name == nil || part != nil
            scope.bind(pair.name, to: .init(pair.value, at: site(of: pair.value), isUnknown: isUnknown))
        }
    }

    // MARK: Sequences

    /// Returns the sequences in the order of the file.
    func sequences(_ node: YAMLNode, variables: [String]) -> [StepSequence] {
        let example = "sequences: {ringAndAccept: {parameters: [caller], steps: [{alice: connect}]}}"
        return (pairs(node, what: "`sequences`", example: example) ?? []).compactMap { pair in
            sequence(pair, variables)
        }
    }

    private func sequence(_ pair: YAMLNode.Pair, _ variables: [String]) -> StepSequence? {
        guard let name = identifier(pair.key, kind: "the name of a sequence") else { return nil }
        let example = "\(name): {parameters: [caller], steps: [{alice: connect}]}"
        guard let pairs = pairs(pair.value, what: "a sequence", example: example) else { return nil }
        let fields = fields(pairs, of: .sequence, at: Place(pair.key))
        let parameters = fields["parameters"].map { self.parameters($0, variables) } ?? []
        guard let steps = fields["steps"] else { return nil }
        return StepSequence(
            name: name, parameters: parameters ?? [], hasOthers: parameters == nil, steps: steps,
            site: site(of: pair.key), done: steps.doneSequences)
    }

    /// Returns the names of parameters, also of those with a mistake; nil when there is no list of them.
    private func parameters(_ node: YAMLNode, _ variables: [String]) -> [String]? {
        guard let items = items(node) else { return nil }
        var names: [String] = []
        for item in items {
            guard let name = placeholderName(item, kind: "a parameter") else {
                if let text = item.scalar?.text { names.append(text) }
                continue
            }
            if names.contains(name) {
                report("there are two parameters called \(name.quoted)", at: Place(item))
                continue
            }
            if variables.contains(name) {
                report(
                    "\(name.quoted) is a variable of the file already", at: Place(item),
                    suggestion: "choose another name")
            }
            names.append(name)
        }
        return names
    }

    /// Reports sequences that call themselves, directly or indirectly.
    func checkRecursion(_ sequences: [StepSequence]) {
        let byName = Dictionary(sequences.map { ($0.name, $0) }) { first, _ in first }
        var finished: Set<String> = []
        for sequence in sequences { follow(sequence, [], byName, &finished) }
    }

    private func follow(
        _ sequence: StepSequence, _ way: [String], _ byName: [String: StepSequence], _ finished: inout Set<String>
    ) {
        let way = way + [sequence.name]
        for (name, node) in sequence.done where !finished.contains(name) {
            guard let next = byName[name] else { continue }
            guard let start = way.firstIndex(of: name) else {
                if way.count <= limits.depth { follow(next, way, byName, &finished) }
                continue
            }
            let others = way[(start + 1)...].map(\.quoted)
            report(
                "\(name.quoted) does itself\(others.isEmpty ? "" : ", by \(others.joined(separator: " and "))")",
                at: Place(node), suggestion: "use `repeat` for steps that are done several times",
                related: [(next.site.place, "the sequence is here")])
        }
        finished.insert(sequence.name)
    }
}

extension YAMLNode {
    /// The first nested text with a name to replace.
    fileprivate var firstTemplate: YAMLNode? {
        switch content {
        case .scalar(let scalar): Template.isLikely(scalar.text) ? self : nil
        case .sequence(let items): items.lazy.compactMap(\.firstTemplate).first
        case .mapping(let pairs):
            pairs.lazy.compactMap { $0.key.firstTemplate ?? $0.value.firstTemplate }.first
        }
    }

    /// The names of all nested `do` steps, with their places.
    fileprivate var doneSequences: [(name: String, node: YAMLNode)] {
        switch content {
        case .scalar: []
        case .sequence(let items): items.flatMap(\.doneSequences)
        case .mapping(let pairs):
            pairs.flatMap { pair -> [(name: String, node: YAMLNode)] in
                if pair.name == "do", let name = pair.value.scalar?.text { return [(name, pair.value)] }
                return pair.value.doneSequences
            }
        }
    }
}
