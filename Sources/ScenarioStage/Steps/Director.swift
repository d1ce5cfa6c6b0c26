import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing

/// Moves a run through the scenario's steps, at idle points only: when no event is possible before time advances.
///
/// Its ``Cursor`` is the position in the steps. `Director+Steps.swift` performs them, and
/// `Director+Expectations.swift` evaluates their expectations.
@MainActor
final class Director {
    struct FirstValueKey: Hashable {
        let participant: String
        let property: Property
    }

    let scenario: Scenario
    let stage: Stage
    let loop: EventLoop
    let isVirtual: Bool
    let judgesExpectations: Bool
    var cursor: Cursor
    var rules: [(step: Step?, expectations: [Expectation])]
    var firstValues: [FirstValueKey: Value] = [:]
    let tracked: [FirstValueKey]
    var commands: [StageCommand] = []
    /// The instant at which the first step was reached.
    private(set) var firstStepAt: Instant?
    /// The number of times that a step has begun or ended.
    private var stepsNoted = 0
    private var armed: (deadline: Instant, wake: WakeID)?
    private(set) var failure: ExpectationFailure?
    private(set) var isOver = false
    /// The instant at which the last step ended; later events are not part of the scenario.
    private(set) var stepsEndedAt: Instant?
    private let epilogue: RunEpilogue?
    /// The addition to the run; nil once its step is performed.
    var fork: RunFork?
    var watched = WatchedValues()
    /// Called at each deadline of a step.
    var onDeadline: (@MainActor (Instant) -> Void)?

    init(
        _ scenario: Scenario, on stage: Stage, loop: EventLoop, isVirtual: Bool, judgesExpectations: Bool = true,
        fork: RunFork? = nil
    ) {
        epilogue = isVirtual ? RunEpilogue(scenario.wholeRun, on: stage, loop: loop) : nil
        self.scenario = scenario
        self.stage = stage
        self.loop = loop
        self.isVirtual = isVirtual
        self.judgesExpectations = judgesExpectations
        self.fork = fork
        cursor = Cursor(scenario.steps)
        rules = scenario.rules.isEmpty ? [] : [(nil, scenario.rules)]
        var all = scenario.steps.flatMap(\.expectations) + scenario.rules
        if case .watch(let expectations) = fork { all += expectations }
        tracked = all.filter(\.comparison.asksForFirst).flatMap { expectation in
            expectation.participants.map { FirstValueKey(participant: $0, property: expectation.property) }
        }
    }

    // MARK: Idle points

    /// Performs the next action at an idle point.
    func quiet() -> QuietAnswer {
        guard !isOver else { return .stop }
        if isVirtual, loop.now > Instant.start.advanced(by: Self.limit) { return end(overtime) }
        noteWatched()
        if scenario.wholeRun.contains(.states), let failure = stage.illegalTransition() { return end(failure) }
        if scenario.wholeRun.contains(.specifications), let failure = stage.specificationFailure() {
            return end(failure)
        }
        if scenario.wholeRun.contains(.audiences),
            let failure = stage.audienceFailure() ?? stage.rightsFailure() ?? stage.reasonFailure()
        {
            return end(failure)
        }
        if let epilogue, epilogue.hasBegun { return follow(epilogue.advance()) }
        if firstStepAt == nil {
            firstStepAt = loop.now
            stage.marks[Moment.firstStep] = loop.now
        }
        rememberFirstValues()
        if epilogue != nil, scenario.wholeRun.contains(.rosters), let failure = stage.lateDisagreement() {
            return end(failure)
        }
        if scenario.wholeRun.contains(.observers), let failure = stage.staleObserver(stepsNoted) { return end(failure) }
        if scenario.wholeRun.contains(.wire), let failure = stage.wireFailure() { return end(failure) }
        if scenario.wholeRun.contains(.views), let failure = stage.effectFailure() { return end(failure) }
        if epilogue != nil, scenario.wholeRun.contains(.views), let failure = stage.lastingDifference(stepsNoted) {
            return end(failure)
        }
        let failed = firstFailedRule() ?? stage.firstFailedCommand(commands) ?? evaluateCurrent()
        if let failed, judgesExpectations { return end(failed) }
        return advance()
    }

    /// Performs steps. A failed step is skipped when expectations are not judged.
    private func advance() -> QuietAnswer {
        switch performSteps() {
        case .started:
            return .again
        case .failed(let failure) where judgesExpectations:
            return end(failure)
        case .failed where cursor.current != nil:
            endStep()
            return .again
        case .waiting(let deadline):
            arm(deadline)
            return .proceed
        case .finished, .failed:
            stepsEndedAt = loop.now
            arm(nil)
            stage.recordTracks()
            if scenario.wholeRun.contains(.observers), let failure = stage.staleObserver(nil) { return end(failure) }
            return epilogue.map { follow($0.advance()) } ?? end(nil)
        }
    }

    private func follow(_ progress: StepProgress) -> QuietAnswer {
        switch progress {
        case .started: return .again
        case .waiting(let deadline):
            arm(deadline)
            return .proceed
        case .finished: return end(nil)
        case .failed(let failure): return end(failure)
        }
    }

    /// The longest virtual time of a run.
    private static let limit = ScenarioLimits.default.run

    /// The failure of a run that takes longer than it may.
    private var overtime: ExpectationFailure {
        let place = cursor.current.map { "at \(words(for: $0))" } ?? "after the last step"
        var failure = ExpectationFailure(
            reason: "a run can take at most \(Self.limit.written) of virtual time, and this one is still "
                + "\(place): \(loop.pendingWork)")
        failure.step = cursor.current
        failure.isHang = true
        return failure
    }

    /// The number, the text and the place of a step.
    func words(for step: Step) -> String { "step \(step.number), `\(step.text)`\(step.location)" }

    /// Ends the run because no event is possible.
    func deadlock() -> QuietAnswer {
        guard !isOver else { return .stop }
        if let epilogue, epilogue.hasBegun { return follow(epilogue.deadEnd()) }
        if !judgesExpectations, cursor.current != nil {
            endStep()
            return .again
        }
        let what = cursor.current.map { "at \(words(for: $0))" } ?? "for commands to end"
        var failure = cursor.failure ?? ExpectationFailure(reason: "")
        failure.reason = "no further event is possible: waiting \(what)"
        failure.step = cursor.current
        failure.place = cursor.current?.place
        failure.isHang = true
        return end(failure)
    }

    private func end(_ failure: ExpectationFailure?) -> QuietAnswer {
        noteWatched()
        isOver = true
        self.failure = failure
        guard var failure, let step = failure.step else { return .stop }
        if !failure.isHang { failure.reason += step.location }
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

    /// Sets a timer, which stops the clock at the next deadline of the director.
    private func arm(_ deadline: Instant?) {
        guard deadline != armed?.deadline else { return }
        if let armed { loop.cancel(armed.wake) }
        armed = nil
        guard let deadline, deadline > loop.now else { return }
        let wake = loop.schedule(at: deadline, "step of the scenario") { [onDeadline] in onDeadline?(deadline) }
        armed = (deadline, wake)
    }

    /// Cancels the timer of the current step.
    func disarm() {
        if let armed { loop.cancel(armed.wake) }
        armed = nil
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
    /// The enclosing repetitions and sequences, for the end of a sentence.
    var location: String {
        trail.isEmpty ? "" : ", in \(trail.joined(separator: ", in "))"
    }

    /// All expectations in the step.
    fileprivate var expectations: [Expectation] { action.expectations + action.inner.flatMap(\.expectations) }
}
