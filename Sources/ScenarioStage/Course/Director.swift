import CallLibrary
import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing

/// Leads a run through the scenario's steps, at quiet instants only: when nothing can happen any more before time moves.
///
/// Where it stands in them is in its ``CourseList``, which tells whose turn it is; what a turn is made of stands in
/// `Director+Turns.swift`, and what is asked of steps in `Director+Expectations.swift`.
@MainActor
final class Director {
    /// What broke, and where.
    struct Breach {
        var reason: String
        var place: Place?
        var step: Step?
        var expected: String?
        var actual: String?
        /// Who it was seen at, for the choice of datagrams to show.
        var participants: [String] = []
        /// What comes nearest to what was expected, a line each.
        var candidates: [String] = []
        /// Every wrong expectation of the step, a line each.
        var findings: [String] = []
        /// Whether the run came to a standstill instead of showing something wrong.
        var isStandstill = false
    }

    enum Progress {
        /// Something was started: see what comes of it.
        case started
        /// Time has to pass, at most until then.
        case waiting(until: Instant?)
        case finished
        case failed(Breach)
    }

    struct FirstValueKey: Hashable {
        let participant: String
        let property: Property
    }

    let scenario: Scenario
    let stage: Stage
    let loop: EventLoop
    let isVirtual: Bool
    var courses: CourseList
    var rules: [(step: Step?, expectations: [Expectation])]
    var firstValues: [FirstValueKey: Value] = [:]
    let tracked: [FirstValueKey]
    var commands: [StageCommand] = []
    /// When the first step was reached.
    private(set) var firstStepAt: Instant?
    private var armed: (deadline: Instant, wake: WakeID)?
    private(set) var breach: Breach?
    private(set) var isOver = false
    /// When the last step was done; what comes after it is none of the scenario's.
    private(set) var stepsEndedAt: Instant?
    private let curtain: Curtain?

    init(_ scenario: Scenario, on stage: Stage, loop: EventLoop, isVirtual: Bool) {
        curtain = isVirtual ? Curtain(scenario.wholeRun, on: stage, loop: loop) : nil
        self.scenario = scenario
        self.stage = stage
        self.loop = loop
        self.isVirtual = isVirtual
        courses = CourseList(scenario.steps)
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
        if scenario.wholeRun.contains(.states), let breach = stage.illegalMove() { return end(breach) }
        if let curtain, curtain.hasBegun { return follow(curtain.advance()) }
        if firstStepAt == nil {
            firstStepAt = loop.now
            stage.marks[Moment.firstStep] = loop.now
        }
        rememberFirstValues()
        if curtain != nil, scenario.wholeRun.contains(.rosters), let breach = stage.lateDissent() { return end(breach) }
        if let breach = firstBrokenRule() ?? stage.brokenCommand(commands) ?? lookAround() { return end(breach) }
        switch lead() {
        case .started:
            return .again
        case .waiting(let deadline):
            arm(deadline)
            return .proceed
        case .finished:
            stepsEndedAt = loop.now
            arm(nil)
            stage.recordTracks()
            return curtain.map { follow($0.advance()) } ?? end(nil)
        case .failed(let breach):
            return end(breach)
        }
    }

    private func follow(_ progress: Curtain.Progress) -> QuietAnswer {
        switch progress {
        case .started: return .again
        case .waiting(let deadline):
            arm(deadline)
            return .proceed
        case .finished: return end(nil)
        case .failed(let breach): return end(breach)
        }
    }

    /// Ends the run because nothing is left that could happen.
    func standstill() -> QuietAnswer {
        guard !isOver else { return .stop }
        if let curtain, curtain.hasBegun { return follow(curtain.deadEnd()) }
        let waiting = courses.underWay.filter { $0.branchesLeft == 0 }
        let steps = waiting.compactMap(\.current)
        let places = steps.map { "step \($0.number), `\($0.text)`\($0.whereabouts)" }
        let what = places.isEmpty ? "for commands to end" : "at \(places.joined(separator: "; at "))"
        let first = waiting.first { $0.breach != nil }
        var breach = Breach(reason: "nothing is left to happen: waiting \(what)")
        breach.step = first?.current ?? steps.first
        breach.place = breach.step?.place
        breach.isStandstill = true
        if let broken = first?.breach {
            breach.expected = broken.expected
            breach.actual = broken.actual
            breach.participants = broken.participants
            breach.candidates = broken.candidates
        }
        return end(breach)
    }

    private func end(_ breach: Breach?) -> QuietAnswer {
        isOver = true
        self.breach = breach
        guard var breach, let step = breach.step else { return .stop }
        if !breach.isStandstill { breach.reason += step.whereabouts }
        breach.findings = findings(at: step)
        self.breach = breach
        stage.record.add(
            .expectation(
                .init(
                    index: step.number, line: (breach.place ?? step.place).line, file: includedFile(of: step),
                    text: step.text,
                    outcome: .failed(expected: breach.expected ?? "", actual: breach.actual ?? breach.reason))))
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
    /// Where among branches and repetitions it stands, for the end of a sentence.
    var whereabouts: String {
        trail.isEmpty ? "" : ", in \(trail.joined(separator: ", in "))"
    }

    /// Every expectation in it.
    fileprivate var expectations: [Expectation] {
        let own: [Expectation] =
            switch action {
            case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): expectations
            case .when(let fork): fork.conditions
            case .command, .server, .packets, .journal, .order, .wait, .network, .sameTime, .group, .parallel, .mark: []
            }
        return own + action.inner.flatMap(\.expectations)
    }
}
