import Journal
package import ScenarioLanguage
import YAML

/// A change of a scenario: a fault with its end, commands, or an action at another instant.
package struct Change: Hashable, Sendable {
    /// The kinds of changes; a swarm allows some of them in each run.
    package enum Category: String, CaseIterable, Sendable {
        /// A link is cut and healed.
        case cut
        /// A participant has no network for a time.
        case offline
        /// The network disappears and returns repeatedly.
        case flap
        /// Datagrams are lost by chance for a time.
        case loss
        /// Datagrams are delayed, duplicated or reordered for a time.
        case delay
        /// Chosen packets are lost.
        case drop
        /// Chosen packets are sent later.
        case late
        /// Chosen packets are sent again, after newer ones.
        case again
        /// A participant's datagrams come from another address.
        case move
        /// An SFU stops and returns, or sends its participants to another one.
        case server
        /// An outsider sends copies of packets.
        case intruder
        /// Requests are refused.
        case refuse
        /// A participant's process ends and restarts.
        case crash
        /// A participant performs a command.
        case command
        /// An action of the scenario is moved to another instant.
        case shift
        /// The scenario's later actions are left out, so that the timers that they cancel fire.
        case end
    }

    /// A step at an instant.
    package struct Action: Hashable, Sendable {
        package let after: Int64
        /// The step in YAML on one line.
        package let text: String

        package init(_ text: String, after: Int64 = 0) {
            self.text = text
            self.after = after
        }
    }

    package let category: Category
    /// Nanoseconds from the first step.
    package let time: Int64
    package let actions: [Action]
    /// The index of the event that is moved to the time, for a shift.
    package let moved: Int?

    package init(_ category: Category, at time: Int64, _ actions: [Action], moved: Int? = nil) {
        self.category = category
        self.time = max(0, time)
        self.actions = actions
        self.moved = moved
    }
}

extension Timeline {
    /// A scenario with some changes. Of two events at one instant, that of the scenario itself comes first.
    package func scenario(with changes: [Change], until end: Int64? = nil) -> PlainScenario {
        let last = changes.filter { $0.category == .end }.map(\.time).min() ?? .max
        var timed = events
        for change in changes {
            if let index = change.moved, timed.indices.contains(index) { timed[index].time = change.time }
        }
        for change in changes {
            for action in change.actions {
                guard let node = try? YAMLNode.parse(action.text) else { continue }
                timed.append(Event(time: change.time + action.after, node: node))
            }
        }
        let undone = Set(events.indices.filter { events[$0].time > last })
        let ordered = timed.enumerated().filter { !undone.contains($0.offset) }
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        return scenario(events: ordered.map(\.element), until: end)
    }
}

extension Change {
    /// The change as JSON, for a corpus.
    func write(to json: inout JSONText) {
        json.openObject()
        json.field("kind", category.rawValue)
        json.field("time", Int(time))
        json.field("moved", moved)
        json.key("actions")
        json.openArray()
        for action in actions {
            json.openObject()
            json.field("after", Int(action.after))
            json.field("step", action.text)
            json.closeObject()
        }
        json.closeArray()
        json.closeObject()
    }

    init?(_ json: JSON) {
        guard let category = json["kind"]?.text.flatMap(Category.init), let time = json["time"]?.time,
            let elements = json["actions"]?.elements
        else { return nil }
        let actions = elements.compactMap { item -> Action? in
            guard let after = item["after"]?.time, let step = item["step"]?.text else { return nil }
            return Action(step, after: after)
        }
        guard actions.count == elements.count else { return nil }
        self.init(category, at: time, actions, moved: json["moved"]?.integer)
    }
}

extension JSON {
    /// Nanoseconds of which no sum of a few overflows; nil for another value.
    fileprivate var time: Int64? { integer.flatMap { (0...Int(1) << 60).contains($0) ? Int64($0) : nil } }
}
