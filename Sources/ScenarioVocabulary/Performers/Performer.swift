package import Journal
package import ScenarioLanguage
package import Wire

/// A participant on the stage that is no client of the call library.
@MainActor
package protocol Performer: AnyObject {
    var spec: ParticipantSpec { get }
    /// What it has reported.
    var states: ReportedStates { get }
    /// Where the network sees it just now.
    var address: SocketAddress { get }
    /// Connects it to the coordinator.
    func connect() async throws
    /// Does what it is told; returns when that is done.
    func perform(_ command: Command) async throws
    /// Goes, at the end of the run.
    func leave() async
    /// Ends what still runs, without telling anybody on the network.
    func close()
}

extension Performer {
    package var name: String { spec.name }

    /// What it last reported; what is counted, and never happened, happened no times.
    package func value(of property: Property) -> Value {
        let value = states[property.description]
        switch property {
        case .events, .notifications, .refusals: return value == .none ? .integer(0) : value
        case .named, .participant, .member, .custom, .server, .drops: return value
        }
    }

    /// A datagram reached it: what it reports at this instant is taken to come from there.
    package func received(datagram number: Int) { states.received(datagram: number) }

    /// How it stands, for the report of a failure.
    package var sight: Verdict.Sight {
        Verdict.Sight(
            participant: name, callingState: "\(states["callingState"])", since: states.callingStateSince, details: [])
    }
}
