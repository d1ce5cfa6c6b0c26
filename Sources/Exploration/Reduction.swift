import ScenarioLanguage
import YAML

/// Smaller and simpler forms of a scenario. Each differs from it in one thing, or in a run of steps.
enum Reduction {
    /// A scenario in its normal form: waits that follow one another are one.
    static func normal(_ scenario: PlainScenario) -> PlainScenario {
        var normal = scenario
        normal.steps = []
        for step in scenario.steps {
            guard let wait = step.waiting, let earlier = normal.steps.last?.waiting else {
                normal.steps.append(step)
                continue
            }
            normal.steps[normal.steps.count - 1] = .waiting(earlier + wait)
        }
        return normal
    }

    /// The scenario without some steps in a row, the last ones first.
    static func withoutSteps(_ scenario: PlainScenario, count: Int) -> [PlainScenario] {
        let starts = stride(from: max(0, scenario.steps.count - count), through: 0, by: -count)
        let smaller = starts.compactMap { start -> PlainScenario? in
            var smaller = scenario
            smaller.steps.removeSubrange(start..<min(start + count, scenario.steps.count))
            return smaller.steps.isEmpty ? nil : smaller
        }
        // A step may have sent a packet before the chosen one.
        guard count <= mostBeforeChosen else { return smaller }
        return smaller + smaller.compactMap(choosingEarlier)
    }

    /// The highest number of steps that are left out together with a packet before a chosen one.
    private static let mostBeforeChosen = 2

    /// The scenario whose chosen packets are each one earlier; nil when none is chosen by its position.
    private static func choosingEarlier(_ scenario: PlainScenario) -> PlainScenario? {
        var earlier = scenario
        earlier.steps = scenario.steps.map(\.choosingEarlier)
        return earlier == scenario ? nil : earlier
    }

    /// The scenario without two of its faults, such as a cut and its end, of which neither can be left out alone.
    static func withoutTwoFaults(_ scenario: PlainScenario) -> [PlainScenario] {
        guard scenario.steps.count > 2 else { return [] }
        let faults = scenario.steps.indices.filter { scenario.steps[$0].withoutFaults == nil }
        let pairs = faults.flatMap { later in faults.filter { $0 < later }.map { [$0, later] } }
        return pairs.map { pair in
            var smaller = scenario
            smaller.steps = scenario.steps.indices.filter { !pair.contains($0) }.map { scenario.steps[$0] }
            return smaller
        }
    }

    /// The scenario without one participant, and without all that names it.
    static func withoutParticipants(_ scenario: PlainScenario) -> [PlainScenario] {
        let node = scenario["participants"]
        let names = (node?.items ?? []).compactMap { $0.scalar?.text } + (node?.pairs ?? []).map(\.name)
        guard names.count > 1 else { return [] }
        return names.reversed().map { name in
            var smaller = scenario
            smaller.head = scenario.head.compactMap { pair in
                pair.value.without(name).map { YAMLNode.Pair(key: pair.key, value: $0) }
            }
            smaller.steps = scenario.steps.compactMap { $0.step(without: name) }
            return smaller
        }.filter { !$0.steps.isEmpty }
    }

    /// The keys beside `steps` that are never left out.
    private static let needed: Set = ["id", "name", "participants", "wholeRun"]

    /// The scenario without one setting, expectation, argument or item of a list.
    static func withoutParts(_ scenario: PlainScenario) -> [PlainScenario] {
        var found: [PlainScenario] = []
        for (index, pair) in scenario.head.enumerated() where !needed.contains(pair.name) || pair.name == "participants"
        {
            var smaller = scenario
            if pair.name != "participants" {
                smaller.head.remove(at: index)
                found.append(smaller)
            }
            for value in pair.value.parts(isStep: false) where pair.name != "participants" || pair.value.pairs != nil {
                smaller = scenario
                smaller.head[index] = .init(key: pair.key, value: value)
                found.append(smaller)
            }
        }
        return found + changed(scenario) { $0.parts(isStep: true) }
    }

    /// The scenario with one rounder duration or smaller number.
    static func withRounderNumbers(_ scenario: PlainScenario) -> [PlainScenario] {
        changed(scenario) { $0.rounder() }
    }

    private static func changed(
        _ scenario: PlainScenario, _ change: (YAMLNode) -> [YAMLNode]
    ) -> [PlainScenario] {
        scenario.steps.indices.reversed().flatMap { index in
            change(scenario.steps[index]).map { step in
                var smaller = scenario
                smaller.steps[index] = step
                return smaller
            }
        }
    }

    /// The scenario without its faults: changes of the network, commands of servers, and ends of processes.
    static func withoutFaults(_ scenario: PlainScenario) -> PlainScenario {
        var faultless = scenario
        faultless["network"] = nil
        faultless.steps = scenario.steps.compactMap(\.withoutFaults)
        if faultless.steps.isEmpty { faultless.steps = [.waiting(0)] }
        return faultless
    }
}

extension YAMLNode {
    /// The nanoseconds of a step that only waits; nil for any other step.
    fileprivate var waiting: Int64? {
        guard let pairs, pairs.count == 1, pairs[0].name == "wait" else { return nil }
        return pairs[0].value.nanoseconds
    }

    /// A step that waits.
    fileprivate static func waiting(_ nanoseconds: Int64) -> YAMLNode {
        .map([("wait", .word(Duration.nanoseconds(nanoseconds).written))])
    }

    /// The step without faults; nil when it is one.
    fileprivate var withoutFaults: YAMLNode? {
        guard let first = pairs?.first else { return self }
        if let items = first.simultaneousSteps {
            let left = items.compactMap(\.withoutFaults)
            return left.count > 1 ? .map([("sameTime", .list(left))]) : left.first
        }
        let isLife = ["crash", "restart"].contains(first.value.scalar?.text)
        return first.isOfNetworkOrServer || isLife ? nil : self
    }

    /// The step without a participant; nil when nothing is left, or not all that a command needs.
    fileprivate func step(without name: String) -> YAMLNode? {
        guard let left = without(name), let before = pairs, let after = left.pairs else { return nil }
        let isCommand = before.first?.value.scalar != nil && before.first?.name != "within"
        if isCommand, after.count < before.count { return nil }
        return after.contains { !["within", "for", "at"].contains($0.name) } ? left : nil
    }

    /// The node without a participant; nil when nothing is left.
    fileprivate func without(_ name: String) -> YAMLNode? {
        switch content {
        case .scalar(let scalar): return scalar.text == name ? nil : self
        case .sequence(let items):
            let left = items.compactMap { $0.without(name) }
            return left.isEmpty && !items.isEmpty ? nil : YAMLNode(.sequence(left))
        case .mapping(let pairs):
            let left = pairs.compactMap { $0.without(name) }
            return left.isEmpty && !pairs.isEmpty ? nil : YAMLNode(.mapping(left))
        }
    }

    /// The keys that choose packets. Their conditions are kept: without them they would choose any packet.
    private static let choosing: Set = ["drop", "delay", "repeat"]
    /// The key of a driver. It is kept whole: a part of its command starts no driver.
    private static let whole = "driver"
    /// The keys with the time of an expectation. With a shorter time the scenario would fail for another reason.
    private static let limits: Set = ["within", "for"]

    /// The chosen packets with fewer positions, or with the next ones in place of the first positions.
    private var fewerChosen: [YAMLNode] {
        guard let pairs, let index = pairs.firstIndex(where: { $0.name == "nth" }) else { return [] }
        let items = pairs[index].value.items ?? [pairs[index].value]
        let numbers = items.compactMap { $0.scalar?.integer }
        let isRow = !numbers.isEmpty && numbers.enumerated().allSatisfy { $0.element == $0.offset + 1 }
        let next = isRow ? [Pair("next", .word("\(numbers.count)"))] : []
        let fewer = items.count < 2 ? [] : items.indices.map { Pair("nth", .list(items.removing($0))) }
        return (next + fewer).map { YAMLNode(.mapping(pairs.replacing(index, $0))) }
    }

    /// The node with each position of chosen packets one lower.
    fileprivate var choosingEarlier: YAMLNode {
        if let items { return YAMLNode(.sequence(items.map(\.choosingEarlier))) }
        guard let pairs else { return self }
        return YAMLNode(
            .mapping(
                pairs.map { pair in
                    guard pair.name == "nth" else { return Pair(key: pair.key, value: pair.value.choosingEarlier) }
                    let numbers = (pair.value.items ?? [pair.value]).compactMap { $0.scalar?.integer }
                    guard let first = numbers.min(), first > 1 else { return pair }
                    return Pair(pair.name, .list(numbers.map { .word("\($0 - 1)") }))
                }))
    }

    /// Returns the node without each of its parts in turn. A step keeps its first pair.
    fileprivate func parts(isStep: Bool) -> [YAMLNode] {
        switch content {
        case .scalar: return []
        case .sequence(let items):
            let fewer = items.count < 2 ? [] : items.indices.map { YAMLNode(.sequence(items.removing($0))) }
            return fewer
                + items.indices.flatMap { index in
                    items[index].parts(isStep: items[index].pairs != nil).map {
                        YAMLNode(.sequence(items.replacing(index, $0)))
                    }
                }
        case .mapping(let pairs):
            let first = isStep ? 1 : 0
            let fewer =
                pairs.count < 2 ? [] : pairs.indices.dropFirst(first).map { YAMLNode(.mapping(pairs.removing($0))) }
            let subjects = isStep ? pairs.first?.fewerSubjects ?? [] : []
            let inner = pairs.indices.filter { pairs[$0].name != Self.whole }.flatMap { index -> [YAMLNode] in
                let value = pairs[index].value
                let parts = Self.choosing.contains(pairs[index].name) ? value.fewerChosen : value.parts(isStep: false)
                return parts.map { YAMLNode(.mapping(pairs.replacing(index, Pair(key: pairs[index].key, value: $0)))) }
            }
            return fewer + subjects.map { YAMLNode(.mapping([$0] + pairs.dropFirst())) } + inner
        }
    }

    /// The node with one duration or count in a simpler form, each in turn.
    fileprivate func rounder() -> [YAMLNode] {
        switch content {
        case .scalar: return rounderScalars
        case .sequence(let items):
            return items.indices.flatMap { index in
                items[index].rounder().map { YAMLNode(.sequence(items.replacing(index, $0))) }
            }
        case .mapping(let pairs):
            return pairs.indices.filter { !Self.limits.contains(pairs[$0].name) }.flatMap { index in
                pairs[index].value.rounder().map {
                    YAMLNode(.mapping(pairs.replacing(index, Pair(key: pairs[index].key, value: $0))))
                }
            }
        }
    }

    private var rounderScalars: [YAMLNode] {
        if let number = scalar?.integer, number > 1, number < 1000 { return [.word("1"), .word("\(number - 1)")] }
        guard let own = nanoseconds, own > 0 else { return [] }
        let units: [Int64] = [1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 60_000_000_000]
        let near = units.flatMap { [own / $0 * $0, (own / $0 + 1) * $0] }
        let simple = Set(near + units).filter { $0 > 0 && Self.weight($0) < Self.weight(own) }
        return simple.sorted { Self.weight($0) < Self.weight($1) }.prefix(6).map {
            .word(Duration.nanoseconds($0).written)
        }
    }

    /// The reading effort of a duration: its length in the file, then its value.
    private static func weight(_ nanoseconds: Int64) -> (Int, Int64) {
        (Duration.nanoseconds(nanoseconds).written.count, nanoseconds)
    }
}

extension YAMLNode.Pair {
    /// The pair without a participant; nil when it is about nothing else.
    fileprivate func without(_ name: String) -> YAMLNode.Pair? {
        let left = subjects.filter { $0 != name && !$0.hasPrefix(name + ".") }
        guard !left.isEmpty, let value = value.without(name) else { return nil }
        return YAMLNode.Pair(left.joined(separator: ", "), value)
    }

    /// The pair without one of its subjects, each in turn.
    fileprivate var fewerSubjects: [YAMLNode.Pair] {
        let subjects = subjects
        guard subjects.count > 1 else { return [] }
        return subjects.indices.map { YAMLNode.Pair(subjects.removing($0).joined(separator: ", "), value) }
    }
}

extension Array {
    fileprivate func removing(_ index: Int) -> [Element] {
        var copy = self
        copy.remove(at: index)
        return copy
    }

    fileprivate func replacing(_ index: Int, _ element: Element) -> [Element] {
        var copy = self
        copy[index] = element
        return copy
    }
}
