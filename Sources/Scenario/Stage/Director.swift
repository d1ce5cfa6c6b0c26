import CallLibrary
import Journal
import Loop
import Sockets
import Timing

/// Leads a run through the scenario's steps, at quiet instants only: when nothing can happen any more before time moves.
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
        /// Whether the run came to a standstill instead of showing something wrong.
        var isStandstill = false
    }

    private enum Progress {
        /// Something was started: see what comes of it.
        case started
        /// Time has to pass, at most until then.
        case waiting(until: Instant?)
        case finished
        case failed(Breach)
    }

    let scenario: Scenario
    let stage: Stage
    private let loop: EventLoop
    private var nextStep = 0
    private var stepBegan: Instant?
    private var rules: [(step: Step?, expectations: [Expectation])]
    private var firstValues: [FirstValueKey: Value] = [:]
    private let tracked: [FirstValueKey]
    private var commands: [StageCommand] = []
    private var armed: Instant?
    private(set) var breach: Breach?
    private(set) var isOver = false
    /// When the last step was done; what comes after it is none of the scenario's.
    private(set) var stepsEndedAt: Instant?
    private let curtain: Curtain?

    private struct FirstValueKey: Hashable {
        let participant: String
        let property: Property
    }

    init(_ scenario: Scenario, on stage: Stage, loop: EventLoop, isVirtual: Bool) {
        curtain = isVirtual ? Curtain(scenario.wholeRun, on: stage, loop: loop) : nil
        self.scenario = scenario
        self.stage = stage
        self.loop = loop
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
        rememberFirstValues()
        if let breach = firstBrokenRule() ?? stage.brokenCommand(commands) { return end(breach) }
        while true {
            switch advance() {
            case .started:
                return .again
            case .waiting(let deadline):
                arm(deadline)
                return .proceed
            case .finished:
                stepsEndedAt = loop.now
                stage.recordTracks()
                return curtain.map { follow($0.advance()) } ?? end(nil)
            case .failed(let breach):
                return end(breach)
            }
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
        let step = currentStep
        let what = step.map { "waiting at step \($0.number), `\($0.text)`" } ?? "waiting for commands to end"
        var breach = Breach(reason: "nothing is left to happen: \(what)", place: step?.place, step: step)
        breach.isStandstill = true
        if let step, case .expect(let expectations, _) = step.action, let broken = firstBroken(expectations, step) {
            breach.expected = broken.expected
            breach.actual = broken.actual
            breach.participants = broken.participants
        }
        return end(breach)
    }

    private var currentStep: Step? {
        scenario.steps.indices.contains(nextStep) ? scenario.steps[nextStep] : nil
    }

    private func end(_ breach: Breach?) -> QuietAnswer {
        isOver = true
        self.breach = breach
        if let breach, let step = breach.step {
            stage.record.add(
                .expectation(
                    .init(
                        index: step.number, line: (breach.place ?? step.place).line, text: step.text,
                        outcome: .failed(expected: breach.expected ?? "", actual: breach.actual ?? breach.reason))))
            stage.record.add(.step(journal(step, .failed)))
        }
        return .stop
    }

    /// A timer of the director's own makes the clock stop at its deadlines.
    private func arm(_ deadline: Instant?) {
        guard let deadline, deadline != armed, deadline > loop.now else { return }
        armed = deadline
        loop.schedule(at: deadline, "step of the scenario") {}
    }

    // MARK: Steps

    private func advance() -> Progress {
        guard let step = currentStep else { return finish() }
        let began = stepBegan ?? loop.now
        if stepBegan == nil {
            stepBegan = began
            stage.record.add(.step(journal(step, .began)))
        }
        switch step.action {
        case .command, .sameTime:
            start(step)
            return done(step, .started)
        case .network, .server:
            start(step)
            return done(step, .started)
        case .rule(let expectations):
            if let breach = firstBroken(expectations, step) { return .failed(breach) }
            rules.append((step, expectations))
            return done(step, .started)
        case .expect(let expectations, let limit):
            guard let breach = firstBroken(expectations, step) else { return done(step, .started) }
            return waitOrFail(breach, until: limit.map(began.advanced(by:)), limit)
        case .packets(let expectation, let limit):
            guard let breach = stage.broken(expectation, step) else { return done(step, .started) }
            return waitOrFail(breach, until: limit.map(began.advanced(by:)), limit)
        case .hold(let expectations, let duration):
            if let breach = firstBroken(expectations, step) { return .failed(breach) }
            return pass(step, until: began.advanced(by: duration))
        case .wait(let duration):
            return pass(step, until: began.advanced(by: duration))
        }
    }

    private func waitOrFail(_ breach: Breach, until deadline: Instant?, _ limit: Duration?) -> Progress {
        guard let deadline, loop.now < deadline else {
            var breach = breach
            if let limit { breach.reason += " within \(limit.written)" }
            return .failed(breach)
        }
        return .waiting(until: deadline)
    }

    private func pass(_ step: Step, until end: Instant) -> Progress {
        loop.now < end ? .waiting(until: end) : done(step, .started)
    }

    private func done(_ step: Step, _ progress: Progress) -> Progress {
        stage.record.add(.step(journal(step, .ended)))
        nextStep += 1
        stepBegan = nil
        return progress
    }

    /// The scenario is done when every command whose end is expected has ended.
    private func finish() -> Progress {
        let pending = commands.filter { $0.call.outcome != nil && $0.end == nil }
        guard let first = pending.first else { return .finished }
        guard let limit = pending.compactMap(\.deadline).min(), loop.now < limit else {
            return .failed(stage.unfinished(first))
        }
        return .waiting(until: limit)
    }

    private func start(_ step: Step) {
        switch step.action {
        case .command(let call): commands += stage.start(call, step)
        case .network(let changes): stage.apply(changes)
        case .server(let call): stage.apply(call)
        case .sameTime(let steps): for step in steps { start(step) }
        case .expect, .hold, .rule, .packets, .wait: break
        }
    }

    private func journal(_ step: Step, _ phase: JournalEvent.Step.Phase) -> JournalEvent.Step {
        .init(index: step.number, line: step.place.line, text: step.text, phase: phase)
    }

    // MARK: Expectations

    private func firstBrokenRule() -> Breach? {
        for rule in rules {
            guard var breach = firstBroken(rule.expectations, rule.step) else { continue }
            breach.reason = "a rule of the whole run broke: " + breach.reason
            return breach
        }
        return nil
    }

    private func firstBroken(_ expectations: [Expectation], _ step: Step?) -> Breach? {
        for expectation in expectations {
            for name in expectation.participants {
                let actual = stage.value(of: expectation.property, at: name)
                let first = firstValues[FirstValueKey(participant: name, property: expectation.property)] ?? .none
                guard !expectation.comparison.isMet(by: actual, first: first, marks: stage.marks) else { continue }
                let path = "\(name).\(expectation.property)"
                var expected = expectation.comparison.description
                if expectation.comparison.asksForFirst { expected += " (from \(first))" }
                return Breach(
                    reason: "\(path) was not as expected", place: expectation.place, step: step,
                    expected: "\(path): \(expected)", actual: "\(path): \(actual)", participants: [name])
            }
        }
        return nil
    }

    private func rememberFirstValues() {
        for key in tracked where firstValues[key] == nil {
            let value = stage.value(of: key.property, at: key.participant)
            if value != .none { firstValues[key] = value }
        }
    }
}

extension Step {
    /// Every expectation in it.
    fileprivate var expectations: [Expectation] {
        switch action {
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): expectations
        case .sameTime(let steps): steps.flatMap(\.expectations)
        case .command, .packets, .wait, .network, .server: []
        }
    }
}

extension Comparison {
    /// Whether it compares with the first value of the run.
    var asksForFirst: Bool {
        switch self {
        case .unchanged: true
        case .not(let comparison), .count(let comparison): comparison.asksForFirst
        case .all(let comparisons), .oneOf(let comparisons), .contains(let comparisons):
            comparisons.contains(where: \.asksForFirst)
        case .equal, .matches, .before, .after, .atLeast, .atMost, .moreThan, .lessThan: false
        }
    }
}
