import YAML

/// Reads the steps of a scenario, including nested ones.
final class StepReader: NodeReader {
    let reading: FileReading
    /// The number of steps that were read.
    var count = 0
    /// The repetitions and sequences around the current step, outermost first.
    var trail: [String] = []

    init(reading: FileReading) {
        self.reading = reading
    }

    /// Returns the steps of a scenario.
    func read(_ node: YAMLNode) -> [Step] {
        guard let items = stepItems(node, of: "steps") else { return [] }
        if items.isEmpty {
            let word = vocabulary.command(meantBy: "join") ?? "join"
            report(
                "a scenario needs at least one step", at: Place(node),
                suggestion: "write it below `steps:`, like `- \(anyName): \(word)`")
        }
        let steps = steps(items)
        let times = StepTimes(steps, limit: limits.run)
        for late in times.late { report(late) }
        if let step = times.endless {
            reading.report(
                "the steps take at least \(times.total.written), and a run can take at most \(limits.run.written)",
                at: Site(file: step.file, place: step.place),
                suggestion: "wait or repeat less")
        }
        return steps
    }

    /// Reports a step that is reached after its time.
    private func report(_ late: StepTimes.LateStep) {
        let mark = late.time.mark
        let earliest = Moment(mark: mark, offset: late.least)
        reading.report(
            "`at: \(late.time)` has passed when this step is reached, \(late.least.written) after "
                + (mark.map { "the mark \($0.quoted)" } ?? "the first step"),
            at: Site(file: late.step.file, place: late.step.node["at"].map { Place($0) } ?? late.step.place),
            suggestion: "write `at: \(earliest)` or later, or move the step up")
    }

    /// Returns the items of a list of steps.
    func stepItems(_ node: YAMLNode, of owner: String) -> [YAMLNode]? {
        if let items = node.items { return items }
        report(
            "`\(owner)` is a list, not \(node.kind)", at: Place(node),
            suggestion: "start each step on a line of its own with `- `")
        return nil
    }

    /// Returns steps in order; with `isTogether` they are those of a `sameTime`.
    func steps(_ items: [YAMLNode], isTogether: Bool = false) -> [Step] {
        var steps: [Step] = []
        for item in items {
            guard countStep(at: Place(item.start)) else { break }
            if let step = step(item, isTogether: isTogether) { steps.append(step) }
        }
        return steps
    }

    /// Counts a step; returns false when there are too many.
    private func countStep(at place: Place) -> Bool {
        count += 1
        reading.marks.step = count
        reading.budget.steps -= 1
        let (most, maxCountOfRows) = (limits.steps, limits.stepsOfRows)
        if count == most + 1 { report("a scenario can have at most \(most) steps", at: place) }
        if reading.budget.steps == -1 {
            report("the rows of a scenario can have at most \(maxCountOfRows) steps together", at: place)
        }
        return count <= most && reading.budget.steps >= 0
    }

    /// The keys whose values are steps; names in nested steps are replaced when those are read.
    private static let keysOfSteps = ["steps"]
    /// The keys that limit the time of an action.
    private static let limits = ["within", "for"]

    private func step(_ item: YAMLNode, isTogether: Bool) -> Step? {
        let number = count
        guard let written = stepPairs(item) else { return nil }
        let all = Substitution(reading: reading)(written, but: Self.keysOfSteps)
        let time = all.first { $0.name == "at" }
        let pairs = all.filter { $0.name != "at" }
        guard let first = pairs.first else {
            // A key that is left out has a problem of its own.
            guard let time, all.count == written.count else { return nil }
            report("`at` needs something beside it that is done then", at: Place(time.key))
            return nil
        }
        if isTogether, let time {
            report(
                "`sameTime` is one instant: `at` has no place in it", at: Place(time.key),
                suggestion: "put `at` beside `sameTime`")
            return nil
        }
        let when = time.flatMap { moment($0.value) }
        guard let action = action(pairs, isTogether: isTogether) else { return nil }
        // The text of a step is that of its action, also when its time limit is written first.
        let head = pairs.first { !Self.limits.contains($0.name) } ?? first
        return Step(
            number: number, place: Place(first.key), lastLine: item.end.line,
            text: lineText(from: Place(head.key)), action: action, time: when, file: reading.context.source.path,
            trail: trail, node: YAMLNode(.mapping(all)))
    }

    private func stepPairs(_ node: YAMLNode) -> [YAMLNode.Pair]? {
        if let pairs = node.pairs, !pairs.isEmpty { return pairs }
        let word = node.scalar.flatMap { vocabulary.command(meantBy: $0.text) } ?? "accept"
        report(
            "a step is a mapping, not \(node.pairs == nil ? node.kind : "an empty one")", at: Place(node),
            suggestion: "write it like `- \(anyName): \(word)`")
        return nil
    }

    /// Returns the rest of a line of the file.
    private func lineText(from place: Place) -> String {
        let lines = reading.context.source.lines
        guard place.line >= 1, place.line <= lines.count else { return "" }
        let rest = lines[place.line - 1].unicodeScalars.dropFirst(place.column - 1).prefix(120)
        return Substitution(reading: reading).shown(String(rest)).printable
    }

    // MARK: Kinds of steps

    private func action(_ pairs: [YAMLNode.Pair], isTogether: Bool) -> Step.Action? {
        let actions = pairs.filter { StepKind.named($0.name) != nil }
        guard let main = actions.first else {
            if let former = pairs.first(where: { $0.name == "order" }), cast?.byName["order"] == nil {
                report(
                    "there is no step `order`", at: Place(former.key), suggestion: "write `journal:` with the same list"
                )
                return nil
            }
            if let first = pairs.first, reading.context.isUnknown(first.key) { return nil }
            let servers = cast?.servers ?? Cast.everyServer
            let commands = CommandReader(reading: reading)
            return servers.contains(pairs.first?.name ?? "") ? commands.serverCommand(pairs) : commands.read(pairs)
        }
        let head = pairs.first.flatMap { StepKind.named($0.name) == nil ? $0.value.scalar : nil }
        let command = head.flatMap { vocabulary.command($0.text) }
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
        return action(main, beside: modifiers(pairs, beside: main))
    }

    private func action(_ main: YAMLNode.Pair, beside: [String: YAMLNode]) -> Step.Action? {
        let within = beside["within"].flatMap { duration($0) }
        switch main.name {
        case "expect": return .expect(expectations.read(main.value, owner: "expect"), within: within)
        case "always":
            let expectations = expectations.read(main.value, owner: "always")
            guard let time = beside["for"] else { return .rule(expectations) }
            return span(time).map { .hold(expectations, for: $0) }
        case "packets":
            guard let packets = packetFilters.expectation(main) else { return nil }
            checkCount(packets.count, beside["within"], of: "packets")
            return .packets(packets, within: within)
        case "journal":
            guard let journal = JournalReader(reading: reading).read(main) else { return nil }
            if case .count(_, let count, _) = journal { checkCount(count, beside["within"], of: "journal") }
            return .journal(journal, within: within)
        case "wait": return duration(main.value).map { .wait($0) }
        case "network": return .network(NetworkReader(reading: reading).read(main.value))
        case "sameTime": return together(main.value)
        case "repeat": return repetition(main, beside)
        case "do": return performance(main, with: beside["with"])
        case "mark": return mark(main.value).map { .mark($0) }
        default: return nil
        }
    }

    /// Returns the time for which an expectation must hold.
    private func span(_ node: YAMLNode) -> Duration? {
        guard let duration = duration(node) else { return nil }
        guard duration == .zero else { return duration }
        report("`always` for no time asks for nothing", at: Place(node), suggestion: "write `expect` for this instant")
        return nil
    }

    /// Reports a count that holds at the start: `within` would end immediately.
    private func checkCount(_ count: Comparison, _ within: YAMLNode?, of key: String) {
        guard let within, count.isMet(by: .integer(0)) else { return }
        report(
            "`\(key)` with the count \(count) is true from the start, so `within` waits for nothing", at: Place(within),
            suggestion: "put a step `- wait: \(within.scalar?.text ?? "5s")` before it, and leave `within` out")
    }

    /// Returns the values beside the main key of a step.
    private func modifiers(_ pairs: [YAMLNode.Pair], beside main: YAMLNode.Pair) -> [String: YAMLNode] {
        let allowed = StepKind.named(main.name)?.beside ?? []
        var modifiers: [String: YAMLNode] = [:]
        for pair in pairs where pair.key.start != main.key.start {
            if allowed.contains(pair.name) {
                modifiers[pair.name] = pair.value
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
        }
        let partners = StepKind.partners(of: name)
        if !partners.isEmpty { return "it can be combined with \(Spelling.list(partners, joinedBy: "and"))" }
        return allowed.isEmpty
            ? "put the other action into a step of its own" : Spelling.suggestion(for: name, in: allowed)
    }

    private func together(_ node: YAMLNode) -> Step.Action? {
        guard let items = node.items, items.count > 1 else {
            report(
                "`sameTime` is a list of at least two steps", at: Place(node),
                suggestion: "start each of them on a line of its own with `- `")
            return nil
        }
        return .sameTime(steps(items, isTogether: true))
    }
}
