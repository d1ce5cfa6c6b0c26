import YAML

/// Steps inside other steps: repetitions and sequences.
extension StepReader {
    /// Reads steps inside another one.
    private func inside(_ items: [YAMLNode], _ place: Place, trail name: String) -> [Step] {
        let most = limits.depth
        guard trail.count < most else {
            report("steps can be nested at most \(most) deep", at: place)
            return []
        }
        trail.append(name)
        defer { trail.removeLast() }
        return steps(items)
    }

    /// Returns the steps under a key, at least one.
    private func stepItems(_ node: YAMLNode?, of key: String, beside main: YAMLNode.Pair) -> [YAMLNode]? {
        guard let node else {
            report(
                "`\(main.name)` needs `\(key)` beside it", at: Place(main.key),
                suggestion: "add `\(key):` with a list of steps below")
            return nil
        }
        guard let items = stepItems(node, of: key) else { return nil }
        guard items.isEmpty else { return items }
        report("`\(key)` has no step", at: Place(node))
        return nil
    }

    // MARK: Repetitions

    func repetition(_ main: YAMLNode.Pair, _ beside: [String: YAMLNode]) -> Step.Action? {
        let read = number(main.value, in: 1...limits.steps)
        let counter = beside["as"].flatMap { counterName($0) }
        guard let items = stepItems(beside["steps"], of: "steps", beside: main),
            let turns = reading.context.isUnknown ? 1 : read
        else { return nil }
        let outer = reading.context.scope
        defer { reading.context.scope = outer }
        var steps: [Step] = []
        for turn in 1...turns {
            guard count <= limits.steps else { break }
            if let counter {
                let isUnknown = reading.context.isUnknown || counter.isInUse
                reading.context.scope.bind(
                    counter.name, to: .init(.word("\(turn)"), at: site(of: counter.node), isUnknown: isUnknown))
            }
            steps += inside(items, Place(main.key), trail: "repetition \(turn) of \(turns)")
        }
        return .group(steps)
    }

    /// Returns the name that `as` gives to the number of a repetition.
    private func counterName(_ node: YAMLNode) -> (name: String, node: YAMLNode, isInUse: Bool)? {
        guard let name = placeholderName(node, kind: "the number of a repetition") else {
            return node.scalar.map { ($0.text, node, true) }
        }
        guard let other = reading.context.scope[name] else { return (name, node, false) }
        reading.report(
            "\(name.quoted) is already in use", at: site(of: node), suggestion: "choose another name",
            relatedSites: [(other.site, "it is given here")])
        return (name, node, true)
    }

    // MARK: Sequences

    /// Returns a step that performs a sequence.
    func performance(_ main: YAMLNode.Pair, with node: YAMLNode?) -> Step.Action? {
        guard let name = scalar(main.value, expecting: "the name of a sequence")?.text else { return nil }
        guard let sequence = reading.context.source.sequences[name] else {
            guard !reading.context.source.hasOtherSequences else { return nil }
            let known = reading.context.source.sequences.keys.sorted()
            report(
                "there is no sequence \(name.quoted)", at: Place(main.value),
                suggestion: Spelling.suggestion(for: name, in: known)
                    ?? "define it under `sequences`, or `include` a file that does")
            return nil
        }
        reading.usedNames.insert("sequence \(name)")
        guard let scope = scope(of: sequence, with: node, beside: main), !reading.context.isUnknown else { return nil }
        // A recursive sequence is reported at its definition.
        guard !reading.context.calls.contains(where: { $0.sequence.site == sequence.site }) else { return nil }
        guard let source = reading.sources[sequence.site.file], let items = sequence.steps.items else { return nil }
        let outer = reading.context
        defer { reading.context = outer }
        reading.context = ReadingContext(source: source, scope: scope)
        reading.context.calls = outer.calls + [(sequence, Site(file: outer.source.path, place: Place(main.value)))]
        return .group(inside(items, Place(main.value), trail: name.quoted))
    }

    /// Returns the values of a sequence's names in one `do` step.
    private func scope(
        of sequence: StepSequence, with node: YAMLNode?, beside main: YAMLNode.Pair
    ) -> Scope? {
        // The scenario's variables apply only in its own file.
        var scope = sequence.site.file == reading.file ? reading.row : Scope()
        guard !sequence.hasOthers else { return nil }
        let known = reading.problems.count
        let example = "with: {\(sequence.parameters.first ?? "caller"): …}"
        let given = node.flatMap { pairs($0, what: "`with`", example: example) } ?? []
        let names = given.map(\.name)
        var missing = sequence.parameters.filter { !names.contains($0) }
        for pair in given {
            guard !sequence.parameters.contains(pair.name) else {
                scope.bind(pair.name, to: .init(pair.value, at: site(of: pair.value)))
                continue
            }
            let possible = missing.isEmpty ? sequence.parameters : missing
            report(
                "\(sequence.name.quoted) has no parameter \(pair.name.quoted)", at: Place(pair.key),
                suggestion: possible.isEmpty ? "it has none" : Spelling.suggestion(for: pair.name, in: possible))
            // A misspelt parameter is not also reported as missing.
            if let meant = Spelling.nearest(to: pair.name, in: missing) { missing.removeAll { $0 == meant } }
        }
        for name in missing {
            report(
                "\(sequence.name.quoted) needs `\(name)`", at: Place(main.value),
                suggestion: "give it a value, `with: {\(name): …}`")
        }
        return reading.problems.count == known ? scope : nil
    }

    /// Checks the steps of a sequence, as far as possible without participants and parameter values.
    func check(_ sequence: StepSequence, of source: SourceFile) {
        var scope = Scope()
        scope.hasOthers = sequence.hasOthers
        for name in source.variables + sequence.parameters {
            scope.bind(name, to: .init(YAMLNode(.scalar(.init(name))), at: sequence.site, isUnknown: true))
        }
        reading.context = ReadingContext(source: source, scope: scope, isUnknown: true)
        guard let items = stepItems(sequence.steps, of: "steps") else { return }
        if items.isEmpty { report("the sequence \(sequence.name.quoted) has no step", at: Place(sequence.steps)) }
        _ = steps(items)
    }
}
