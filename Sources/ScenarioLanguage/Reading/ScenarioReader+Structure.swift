import YAML

extension ScenarioReader {
    /// The steps that hold other steps, and marks.
    mutating func structure(_ main: YAMLNode.Pair, beside: [String: YAMLNode]) -> Step.Action? {
        switch main.name {
        case "repeat": return repetition(main, beside)
        case "do": return performance(main, with: beside["with"])
        default: return mark(main.value)
        }
    }

    /// Reads steps that stand inside another one.
    mutating func inside(
        _ items: [YAMLNode], _ place: Place, trail name: String
    ) -> [Step] {
        let most = limits.depth
        guard depth < most else {
            report("steps can stand at most \(most) deep inside one another", at: place)
            return []
        }
        depth += 1
        trail.append(name)
        defer {
            depth -= 1
            trail.removeLast()
        }
        return steps(items)
    }

    /// The steps below a key, of which there must be one.
    private mutating func stepItems(_ node: YAMLNode?, of key: String, beside main: YAMLNode.Pair) -> [YAMLNode]? {
        guard let node else {
            report(
                "`\(main.name)` needs `\(key)` beside it", at: Place(main.key),
                suggestion: "add `\(key):` with a list of steps below")
            return nil
        }
        guard let items = items(node, of: key) else { return nil }
        guard items.isEmpty else { return items }
        report("`\(key)` has no step", at: Place(node))
        return nil
    }

    // MARK: Repetitions

    private mutating func repetition(_ main: YAMLNode.Pair, _ beside: [String: YAMLNode]) -> Step.Action? {
        let read = number(main.value, in: 1...limits.steps)
        let counter = beside["as"].flatMap { counterName($0) }
        guard let items = stepItems(beside["steps"], of: "steps", beside: main),
            let count = context.isUnknown ? 1 : read
        else { return nil }
        let outer = context
        defer { context.scope = outer.scope }
        var steps: [Step] = []
        for turn in 1...count {
            guard stepCount <= limits.steps else { break }
            if let counter {
                let number = YAMLNode(.scalar(.init("\(turn)")), start: counter.node.start, end: counter.node.end)
                context.scope.bind(
                    counter.name, to: .init(number, at: site(of: counter.node), isUnknown: context.isUnknown))
            }
            steps += inside(items, Place(main.key), trail: "repetition \(turn) of \(count)")
        }
        return .group(steps)
    }

    /// The name of the number of a repetition.
    private mutating func counterName(_ node: YAMLNode) -> (name: String, node: YAMLNode)? {
        guard let name = placeholderName(node, kind: "the number of a repetition") else { return nil }
        guard let other = context.scope[name] else { return (name, node) }
        report(
            "\(name.quoted) stands for something else already", at: site(of: node), suggestion: "choose another name",
            relatedSites: [(other.site, "it is given here")])
        return nil
    }
}
