import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing
import Wire

/// One command of one participant, and its end.
@MainActor
final class StageCommand {
    let call: CommandCall
    let step: Step
    let participant: String
    let started: Instant
    /// The instant by which it must have ended; nil without a limit.
    let deadline: Instant?
    fileprivate(set) var end: (time: Instant, error: (any Error)?)?
    fileprivate(set) var isJudged = false
    /// True when the participant's process has died, so that the command never ends.
    fileprivate(set) var isGone = false

    init(_ call: CommandCall, _ step: Step, participant: String, at started: Instant, withSlack: (Duration) -> Duration)
    {
        self.call = call
        self.step = step
        self.participant = participant
        self.started = started
        deadline = call.outcome.map { started.advanced(by: $0.within.map(withSlack) ?? Self.timeLimit) }
    }

    /// The limit of a command whose end is expected without a limit in the scenario.
    static let timeLimit = Duration.seconds(60)
}

extension Stage {
    /// Starts a command for each of its participants; returns immediately.
    func start(_ call: CommandCall, _ step: Step) -> [StageCommand] {
        call.participants.compactMap { name in
            let command = StageCommand(call, step, participant: name, at: loop.now, withSlack: withSlack)
            let order = call.command
            let performer = performer(name)
            if let change = order.spec.processChange, performer?.canCrash ?? true {
                begin(command, change)
            } else if let performer {
                performer.commanded()
                run(command) { try await performer.perform(order) }
            } else {
                run(command) { throw ParticipantLifeError.crashed(name) }
            }
            return command
        }
    }

    /// Crashes or restarts a process, independent of its client's activity.
    private func begin(_ command: StageCommand, _ change: CommandSpec.ProcessChange) {
        do {
            switch change {
            case .crash:
                try crash(command.participant)
                run(command) {}
            case .restart:
                let performer = try restart(command.participant)
                run(command) { if performer.spec.connected { try await performer.connect() } }
            }
        } catch {
            run(command) { throw error }
        }
    }

    private func run(_ command: StageCommand, _ perform: @escaping @MainActor () async throws -> Void) {
        commandCount += 1
        lastActionAt = loop.now
        let number = commandCount
        record.add(
            .call(.init(participant: command.participant, call: number, name: command.call.command.spec.name)))
        unendedCommands[number] = command
        if let performer = performer(command.participant), performer.showsRoster {
            begin(command.call.command, number: number, of: performer)
            effects.begin(command.call.command, number: number) { value(of: $0, at: command.participant) }
            choices.begin(command.call.command, of: command.participant)
        }
        Task { @MainActor in
            do {
                try await perform()
                ended(command, number, nil)
            } catch {
                ended(command, number, error)
            }
        }
    }

    /// Notes the start of a command, whose arguments and effects are looked for in requests.
    private func begin(_ command: Command, number: Int, of performer: any Performer) {
        let host = performer.address.host
        arguments.begin(command, number: number, at: host)
        wire.noteCommand(of: host)
        noteRejection(command, by: performer)
        if command.spec.name == "speak", case .duration(let time)? = command.arguments.value(named: "for") {
            wire.noteSpeech(of: host, for: time, at: loop.now)
        }
        let state = value(of: CommandEffect.named("callingState"), at: performer.name)
        let isOwn = performer.spec.driver == nil && performer.spec.part == nil
        let isInCall = value(of: CommandEffect.named("activeCall"), at: performer.name) != .none
        let isFree = isOwn && !isInCall && [.text("idle"), .text("lobby")].contains(state)
        creations.begin(command, at: host, loop.now, isFree: isFree)
    }

    /// Notes a command of the view model that may reject a ring. Another command that has not ended may reject it as well.
    private func noteRejection(_ command: Command, by performer: any Performer) {
        let isAlone = unendedCommands.values.count { $0.participant == performer.name } == 1
        let name = command.spec.name
        guard isAlone, name == "reject" || name == "hangUp" else { return }
        let call = EffectWatch.call(in: command)
        wire.noteRejection(by: performer.address.host, of: call, hangsUp: name == "hangUp") {
            value(of: $0, at: performer.name)
        }
    }

    /// Removes the commands of a dead process, which never end.
    func forgetCommands(of name: String) {
        for (number, command) in unendedCommands where command.participant == name {
            command.isGone = true
            unendedCommands[number] = nil
        }
    }

    private func ended(_ command: StageCommand, _ number: Int, _ error: (any Error)?) {
        guard !command.isGone else { return }
        command.end = (loop.now, error)
        unendedCommands[number] = nil
        arguments.end(number: number, isDone: error == nil && wire.isTrusted, isInOrder: wire.isPerfect)
        effects.end(command.call.command, number: number, isDone: error == nil, of: command.participant) {
            value(of: $0, at: command.participant)
        }
        choices.end(command.call.command, isDone: error == nil, of: command.participant) {
            value(of: $0, at: command.participant)
        }
        let outcome: JournalEvent.Returned.Outcome =
            error.map { .thrown(type: errorName($0), message: "\($0)") } ?? .value(.none)
        record.add(
            .returned(
                .init(
                    participant: command.participant, call: number, name: command.call.command.spec.name,
                    outcome: outcome)))
    }

    /// Returns the failure of the first command whose end differs from the scenario's outcome.
    func firstFailedCommand(_ commands: [StageCommand]) -> ExpectationFailure? {
        for command in commands where !command.isJudged {
            guard let end = command.end else {
                guard let deadline = command.deadline, command.call.outcome?.within != nil, loop.now > deadline else {
                    continue
                }
                return unfinished(command)
            }
            command.isJudged = true
            if let failure = judge(command, end.error, at: end.time) { return failure }
        }
        return nil
    }

    /// Returns the failure of a command that has not ended although its end is expected.
    func unfinished(_ command: StageCommand) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(subject(of: command)) has not ended", place: command.step.place,
            step: command.step, expected: expected(command.call.outcome), actual: "still running",
            participants: [command.participant])
    }

    /// The text of the step, with the participant when the text names a group.
    private func subject(of command: StageCommand) -> String {
        let words = "`\(command.step.text)`"
        let isNamed = command.step.text.hasPrefix("\(command.participant):")
        return isNamed ? words : "\(words) of \(command.participant)"
    }

    private func judge(_ command: StageCommand, _ error: (any Error)?, at time: Instant) -> ExpectationFailure? {
        let outcome = command.call.outcome
        let actual = error.map { "threw \(errorName($0)): \($0)" } ?? "returned"
        if let deadline = command.deadline, time > deadline {
            return failure(command, "took too long", actual + " after \(command.started.duration(to: time).written)")
        }
        switch (outcome?.thrown, error) {
        case (nil, nil): return nil
        case (nil, .some): return command.call.mayThrow ? nil : failure(command, "threw", actual)
        case (.some, nil): return failure(command, "did not throw", actual)
        case (.some(let thrown), .some(let error)):
            return matches(error, thrown) ? nil : failure(command, "threw another error", actual)
        }
    }

    private func failure(_ command: StageCommand, _ what: String, _ actual: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(subject(of: command)) \(what)", place: command.step.place,
            step: command.step, expected: expected(command.call.outcome), actual: actual,
            participants: [command.participant])
    }

    private func expected(_ outcome: CommandCall.Outcome?) -> String {
        var words = "returns"
        if let thrown = outcome?.thrown {
            words = "throws \(thrown.error)"
            if let code = thrown.code { words += " \(code)" }
            if let underlying = thrown.underlying { words += " (underlying: \(underlying))" }
        }
        if let limit = outcome?.within { words += " within \(limit.written)" }
        return words
    }

    /// Returns true when an error has the type, code and cause in a scenario; a refusal counts as its server error.
    private func matches(_ error: any Error, _ thrown: CommandCall.Thrown) -> Bool {
        guard errorName(error) == thrown.error else { return false }
        if let error = error as? DriverError { return error.fits(thrown) }
        let causes = causes(of: error)
        if let wanted = thrown.code {
            let refusals = ([error] + causes).compactMap { $0 as? APIError }
            guard refusals.contains(where: { $0.responseCode.number == wanted }) else { return false }
        }
        guard let underlying = thrown.underlying else { return true }
        return (causes.isEmpty ? [error] : causes).contains { cause in
            "\(type(of: cause))" == underlying || "\(cause)".contains(underlying)
        }
    }
}
