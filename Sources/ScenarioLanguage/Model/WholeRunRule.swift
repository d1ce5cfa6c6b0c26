/// A rule that applies to every run, whatever its scenario is about.
package enum WholeRunRule: String, CaseIterable, Hashable, Sendable {
    /// Calling states follow the table of transitions.
    case states
    /// Two minutes after the last fault or command, all clients in a call have the same roster: no former participants
    /// and no duplicates. No SFU has further sessions.
    case rosters
    /// After changes have settled, a client in a call shows the values of the coordinator and its SFU.
    case views
    /// Each event of a call is sent to its members and followers, and to no others.
    case audiences
    /// Every datagram conforms to its protocol: CoAP, STUN, RTP or RTCP.
    case wire
    /// An observer of a property was notified of its last change.
    case observers
    /// The specifications allow every entry of the journal.
    case specifications
    /// Nothing remains after all clients have left: no timer, task, socket, session or connection.
    case leftovers
}
