import YAML

extension ScenarioReader {
    /// The steps that hold other steps, and marks.
    mutating func structure(_ main: YAMLNode.Pair, beside: [String: YAMLNode]) -> Step.Action? {
        switch main.name {
        case "repeat": return repetition(main, beside)
        case "parallel": return parallel(main)
        case "when": return fork(main, beside)
        case "do": return performance(main, with: beside["with"])
        default: return mark(main.value)
        }
    }

    /// Reads steps that stand inside another one.
    mutating func inside(
        _ items: [YAMLNode], _ place: Place, trail name: String? = nil, way: MarkTable.Turn? = nil
    ) -> [Step] {
        let most = limits.depth
        guard depth < most else {
            report("steps can stand at most \(most) deep inside one another", at: place)
            return []
        }
        depth += 1
        if let name { trail.append(name) }
        if let way { marks.path.append(way) }
        defer {
            depth -= 1
            if name != nil { trail.removeLast() }
            if way != nil { marks.path.removeLast() }
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

    // MARK: Branches

    private mutating func parallel(_ main: YAMLNode.Pair) -> Step.Action? {
        guard let parts = branchNodes(main.value) else { return nil }
        guard parts.count > 1 else {
            report(
                "`parallel` needs at least two branches", at: Place(main.value),
                suggestion: "put what one branch alone does into steps of its own")
            return nil
        }
        let most = limits.branches
        guard parts.count <= most else {
            report("`parallel` can have at most \(most) branches", at: Place(main.value))
            return nil
        }
        let number = stepCount
        var branches: [Branch] = []
        for (index, part) in parts.enumerated() {
            guard let items = items(part.node, of: "parallel") else { continue }
            if items.isEmpty { report("the branch \(part.shown) has no step", at: Place(part.node)) }
            let name = "branch \(part.shown)"
            let steps = inside(items, Place(main.key), trail: name, way: .branch(of: number, index))
            branches.append(Branch(title: part.shown, steps: steps))
        }
        return .parallel(branches)
    }

    private mutating func branchNodes(_ node: YAMLNode) -> [(shown: String, node: YAMLNode)]? {
        switch node.content {
        case .sequence(let items): return items.enumerated().map { ("\($0.offset + 1)", $0.element) }
        case .mapping(let pairs):
            var branches: [(shown: String, node: YAMLNode)] = []
            for pair in substitutedKeys(pairs) {
                guard let name = identifier(pair.key, kind: "the name of a branch") else { continue }
                branches.append((name.quoted, pair.value))
            }
            return branches
        case .scalar:
            report(
                "`parallel` is a list of branches, or a mapping that names them, not \(node.kind)", at: Place(node),
                suggestion: "write each branch as a list of steps, such as `caller: [{alice: connect}]`")
            return nil
        }
    }

    // MARK: One of two ways

    private mutating func fork(_ main: YAMLNode.Pair, _ beside: [String: YAMLNode]) -> Step.Action? {
        let conditions = expectations(main.value, owner: "when")
        guard let then = stepItems(beside["then"], of: "then", beside: main) else { return nil }
        let otherwise = beside["else"].map { stepItems($0, of: "else", beside: main) ?? [] } ?? []
        let number = stepCount
        let place = Place(main.key)
        return .when(
            Fork(
                conditions: conditions, then: inside(then, place, way: .choice(of: number, 0)),
                otherwise: inside(otherwise, place, way: .choice(of: number, 1))))
    }
}
