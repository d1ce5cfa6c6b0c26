/// What must be so in every run, whatever its scenario is about.
package enum WholeRunRule: String, CaseIterable, Hashable, Sendable {
    /// Calling states move only along the table.
    case states
    /// Two minutes after the last fault or command all who are in a call see the same participants: nobody who left,
    /// nobody twice; and no SFU has a stay of anybody else.
    case rosters
    /// Once all has settled, a client in a call shows what the coordinator and its SFU hold.
    case views
    /// Every datagram follows its protocol: CoAP, STUN, RTP or RTCP.
    case wire
    /// An observer of a property was notified of its last change.
    case observers
    /// When everybody has gone nothing is left: no timer, no task, no socket, no stay, no connection.
    case leftovers
}
