import Journal
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Director {
    /// The result of one attempt at the current step.
    private enum Outcome {
        /// The step started something; its effects come first.
        case started
        /// The step ended, or another step is now current.
        case moved
        case waiting
        case failed(ExpectationFailure)
    }

    /// Performs steps until one starts something, one waits, or all have ended.
    func performSteps() -> StepProgress {
        while let step = cursor.current {
            if case .step(let additional, let entries) = fork, stage.record.journal.entries.count >= entries {
                fork = nil
                start(additional)
                return .started
            }
            switch perform(step) {
            case .moved: continue
            case .started: return .started
            case .waiting: return .waiting(until: cursor.deadline)
            case .failed(let failure): return .failed(failure)
            }
        }
        return awaitCommands()
    }

    /// Waits until every command with an expected outcome has ended; then the scenario ends.
    private func awaitCommands() -> StepProgress {
        let pending = commands.filter { $0.call.outcome != nil && $0.end == nil }
        guard let first = pending.first else { return .finished }
        guard let limit = pending.compactMap(\.deadline).min(), loop.now < limit else {
            return .failed(stage.unfinished(first))
        }
        return .waiting(until: limit)
    }

    /// Evaluates the expectation of the current step; returns a failure that is permanent.
    func evaluateCurrent() -> ExpectationFailure? {
        guard cursor.began != nil, let step = cursor.current else { return nil }
        cursor.failure = failure(of: step)
        switch (step.action, cursor.failure) {
        case (.hold(_, let duration), let failure?):
            return stage.mayHaveEnded(duration, from: cursor.began) ? nil : failure
        case (.expect, nil), (.packets, nil), (.journal, nil): endStep()
        default: break
        }
        return nil
    }

    // MARK: One step

    private func perform(_ step: Step) -> Outcome {
        if let began = cursor.began { return resume(step, since: began) }
        switch wait(forTimeOf: step) {
        case .failed where !judgesExpectations, nil: break
        case let outcome?: return outcome
        }
        cursor.begin(at: stage.beginning(loop.now))
        note(step, .began)
        return begin(step)
    }

    /// Returns the outcome that delays a step with a time of its own; nil when it may begin.
    private func wait(forTimeOf step: Step) -> Outcome? {
        guard let time = step.time else { return nil }
        let reached = cursor.reach(at: stage.beginning(loop.now))
        guard let instant = instant(of: time) else {
            return .failed(late(step, "the mark `\(time.mark ?? "")` was not set"))
        }
        guard loop.now >= instant else {
            cursor.deadline = instant
            return .waiting
        }
        guard reached > instant.advanced(by: isVirtual ? .zero : stage.withSlack(Self.lateness)) else { return nil }
        return .failed(late(step, "it was reached \(instant.duration(to: reached).written) after that"))
    }

    /// The maximum delay of a step with a time of its own under the real clock.
    private static let lateness = Duration.milliseconds(100)

    private func late(_ step: Step, _ actual: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "the step could not be performed at its time: \(actual)", place: step.place, step: step,
            expected: "at: \(step.time.map { "\($0)" } ?? "")", actual: actual)
    }

    /// Returns the instant of a moment; nil before its mark is set.
    private func instant(of moment: Moment) -> Instant? {
        moment.mark == nil ? firstStepAt?.advanced(by: moment.offset) : moment.instant(stage.marks)
    }

    private func begin(_ step: Step) -> Outcome {
        switch step.action {
        case .command, .sameTime, .network, .server:
            start(step)
            endStep()
            return .started
        case .rule(let expectations):
            if let failure = failure(of: step) { return .failed(failure) }
            rules.append((step, expectations))
            return ended()
        case .mark(let name):
            stage.marks[name] = stage.beginning(loop.now)
            return ended()
        case .group(let steps):
            guard !steps.isEmpty else { return ended() }
            cursor.enter(steps)
            return .moved
        case .expect, .packets, .journal, .hold, .wait:
            cursor.failure = failure(of: step)
            return resume(step, since: stage.beginning(loop.now))
        }
    }

    /// Continues a step that takes time, or may take time.
    private func resume(_ step: Step, since began: Instant) -> Outcome {
        switch step.action {
        case .wait(let duration):
            return wait(until: began.advanced(by: duration))
        case .hold(_, let duration):
            if let failure = cursor.failure, judgesExpectations, !stage.mayHaveEnded(duration, from: began) {
                return .failed(failure)
            }
            return wait(until: began.advanced(by: duration))
        default:
            guard var failure = cursor.failure else { return ended() }
            let limit = step.action.limit
            if limit != nil || stage.quiescence != nil {
                let deadline = began.advanced(by: stage.withSlack(limit ?? .zero))
                cursor.deadline = deadline
                if loop.now < deadline { return .waiting }
                if let limit { failure.reason += " within \(limit.written)" }
            }
            return .failed(failure)
        }
    }

    private func wait(until end: Instant) -> Outcome {
        guard loop.now < end else { return ended() }
        cursor.deadline = end
        return .waiting
    }

    private func ended() -> Outcome {
        endStep()
        return .moved
    }

    /// Ends the current step, and the enclosing steps that end with it.
    func endStep() {
        if let step = cursor.current { note(step, .ended) }
        for step in cursor.endStep() { note(step, .ended) }
    }

    private func start(_ step: Step) {
        switch step.action {
        case .command(let call): commands += stage.start(call, step)
        case .network(let changes): stage.apply(changes)
        case .server(let call): stage.apply(call)
        case .sameTime(let steps): for step in steps { start(step) }
        case .expect, .hold, .rule, .packets, .journal, .wait, .group, .mark: break
        }
    }
}
