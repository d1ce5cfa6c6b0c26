import CallLibrary
import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing

/// Moves a run through the scenario's steps, at idle points only: when nothing more can happen before time moves.
///
/// Its ``Cursor`` is the position in the steps. `Director+Steps.swift` performs them, and
/// `Director+Expectations.swift` evaluates their expectations.
@MainActor
final class Director {
    enum Progress {
        /// Something was started: see what comes of it.
        case started
        /// Time has to pass, at most until then.
        case waiting(until: Instant?)
        case finished
        case failed(ExpectationFailure)
    }

    struct FirstValueKey: Hashable {
        let participant: String
        let property: Property
    }

    let scenario: Scenario
    let stage: Stage
    let loop: EventLoop
    let isVirtual: Bool
    var cursor: Cursor
    var rules: [(step: Step?, expectations: [Expectation])]
    var firstValues: [FirstValueKey: Value] = [:]
    let tracked: [FirstValueKey]
    var commands: [StageCommand] = []
    /// When the first step was reached.
    private(set) var firstStepAt: Instant?
    /// How many times a step has begun or ended.
    private var stepsNoted = 0
    private var armed: (deadline: Instant, wake: WakeID)?
    private(set) var failure: ExpectationFailure?
    private(set) var isOver = false
    /// When the last step was done; what comes after it is none of the scenario's.
    private(set) var stepsEndedAt: Instant?
    private let epilogue: RunEpilogue?

    init(_ scenario: Scenario, on stage: Stage, loop: EventLoop, isVirtual: Bool) {
        epilogue = isVirtual ? RunEpilogue(scenario.wholeRun, on: stage, loop: loop) : nil
        self.scenario = scenario
        self.stage = stage
        self.loop = loop
        self.isVirtual = isVirtual
        cursor = Cursor(scenario.steps)
        rules = scenario.rules.isEmpty ? [] : [(nil, scenario.rules)]
        let all = scenario.steps.flatMap(\.expectations) + scenario.rules
        tracked = all.filter(\.comparison.asksForFirst).flatMap { expectation in
            expectation.participants.map { FirstValueKey(participant: $0, property: expectation.property) }
        }
    }

    // MARK: Quiet instants

    /// Does what is to be done at a quiet instant.
    func quiet() -> QuietAnswer {
        guard !isOver else { return .stop }
        if scenario.wholeRun.contains(.states), let failure = stage.illegalMove() { return end(failure) }
        if let epilogue, epilogue.hasBegun { return follow(epilogue.advance()) }
        if firstStepAt == nil {
            firstStepAt = loop.now
            stage.marks[Moment.firstStep] = loop.now
        }
        rememberFirstValues()
        if epilogue != nil, scenario.wholeRun.contains(.rosters), let failure = stage.lateDissent() {
            return end(failure)
        }
        if scenario.wholeRun.contains(.observers), let failure = stage.staleObserver(stepsNoted) { return end(failure) }
        if scenario.wholeRun.contains(.wire), let failure = stage.wireFailure() { return end(failure) }
        if epilogue != nil, scenario.wholeRun.contains(.views), let failure = stage.lastingDifference(stepsNoted) {
            return end(failure)
        }
        if let failure = firstFailedRule() ?? stage.firstFailedCommand(commands) ?? evaluateCurrent() {
            return end(failure)
        }
        switch performSteps() {
        case .started:
            return .again
        case .waiting(let deadline):
            arm(deadline)
            return .proceed
        case .finished:
            stepsEndedAt = loop.now
            arm(nil)
            stage.recordTracks()
            if scenario.wholeRun.contains(.observers), let failure = stage.staleObserver(nil) { return end(failure) }
            return epilogue.map { follow($0.advance()) } ?? end(nil)
        case .failed(let failure):
            return end(failure)
        }
    }

    private func follow(_ progress: RunEpilogue.Progress) -> QuietAnswer {
        switch progress {
        case .started: return .again
        case .waiting(let deadline):
            arm(deadline)
            return .proceed
        case .finished: return end(nil)
        case .failed(let failure): return end(failure)
        }
    }

    /// Ends the run because nothing is left that could happen.
    func standstill() -> QuietAnswer {
        guard !isOver else { return .stop }
        if let epilogue, epilogue.hasBegun { return follow(epilogue.deadEnd()) }
        let what = cursor.current.map { "at step \($0.number), `\($0.text)`\($0.whereabouts)" } ?? "for commands to end"
        var failure = cursor.failure ?? ExpectationFailure(reason: "")
        failure.reason = "nothing is left to happen: waiting \(what)"
        failure.step = cursor.current
        failure.place = cursor.current?.place
        failure.isStandstill = true
        return end(failure)
    }

    private func end(_ failure: ExpectationFailure?) -> QuietAnswer {
        isOver = true
        self.failure = failure
        guard var failure, let step = failure.step else { return .stop }
        if !failure.isStandstill { failure.reason += step.whereabouts }
        failure.findings = findings(at: step)
        self.failure = failure
        stage.record.add(
            .expectation(
                .init(
                    index: step.number, line: (failure.place ?? step.place).line, file: includedFile(of: step),
                    text: step.text,
                    outcome: .failed(expected: failure.expected ?? "", actual: failure.actual ?? failure.reason))))
        note(step, .failed)
        return .stop
    }

    /// A timer of the director's own makes the clock stop at the next of its deadlines.
    private func arm(_ deadline: Instant?) {
        guard deadline != armed?.deadline else { return }
        if let armed { loop.cancel(armed.wake) }
        armed = nil
        guard let deadline, deadline > loop.now else { return }
        armed = (deadline, loop.schedule(at: deadline, "step of the scenario") {})
    }

    // MARK: The journal

    func note(_ step: Step, _ phase: JournalEvent.Step.Phase) {
        stepsNoted += 1
        stage.record.add(
            .step(
                .init(
                    index: step.number, line: step.place.line, file: includedFile(of: step), text: step.text,
                    phase: phase)))
    }

    private func includedFile(of step: Step) -> String? {
        step.file == scenario.file ? nil : step.file
    }
}

extension Step {
    /// The repetitions and sequences around it, for the end of a sentence.
    var whereabouts: String {
        trail.isEmpty ? "" : ", in \(trail.joined(separator: ", in "))"
    }

    /// Every expectation in it.
    fileprivate var expectations: [Expectation] {
        let own: [Expectation] =
            switch action {
            case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): expectations
            case .command, .server, .packets, .journal, .wait, .network, .sameTime, .group, .mark: []
            }
        return own + action.inner.flatMap(\.expectations)
    }
}
