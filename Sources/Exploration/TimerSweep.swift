import Journal
import ScenarioLanguage

/// The effects of actions a millisecond before, at and after the deadline of each timer of a scenario.
package struct TimerSweep: Sendable {
    /// The effects of one action around one deadline.
    package struct Row: Hashable, Sendable {
        /// The participant.
        package let owner: String
        package let timer: String
        /// Seconds from the first step to the deadline.
        package let deadline: String
        package let action: String
        /// The calling states of the participant from just before the action on: for an action before, at and after.
        package let effects: [String]
    }

    /// The duration of a run after an action.
    private static let settling: Int64 = 20_000_000_000
    private static let offsets: [Int64] = [-1_000_000, 0, 1_000_000]

    /// Sweeps over the timers of participants, each once by its label.
    package static func rows(
        of base: Base, in runner: inout some ProbeRunner
    ) throws(Interruption) -> [Row] {
        var rows: [Row] = []
        for timer in timers(of: base) {
            for action in actions(around: timer, in: base) { rows.append(try row(base, timer, action, in: &runner)) }
        }
        return rows
    }

    private static func timers(of base: Base) -> [BaseTimer] {
        var seen: Set<String> = []
        return base.timers.sorted { $0.time < $1.time }.filter { timer in
            base.names.participants.contains(timer.owner) && seen.insert(timer.kind).inserted
        }
    }

    /// The commands that the state suggests just before the deadline, and a cut.
    private static func actions(around timer: BaseTimer, in base: Base) -> [(name: String, [Change.Action])] {
        let owner = timer.owner
        let commands: [String] =
            switch timer.state {
            case "incoming": ["accept", "reject"]
            case "outgoing", "joining", "inCall", "reconnecting": ["hangUp"]
            default: base.names.calls.first.map { ["join, call: \($0)"] } ?? []
            }
        let steps = commands.map { command in
            (
                name: String(command.prefix { $0 != "," }),
                [Change.Action("{\(owner): \(command), mayThrow: true}")]
            )
        }
        let cut = [
            Change.Action("{network: {cut: \(owner)}}"),
            Change.Action("{network: {heal: \(owner)}}", after: 3_000_000_000),
        ]
        return steps + [("cut for 3s", cut)]
    }

    private static func row(
        _ base: Base, _ timer: BaseTimer, _ action: (name: String, steps: [Change.Action]),
        in runner: inout some ProbeRunner
    ) throws(Interruption) -> Row {
        let probes = offsets.map { offset in
            let change = Change(.command, at: timer.time + offset, action.steps)
            let scenario = base.timeline.first(timer.eventCount).scenario(
                with: [change], until: timer.time + settling)
            let text = scenario.text()
            return Probe(id: base.id, file: base.file, text: text, seed: 1, wantsJournal: true)
        }
        let results = try runner.results(of: probes)
        let effects = zip(results, offsets).map { result, offset in
            effect(result, of: timer.owner, from: base.timeline.origin + timer.time + offset)
        }
        return Row(
            owner: timer.owner, timer: timer.label, deadline: Duration.nanoseconds(timer.time).written,
            action: action.name, effects: effects)
    }

    /// The calling states of a participant around an instant, and the failure of a run that did not pass.
    private static func effect(_ result: ProbeResult, of owner: String, from time: Int64) -> String {
        let history = RunHistory(journal: result.journal)
        let start = history.value(of: "callingState", of: owner, at: time - 1) ?? "idle"
        // The epilogue ends every participant's call after the last step.
        let end = history.steps.values.map(\.ended).max() ?? time
        let later = history.changes.filter {
            $0.property == "callingState" && $0.participant == owner && $0.time >= time && $0.time < end
        }
        let states = ([start] + later.map(\.to)).joined(separator: " → ")
        return result.verdict.kind == .passed ? states : "\(states) (\(result.verdict.kind.rawValue))"
    }

    /// The rows as a table.
    package static func text(_ base: Base, _ rows: [Row]) -> String {
        guard !rows.isEmpty else { return "\(base.id) fires no timer of a participant\n" }
        return "\(base.id): the calling state of the timer's owner, by the instant of the action\n"
            + TextTable(
                ["owner", "timer", "deadline", "action", "1 ms before", "at the deadline", "1 ms after"],
                rows.map { [$0.owner, $0.timer, $0.deadline, $0.action] + $0.effects }
            ).text
    }
}
