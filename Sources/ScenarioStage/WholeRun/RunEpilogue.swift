import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Specifications
import Timing

/// The end of a run after its last step: the network is restored, rosters agree, all clients leave, and nothing
/// remains.
@MainActor
final class RunEpilogue {
    private enum Phase {
        case notBegun
        case settling(until: Instant)
        case leaving(until: Instant)
    }

    /// The time in which all rosters must agree; longer than every timer that they depend on.
    static let settling = Duration.seconds(120)
    /// The time in which everything must end after the last delayed datagram; longer than every timer that may still run.
    static let leaving = Duration.seconds(900)

    private let stage: Stage
    private let loop: EventLoop
    private let rules: Set<WholeRunRule>
    private var phase = Phase.notBegun

    init(_ rules: Set<WholeRunRule>, on stage: Stage, loop: EventLoop) {
        self.rules = rules
        self.stage = stage
        self.loop = loop
    }

    var hasBegun: Bool {
        if case .notBegun = phase { false } else { true }
    }

    /// Performs the next action at an idle point after the last step.
    func advance() -> StepProgress {
        switch phase {
        case .notBegun:
            guard !rules.isDisjoint(with: [.rosters, .views, .leftovers]) else { return .finished }
            stage.record.log(nil, "the steps have ended: the network is restored")
            stage.restoreNetwork()
            phase = .settling(until: loop.now.advanced(by: Self.settling))
            return .started
        case .settling(let end):
            if rules.contains(.rosters), let disagreement = stage.disagreement() {
                return loop.now < end ? .waiting(until: end) : .failed(stage.failure(disagreement))
            }
            if rules.contains(.views), let difference = stage.differingView {
                return loop.now < end
                    ? .waiting(until: end)
                    : .failed(stage.failure(ofView: difference.description, after: Self.settling))
            }
            guard rules.contains(.leftovers) else { return .finished }
            stage.record.log(nil, SpecificationWatch.leavingEntry)
            stage.leaveAll()
            phase = .leaving(until: max(loop.now, stage.network.lastDelivery).advanced(by: Self.leaving))
            return .started
        case .leaving(let end):
            guard loop.now < end else {
                return .failed(
                    ExpectationFailure(
                        reason: "work is pending after all participants have left: \(loop.pendingWork)",
                        expected: "nothing"))
            }
            // The run sets no timer of its own here: it would count as activity.
            return .waiting(until: nil)
        }
    }

    /// Returns the result when no event is possible: a failure if anything remains.
    func deadEnd() -> StepProgress {
        guard case .leaving = phase else { return .finished }
        if rules.contains(.wire),
            let failure = stage.wireFailure() ?? stage.requestWithoutResponse() ?? stage.ledgerFailure()
                ?? stage.countFailure() ?? stage.recordFailure()
        {
            return .failed(failure)
        }
        let left = stage.leftovers
        guard !left.isEmpty else { return .finished }
        return .failed(
            ExpectationFailure(
                reason: "something remains after all participants have left", expected: "nothing",
                actual: left.joined(separator: ", ")))
    }
}

extension Stage {
    /// Makes every participant leave its calls and disconnect.
    fileprivate func leaveAll() {
        for performer in performers {
            performer.hangUp()
            Task { @MainActor in await performer.leave() }
        }
    }
}
