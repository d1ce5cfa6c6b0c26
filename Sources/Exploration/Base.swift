package import Journal
package import ScenarioLanguage
import YAML

/// A scenario from which an exploration starts, with the history of its own run.
package struct Base: Sendable {
    package let id: String
    package let file: String
    /// The scenario with its expectations.
    package let scenario: PlainScenario
    package let names: ScenarioNames
    package let timeline: Timeline
    package let history: RunHistory
    /// The failure without any change; nil when the actions alone pass.
    package let broken: FailingScenario?
    /// The signature of that failure.
    package let ownFailure: Signature?

    /// The instants of events, in nanoseconds from the first step.
    package private(set) var moments: [Int64]
    /// The timers of participants that fired.
    package private(set) var timers: [BaseTimer]
    /// The timers of participants that were armed, also those that a later action cancelled.
    let armed: [BaseTimer]
    /// The packets of the run by their content.
    let selectors: [PacketSelector]

    package init(
        id: String, file: String, scenario: PlainScenario, names: ScenarioNames, timeline: Timeline,
        history: RunHistory, broken: FailingScenario?, events: [String]
    ) {
        self.broken = broken
        ownFailure = broken.flatMap { Signature($0.verdict, names: names.names) }
        self.id = id
        self.file = file
        self.scenario = scenario
        self.names = names
        self.timeline = timeline
        self.history = history
        let origin = timeline.origin
        let limit = timeline.end + Self.reach
        timers = BaseTimer.all(in: history, of: timeline, after: timeline.events.count)
            .filter { (0...limit).contains($0.time) }
        armed = BaseTimer.armed(in: history, of: timeline).filter { (0...limit).contains($0.time) }
        let changes = history.changes.map { $0.time - origin }.filter { $0 >= 0 }
        selectors = PacketSelector.all(in: history, events: events)
        moments = Array(Set(changes + timeline.events.map(\.time) + armed.map(\.time) + timers.map(\.time))).sorted()
    }

    /// The time after an action in which its timers are searched, in nanoseconds.
    static let reach: Int64 = 61_000_000_000
    /// The highest number of actions after which timers are searched.
    static let maxParts = 40

    /// Adds timers that later actions cancel, from a run that ends after an action.
    mutating func add(timersIn part: RunHistory, after count: Int) {
        let start = timeline.events[count - 1].time
        let new = BaseTimer.all(in: part, of: timeline, after: count).filter { timer in
            timer.time > start && timer.time <= start + Self.reach
                && !timers.contains { $0.owner == timer.owner && $0.label == timer.label && $0.time == timer.time }
        }
        timers += new
        moments = Array(Set(moments + new.map(\.time))).sorted()
    }

    /// The calling state of a participant at an instant, in nanoseconds from the first step.
    func callingState(of participant: String, at time: Int64) -> String {
        history.value(of: "callingState", of: participant, at: time + timeline.origin) ?? "idle"
    }
}

extension PlainScenario {
    /// True when the scenario loses or damages datagrams by chance, so it may fail with another seed.
    var losesByChance: Bool {
        let words: Set = ["loss", "burst", "corrupt", "flap", "profile"]
        return (steps + [self["network"]].compactMap(\.self)).contains { $0.hasKey(in: words) }
    }
}

extension YAMLNode {
    /// True when a mapping in the node has one of the keys.
    func hasKey(in words: Set<String>) -> Bool {
        (pairs ?? []).contains { words.contains($0.name) || $0.value.hasKey(in: words) }
            || (items ?? []).contains { $0.hasKey(in: words) }
    }
}

/// A scenario that fails, with the verdict of its run.
package struct FailingScenario: Hashable, Sendable {
    package let scenario: PlainScenario
    package let verdict: Verdict
}

/// The reason for which a scenario is not explored.
package struct NotExplorable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The failure without expectations; nil when expectations were not left out.
    package let broken: FailingScenario?

    package init(_ description: String, _ broken: FailingScenario? = nil) {
        self.description = description
        self.broken = broken
    }
}
