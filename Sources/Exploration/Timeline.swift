package import ScenarioLanguage
package import YAML

/// The actions of a scenario with the instant of each, as its run showed them, and without its expectations.
///
/// A scenario orders its steps by what it waits for. A timeline orders them by time alone, so an action can be moved, and
/// others can be put between them.
package struct Timeline: Hashable, Sendable {
    /// An action at an instant.
    package struct Event: Hashable, Sendable {
        /// Nanoseconds from the first step.
        package var time: Int64
        package var node: YAMLNode
    }

    /// The keys beside `steps`.
    package let head: [YAMLNode.Pair]
    package private(set) var events: [Event]
    /// The end of the last step.
    package let end: Int64
    /// Nanoseconds from the start of the run to the first step.
    package let origin: Int64

    /// Makes the timeline of a scenario from its run; nil when the run did not come to every step.
    package init?(_ scenario: PlainScenario, _ history: RunHistory, _ vocabulary: Vocabulary) {
        guard let first = history.steps[1] else { return nil }
        origin = first.began - (scenario.steps.first?["at"].flatMap(\.nanoseconds) ?? 0)
        head = scenario.bareHead
        var (events, end, number) = ([Event](), Int64(0), 0)
        for step in scenario.steps {
            number += 1
            guard let times = history.steps[number] else { return nil }
            number += step["sameTime"]?.items?.count ?? 0
            end = max(end, times.ended - origin)
            if let node = step.action(vocabulary) { events.append(Event(time: times.began - origin, node: node)) }
        }
        self.events = events
        self.end = end
    }

    /// The timeline of the first actions alone.
    func first(_ count: Int) -> Timeline {
        var part = self
        part.events = Array(events.prefix(count))
        return part
    }

    /// A scenario that performs the actions at their instants, and then waits for the end.
    ///
    /// - Parameter end: The end; nil for that of the scenario's own run.
    package func scenario(events: [Event], until end: Int64? = nil) -> PlainScenario {
        var (steps, now) = ([YAMLNode](), Int64(0))
        func wait(until time: Int64) {
            guard time > now else { return }
            steps.append(.map([("wait", .word(Duration.nanoseconds(time - now).written))]))
            now = time
        }
        for event in CrashedParticipants.possible(events) {
            wait(until: event.time)
            steps.append(event.node)
        }
        wait(until: end ?? self.end)
        if steps.isEmpty { steps.append(.map([("wait", .word("0s"))])) }
        return PlainScenario(head: head, steps: steps)
    }
}

extension PlainScenario {
    /// The keys beside `steps` without those that are about its expectations.
    fileprivate var bareHead: [YAMLNode.Pair] { head.filter { !["always", "seeds"].contains($0.name) } }

    /// The scenario without its expectations. A wait for one becomes a wait for its longest time.
    package func withoutExpectations(_ vocabulary: Vocabulary) -> PlainScenario {
        var bare = self
        bare.head = bareHead
        bare.steps = steps.compactMap { step in
            if let action = step.action(vocabulary) { return action }
            return (step["wait"] ?? step["within"] ?? step["for"]).map { .map([("wait", $0)]) }
        }
        if bare.steps.isEmpty { bare.steps.append(.map([("wait", .word("0s"))])) }
        return bare
    }
}

extension YAMLNode {
    /// The nanoseconds of a duration; nil for anything else.
    package var nanoseconds: Int64? {
        guard let text = scalar?.text, let duration = try? Units.duration(text, longest: .seconds(86_400)) else {
            return nil
        }
        return Int64(duration / .nanoseconds(1))
    }

    /// The action of the step without its expectations; nil when it does nothing.
    package func action(_ vocabulary: Vocabulary) -> YAMLNode? {
        guard let pairs, let first = pairs.first(where: { $0.name != "at" }) else { return nil }
        let isExpecting = ["expect", "always", "packets", "journal", "wait", "mark", "within", "for", "count"]
        if let items = first.simultaneousSteps {
            return .map([("sameTime", .list(items.compactMap { $0.action(vocabulary) }))])
        }
        let isCommand = first.value.scalar.flatMap { vocabulary.command($0.text) } != nil
        guard isCommand || !isExpecting.contains(first.name) else { return nil }
        return YAMLNode(.mapping(pairs.filter { $0.name != "at" })).tolerant(vocabulary)
    }

    /// A command that may throw, in place of one that must end in a certain way.
    private func tolerant(_ vocabulary: Vocabulary) -> YAMLNode {
        guard let pairs, let name = pairs.first?.value.scalar?.text, vocabulary.command(name) != nil
        else { return self }
        let kept = pairs.filter { !["throws", "underlying", "code", "within", "mayThrow"].contains($0.name) }
        return YAMLNode(.mapping(kept + [Pair("mayThrow", .word("true"))]))
    }
}
