import YAML

extension ScenarioReader {
    /// A step that does a sequence.
    mutating func performance(_ main: YAMLNode.Pair, with node: YAMLNode?) -> Step.Action? {
        guard let name = scalar(main.value, expecting: "the name of a sequence")?.text else { return nil }
        guard let sequence = context.source.sequences[name] else {
            let known = context.source.sequences.keys.sorted()
            report(
                "there is no sequence \(name.quoted)", at: Place(main.value),
                suggestion: Spelling.suggestion(for: name, in: known)
                    ?? "define it under `sequences`, or `include` a file that does")
            return nil
        }
        usedNames.insert("sequence \(name)")
        guard let scope = scope(of: sequence, with: node, beside: main), !context.isUnknown else { return nil }
        // A sequence that does itself is told of where it is defined.
        guard !context.calls.contains(where: { $0.sequence.site == sequence.site }) else { return nil }
        guard let source = sources[sequence.site.file], let items = sequence.steps.items else { return nil }
        let outer = context
        defer { context = outer }
        context = ReadingContext(source: source, scope: scope)
        context.calls = outer.calls + [(sequence, Site(file: outer.source.path, place: Place(main.value)))]
        return .group(inside(items, Place(main.value), trail: name.quoted))
    }

    /// What the names of a sequence stand for when a step does it.
    private mutating func scope(
        of sequence: StepSequence, with node: YAMLNode?, beside main: YAMLNode.Pair
    ) -> Scope? {
        var scope = variables(in: sequence.site.file)
        let known = problems.count
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
            // One that is misspelt is not missing as well.
            if let meant = Spelling.nearest(to: pair.name, in: missing) { missing.removeAll { $0 == meant } }
        }
        for name in missing {
            report(
                "\(sequence.name.quoted) needs `\(name)`", at: Place(main.value),
                suggestion: "say what it is, `with: {\(name): …}`")
        }
        return problems.count == known ? scope : nil
    }

    /// The names that stand for something in all of a file.
    private func variables(in file: String) -> Scope {
        file == self.file ? row : Scope()
    }
}

// MARK: Sequences that nobody does yet

extension ScenarioReader {
    /// Checks the steps of a sequence as far as that can be done without knowing who takes part, and what its parameters
    /// are.
    mutating func check(_ sequence: StepSequence, of source: SourceFile) {
        var scope = Scope()
        for name in source.variables + sequence.parameters {
            scope.bind(name, to: .init(YAMLNode(.scalar(.init(name))), at: sequence.site, isUnknown: true))
        }
        context = ReadingContext(source: source, scope: scope, isUnknown: true)
        stepCount = 0
        guard let items = items(sequence.steps, of: "steps") else { return }
        if items.isEmpty { report("the sequence \(sequence.name.quoted) has no step", at: Place(sequence.steps)) }
        _ = steps(items)
    }
}
