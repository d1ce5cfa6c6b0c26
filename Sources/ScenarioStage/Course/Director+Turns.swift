import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Director {
    /// What became of a branch's turn.
    private enum Outcome {
        /// Something happens: see what comes of it.
        case started
        /// A step is done, or begun, from which nothing follows: the turn goes on.
        case moved
        /// It waits, or has done in this turn what it may.
        case passed(waits: Bool)
        case failed(Breach)
    }

    /// Lets the branches take their turns until one has made something happen, or all of them wait.
    func lead() -> Progress {
        var waiting = 0
        while !courses.isOver, waiting < courses.indices.count {
            let index = courses.turn(at: loop.now)
            switch advance(index) {
            case .started: return .started
            case .failed(let breach): return .failed(breach)
            case .moved: waiting = 0
            case .passed(let waits):
                waiting = waits ? waiting + 1 : 0
                courses.pass()
            }
        }
        return courses.isOver ? finish() : .waiting(until: courses.underWay.compactMap(\.deadline).min())
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

    /// Looks at what the steps under way ask for, in all branches; answers what must not be.
    func lookAround() -> Breach? {
        // From behind, because branches that end go away.
        for index in courses.indices.reversed() where courses.indices.contains(index) {
            guard courses[index].isUnderWay, let step = courses[index].current else { continue }
            courses[index].breach = broken(step)
            switch (step.action, courses[index].breach) {
            case (.hold(_, let duration), let breach?):
                if !stage.mayHaveEnded(duration, from: courses[index].began) { return breach }
            case (.expect, nil), (.packets, nil), (.journal, nil), (.order, nil): done(index)
            default: break
            }
        }
        return nil
    }

    // MARK: One branch

    private func advance(_ index: Int) -> Outcome {
        guard courses[index].branchesLeft == 0, let step = courses[index].current else { return .passed(waits: true) }
        if let began = courses[index].began { return goOn(index, step, since: began) }
        if let outcome = hinder(index, step) { return outcome }
        if step.action.acts {
            guard courses.mayAct else { return .passed(waits: false) }
            courses.act()
        }
        courses[index].begin(at: stage.beginning(loop.now))
        courses[index].deadline = nil
        note(step, .began)
        return begin(index, step)
    }

    /// What keeps a step from being done now; nil when nothing does.
    private func hinder(_ index: Int, _ step: Step) -> Outcome? {
        guard let time = step.time else { return nil }
        let reached = courses[index].reach(at: stage.beginning(loop.now))
        guard let instant = instant(of: time) else {
            guard courses.maySet(time.mark ?? "") else {
                return .failed(late(step, "the mark `\(time.mark ?? "")` was not set"))
            }
            courses[index].deadline = nil
            return .passed(waits: true)
        }
        guard loop.now >= instant else {
            courses[index].deadline = instant
            return .passed(waits: true)
        }
        guard reached > instant.advanced(by: isVirtual ? .zero : stage.patient(Self.lateness)) else { return nil }
        return .failed(late(step, "it was reached \(instant.duration(to: reached).written) after that"))
    }

    /// How late a step may be whose time is said, under a clock that does not wait for anybody.
    private static let lateness = Duration.milliseconds(100)

    private func late(_ step: Step, _ actual: String) -> Breach {
        Breach(
            reason: "the step could not be done at its time: \(actual)", place: step.place, step: step,
            expected: "at: \(step.time.map { "\($0)" } ?? "")", actual: actual)
    }

    /// The instant that a scenario names; nil while its mark is not set.
    func instant(of moment: Moment) -> Instant? {
        moment.mark == nil ? firstStepAt?.advanced(by: moment.offset) : moment.instant(stage.marks)
    }

    private func begin(_ index: Int, _ step: Step) -> Outcome {
        switch step.action {
        case .command, .sameTime, .network, .server:
            start(step)
            done(index)
            return .started
        case .rule(let expectations):
            if let breach = broken(step) { return .failed(breach) }
            rules.append((step, expectations))
            return ended(index)
        case .mark(let name):
            stage.marks[name] = stage.beginning(loop.now)
            return ended(index)
        case .group(let steps):
            return enter(index, steps)
        case .when(let fork):
            let isMet = firstBroken(fork.conditions, step) == nil
            stage.record.log(nil, "step \(step.number) goes on with `\(isMet ? "then" : "else")`")
            return enter(index, isMet ? fork.then : fork.otherwise)
        case .parallel(let branches):
            courses.start(branches, of: index)
            return .moved
        case .expect, .packets, .journal, .order, .hold, .wait:
            courses[index].breach = broken(step)
            return goOn(index, step, since: stage.beginning(loop.now))
        }
    }

    /// A step that takes time, or may take it.
    private func goOn(_ index: Int, _ step: Step, since began: Instant) -> Outcome {
        switch step.action {
        case .wait(let duration):
            return pass(index, until: began.advanced(by: duration))
        case .hold(_, let duration):
            if let breach = courses[index].breach, !stage.mayHaveEnded(duration, from: began) { return .failed(breach) }
            return pass(index, until: began.advanced(by: duration))
        default:
            guard var breach = courses[index].breach else { return ended(index) }
            let limit = step.action.limit
            if limit != nil || stage.tempo != nil {
                let deadline = began.advanced(by: stage.patient(limit ?? .zero))
                courses[index].deadline = deadline
                if loop.now < deadline { return .passed(waits: true) }
                if let limit { breach.reason += " within \(limit.written)" }
            }
            return .failed(breach)
        }
    }

    private func pass(_ index: Int, until end: Instant) -> Outcome {
        guard loop.now < end else { return ended(index) }
        courses[index].deadline = end
        return .passed(waits: true)
    }

    private func enter(_ index: Int, _ steps: [Step]) -> Outcome {
        guard !steps.isEmpty else { return ended(index) }
        courses[index].enter(steps)
        return .moved
    }

    private func ended(_ index: Int) -> Outcome {
        done(index)
        return .moved
    }

    /// The current step of a branch is done, and with it perhaps those around it.
    private func done(_ index: Int) {
        if let step = courses[index].current { note(step, .ended) }
        for step in courses[index].endStep() { note(step, .ended) }
        if courses[index].isOver, let parent = courses.end(index) { done(parent) }
    }

    private func start(_ step: Step) {
        switch step.action {
        case .command(let call): commands += stage.start(call, step)
        case .network(let changes): stage.apply(changes)
        case .server(let call): stage.apply(call)
        case .sameTime(let steps): for step in steps { start(step) }
        case .expect, .hold, .rule, .packets, .journal, .order, .wait, .group, .parallel, .when, .mark: break
        }
    }
}
