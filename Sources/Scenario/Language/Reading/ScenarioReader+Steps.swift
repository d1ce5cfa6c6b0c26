import YAML

extension ScenarioReader {
    mutating func steps(_ node: YAMLNode) -> [Step] {
        guard let items = node.items else {
            report(
                "`steps` is a list, not \(node.kind)", at: Place(node),
                suggestion: "start each step on a line of its own with `- `")
            return []
        }
        if items.isEmpty { report("a scenario needs at least one step", at: Place(node)) }
        return steps(items, isTogether: false)
    }

    private mutating func steps(_ items: [YAMLNode], isTogether: Bool) -> [Step] {
        var steps: [Step] = []
        for item in items {
            stepCount += 1
            let most = limits.steps
            guard stepCount <= most else {
                if stepCount == most + 1 {
                    report("a scenario can have at most \(most) steps", at: Place(item.start))
                }
                break
            }
            let number = stepCount
            guard let pairs = stepPairs(item), let first = pairs.first else { continue }
            guard let action = action(pairs, isTogether: isTogether) else { continue }
            let place = Place(first.key)
            steps.append(
                Step(number: number, place: place, lastLine: item.end.line, text: lineText(from: place), action: action)
            )
        }
        return steps
    }

    private mutating func stepPairs(_ node: YAMLNode) -> [YAMLNode.Pair]? {
        if let pairs = node.pairs, !pairs.isEmpty { return pairs }
        let who = cast?.names.first ?? "alice"
        let word = node.scalar.flatMap { CommandSpec.meant(by: $0.text) } ?? "accept"
        report(
            "a step is a mapping, not \(node.pairs == nil ? node.kind : "an empty one")", at: Place(node),
            suggestion: "write it like `- \(who): \(word)`")
        return nil
    }

    /// The rest of a line of the file.
    private func lineText(from place: Place) -> String {
        guard place.line >= 1, place.line <= sourceLines.count else { return "" }
        let rest = sourceLines[place.line - 1].unicodeScalars.dropFirst(place.column - 1).prefix(120)
        return String(rest).printable
    }

    private static let actions = ["expect", "always", "packets", "wait", "network", "sameTime"]

    private mutating func action(_ pairs: [YAMLNode.Pair], isTogether: Bool) -> Step.Action? {
        let actions = pairs.filter { Self.actions.contains($0.name) }
        guard let main = actions.first else {
            return (cast?.servers ?? []).contains(pairs.first?.name ?? "") ? serverCommand(pairs) : command(pairs)
        }
        let command = pairs.first.flatMap { pair in pair.value.scalar.flatMap { CommandSpec.named($0.text) } }
        if let second = command == nil ? actions.dropFirst().first : main {
            let first = command?.name ?? main.name
            report(
                "a step does one thing, and this one does `\(first)` and `\(second.name)`", at: Place(second.key),
                suggestion: "start another step with `- \(second.name): …`")
            return nil
        }
        if isTogether, main.name != "network" {
            report(
                "`sameTime` holds commands and changes of the network alone", at: Place(main.key),
                suggestion: "put `\(main.name)` into a step behind it")
            return nil
        }
        let modifiers = modifiers(pairs, beside: main)
        return action(main, within: modifiers["within"], for: modifiers["for"])
    }

    private mutating func action(_ main: YAMLNode.Pair, within: Duration?, for span: Duration?) -> Step.Action? {
        switch main.name {
        case "expect": return .expect(expectations(main.value, owner: "expect"), within: within)
        case "always":
            let expectations = expectations(main.value, owner: "always")
            return span.map { .hold(expectations, for: $0) } ?? .rule(expectations)
        case "packets": return packets(main).map { .packets($0, within: within) }
        case "wait": return duration(main.value).map { .wait($0) }
        case "network": return .network(network(main.value))
        default: return together(main.value)
        }
    }

    /// The times that stand beside the main key of a step.
    private mutating func modifiers(_ pairs: [YAMLNode.Pair], beside main: YAMLNode.Pair) -> [String: Duration] {
        let allowed = ["expect": ["within"], "packets": ["within"], "always": ["for"]][main.name] ?? []
        var modifiers: [String: Duration] = [:]
        for pair in pairs where pair.key.start != main.key.start {
            if allowed.contains(pair.name) {
                modifiers[pair.name] = duration(pair.value)
                continue
            }
            let advice = advice(for: pair.name, allowed: allowed)
            report(
                "a step with `\(main.name)` has no key \(pair.name.quoted)", at: Place(pair.key), suggestion: advice)
        }
        return modifiers
    }

    private func advice(for name: String, allowed: [String]) -> String? {
        if cast?.participants(name) != nil { return "start another step with `- \(name): …`" }
        if name == "within" || name == "for" {
            let other = name == "within" ? "for" : "within"
            if allowed.contains(other) { return "did you mean `\(other)`?" }
            return name == "within" ? "it goes with `expect` and `packets`" : "it goes with `always`"
        }
        return allowed.isEmpty ? "put what it is to do into another step" : Spelling.suggestion(for: name, in: allowed)
    }

    private mutating func together(_ node: YAMLNode) -> Step.Action? {
        guard let items = node.items, items.count > 1 else {
            report(
                "`sameTime` is a list of at least two steps", at: Place(node),
                suggestion: "start each of them on a line of its own with `- `")
            return nil
        }
        return .sameTime(steps(items, isTogether: true))
    }
}
