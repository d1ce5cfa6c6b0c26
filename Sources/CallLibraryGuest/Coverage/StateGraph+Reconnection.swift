import CallCore
import ScenarioVocabulary
import Signaling
import Timing

extension StateGraph {
    /// The possible transitions of a connection's machine, found by trying every event in every reachable stage and
    /// situation.
    static let reconnectionTransitions: [Transition] = {
        var machines = [ReconnectionMachine()]
        var transitions: [Transition] = []
        var next = 0
        while next < machines.count {
            let start = machines[next]
            next += 1
            for machine in situations.flatMap({ outcomes(of: start, in: $0) }) where machine.stage != start.stage {
                let transition = Transition(from: start.stage.text, to: machine.stage.text)
                if !transitions.contains(transition) { transitions.append(transition) }
                if !machines.contains(where: { $0.stage == machine.stage }) { machines.append(machine) }
            }
        }
        return transitions
    }()

    /// The remaining limits, and the time since the loss.
    private struct Situation {
        let limits: ReconnectionLimits
        let elapsed: Duration
    }

    private static let situations: [Situation] = [
        Situation(limits: ReconnectionLimits(), elapsed: .zero),
        // The deadline of a fast reconnect has passed, but not the limit of the disconnection.
        Situation(limits: ReconnectionLimits(), elapsed: .seconds(20)),
        Situation(limits: ReconnectionLimits(), elapsed: .seconds(40)),
        Situation(limits: ReconnectionLimits(disconnection: nil), elapsed: .seconds(40)),
        Situation(limits: ReconnectionLimits(fastAttempts: 0), elapsed: .zero),
        Situation(limits: ReconnectionLimits(rejoins: 0), elapsed: .zero),
        Situation(limits: ReconnectionLimits(rejoins: 0), elapsed: .seconds(20)),
    ]

    /// Returns the machines after each event.
    private static func outcomes(of start: ReconnectionMachine, in situation: Situation) -> [ReconnectionMachine] {
        events.map { event in
            var machine = start
            machine.limits = situation.limits
            _ = machine.handle(event, at: Instant.start.advanced(by: situation.elapsed))
            machine.limits = ReconnectionLimits()
            return machine
        }
    }

    private static let events: [ReconnectionEvent] =
        [.pathLost, .pathBack, .goAway, .migrationCompleted, .leave, .entered(entry)]
        + ConnectionLoss.allCases.map { .lost($0) } + ReconnectionTimer.allCases.map { .ranOut($0) }
        + ReconnectStrategy.allCases.flatMap { [.sfuError($0), .sfuFull($0)] }
        + (1...attempts).flatMap { number in
            [.admitted(attempt: number), .succeeded(attempt: number, entry)]
                + failures.map { .failed(attempt: number, $0) }
        }

    /// The longest path to a stage needs eight attempts.
    private static let attempts = 8
    private static let entry = SFUEntry(sfu: "sfu-1", fastReconnectDeadline: .seconds(15))
    private static let failures: [AttemptFailure] = [
        .unanswered, .refused, .sessionGone, .full(sfu: "sfu-1"), .over(reason: "ended"),
    ]
}
