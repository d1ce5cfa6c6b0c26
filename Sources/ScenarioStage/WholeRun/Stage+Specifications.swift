import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Specifications
import Timing

/// The specifications' view of a run.
struct SpecificationReading {
    private var watch = SpecificationWatch()
    /// The number of processed entries.
    private var taken = 0

    /// Processes the entries since the last call, and returns the first violation of the run.
    mutating func violation(in journal: Journal) -> Violation? {
        for entry in journal.entries[taken...] where watch.violations.isEmpty { watch.process(entry) }
        taken = journal.entries.count
        return watch.violations.first
    }
}

extension Stage {
    /// Returns the failure of an entry that a specification does not allow.
    func specificationFailure() -> ExpectationFailure? {
        guard let violation = specifications.violation(in: record.journal) else { return nil }
        let participant = performers.first { violation.refusal.subject.hasPrefix($0.name) }
        let state = (participant as? DriverPerformer)?.lastStateMessage
        return ExpectationFailure(
            reason: "a specification does not hold: \(violation)", participants: participant.map { [$0.name] } ?? [],
            findings: state.map { [$0] } ?? [])
    }

    /// Journals the settings of servers and participants that specifications depend on.
    func introduceParticipants() {
        if let deadline = scenario.settings.fastReconnectDeadline {
            record.log("settings", "servers", [.init("fastReconnect", .integer(deadline.milliseconds))])
        }
        for spec in scenario.participants {
            record.log(spec.name, "participant", traits(of: spec))
        }
    }

    private func traits(of spec: ParticipantSpec) -> [JournalAttribute] {
        var traits = [JournalAttribute("user", .text(spec.libraryUser.id))]
        if spec.driver != nil { traits.append(.init("isDriven", true)) }
        let isGuest = registry.guest != nil && spec.driver == nil
        if spec.part != nil || isGuest { traits.append(.init("isRegistered", true)) }
        if spec.interceptor != nil { traits.append(.init("isIntercepted", true)) }
        if spec.autoLeave { traits.append(.init("leavesAlone", true)) }
        if spec.rejectCallWhenBusy, spec.driver == nil { traits.append(.init("rejectsWhenBusy", true)) }
        let interceptor = spec.interceptorLimit ?? scenario.settings.interceptorLimit
        let limit = interceptor ?? ParticipantLimits.standard.interceptor
        traits.append(.init("interceptorLimit", .integer(limit.milliseconds)))
        let timeout = spec.disconnectionTimeout ?? scenario.settings.disconnectionTimeout ?? .seconds(30)
        if timeout > .zero { traits.append(.init("disconnectionTimeout", .integer(timeout.milliseconds))) }
        return traits
    }
}
