public import CallLibrary
import Journal
import ScenarioLanguage
public import ScenarioVocabulary

extension ParticipantContext {
    /// Creates a call library client on the participant's socket; its activity is journaled.
    public func makeClient(_ configuration: CallConfiguration = CallConfiguration()) -> StreamVideo {
        StreamVideo(
            user: user, coordinator: coordinator, configuration: configuration,
            environment: CallEnvironment(
                scheduler: scheduler, generator: generator, socket: socket
            ) { [states, record, name, tracesClients] event in
                if tracesClients { states.take(event, into: record, of: name) }
            }
        ) { [self] in token() }
    }
}

extension ReportedStates {
    /// Records an event of a call library client that a participant of a registered kind has created.
    fileprivate func take(_ event: TraceEvent, into record: RunRecord, of name: String) {
        switch event {
        case .callingState(_, let to): report("callingState", .text(to.name))
        case .stage(let cid, _, let to): report("stage \(cid)", .text(to.rawValue))
        case .property(let name, _, let to): report(name, .text(to))
        case .event(let type, let cid, _): count(event: type, cid: cid?.description)
        case .notification(.callEnded(let cid)):
            count(notification: "callEnded", [.init("cid", .text(cid.description))])
        case .transport(let event): record.log(name, "\(event)")
        case .mark(let mark, let details): record.log(name, mark, details.map { .init($0.name, .text($0.value)) })
        }
    }
}
