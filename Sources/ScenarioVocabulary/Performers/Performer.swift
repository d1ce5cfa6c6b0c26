package import Journal
package import ScenarioLanguage
package import Wire

/// A participant on the stage that is not a call library client.
@MainActor
package protocol Performer: AnyObject {
    var spec: ParticipantSpec { get }
    /// The states that it has reported.
    var states: ReportedStates { get }
    /// The current address of the participant on the network.
    var address: SocketAddress { get }
    /// Connects it to the coordinator.
    func connect() async throws
    /// Performs a command; returns when it is complete.
    func perform(_ command: Command) async throws
    /// Leaves the call at the end of the run.
    func leave() async
    /// Stops all remaining activity, without sending anything.
    func close()
}

extension Performer {
    package var name: String { spec.name }

    /// Returns the last reported value; counters without reports are zero.
    package func value(of property: Property) -> Value {
        let value = states[property.description]
        switch property {
        case .events, .notifications, .refusals: return value == .none ? .integer(0) : value
        case .named, .participant, .member, .custom, .server, .drops: return value
        }
    }

    /// Records a received datagram: values that are reported at this instant are attributed to it.
    package func received(datagram number: Int) { states.received(datagram: number) }

    /// The participant's state for the report of a failure.
    package var sight: Verdict.Sight {
        Verdict.Sight(
            participant: name, callingState: "\(states["callingState"])", since: states.callingStateSince, details: [])
    }
}
