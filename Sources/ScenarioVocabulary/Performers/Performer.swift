package import Backend
package import Journal
package import ScenarioLanguage
package import Timing
package import Wire

/// A participant on the stage. The stage uses every participant through this protocol, independent of its library.
@MainActor
package protocol Performer: AnyObject {
    var spec: ParticipantSpec { get }
    /// The current address of the participant on the network.
    var address: SocketAddress { get }

    // Its life

    /// Connects it to the coordinator.
    func connect() async throws
    /// Performs a command; returns when it is complete.
    func perform(_ command: Command) async throws
    /// Begins to leave its calls at the end of the run, before any participant disconnects.
    func hangUp()
    /// Leaves the call and disconnects at the end of the run.
    func leave() async
    /// Stops all remaining activity, without sending anything.
    func close()
    /// True when the stage can kill its process and start it again.
    var canCrash: Bool { get }
    /// Ends like a killed process: nothing is sent, no timer fires, and no change is recorded.
    func kill()

    // Its values

    /// Returns the current value of a property, with dates as the servers send them.
    ///
    /// - Parameter device: Returns the user of a scenario's participant, and the session of its device if the user has
    ///   several.
    func value(of property: Property, device: (String) -> DeviceReference) -> Value
    /// The id of its last session; nil when it is unknown, empty before the first.
    var sessionId: String? { get }
    /// The instant of the last change of its calling state.
    var callingStateSince: Instant? { get }
    /// The first transition of its calling state that is not in the table.
    var illegalTransition: (from: String, to: String)? { get }
    /// The participant's state for the report of a failure.
    var snapshot: Verdict.ParticipantSnapshot { get }
    /// Records a received datagram: changes at this instant are attributed to it.
    func received(datagram number: Int)
    /// Records a command: later changes at this instant are not caused by a datagram.
    func commanded()

    // Its side of the rules of every run

    /// True when it shows its roster, which is then compared with those of others and with the servers.
    var showsRoster: Bool { get }
    /// The roster of its call; nil outside of a call.
    var roster: RosterView? { get }
    /// Returns a value that differs from the one at the servers, with its name; nil without one.
    func differingView(from backend: CallBackend) -> ViewDifference?
    /// Returns a property that has changed without a notification to its observers; nil without one.
    ///
    /// - Parameter isLast: True at the end. Earlier, a participant without a datagram, a command or a timer since the
    ///   last call need not be compared.
    func staleProperty(isLast: Bool) -> StaleProperty?
    /// The operations and objects that remain after it has left, in words.
    func leftovers() -> [String]
    /// True when no operation is pending.
    var isAtRest: Bool { get }
    /// The objects that must be released when the run is over, with their names.
    var ownObjects: [(name: String, object: AnyObject)] { get }

    // Its media

    /// The path of its media; nil without one.
    var mediaTarget: MediaTarget? { get }
    /// Sends a datagram from its socket, bypassing its client.
    func send(raw bytes: [UInt8], to address: SocketAddress)
    /// The received packets of each track, as rows for the journal.
    var trackRows: [[JournalAttribute]] { get }
}

extension Performer {
    package var name: String { spec.name }
}

/// A participant's view of its call and of those in it.
package struct RosterView {
    package let cid: String
    package let sessionId: String
    /// The phase of its connection, such as `connected`.
    package let phase: String
    package let isConnected: Bool
    /// The participants that it shows.
    package let shown: [(userId: String, sessionId: String)]

    package init(
        cid: String, sessionId: String, phase: String, isConnected: Bool, shown: [(userId: String, sessionId: String)]
    ) {
        self.cid = cid
        self.sessionId = sessionId
        self.phase = phase
        self.isConnected = isConnected
        self.shown = shown
    }
}

/// The SFU's end of a participant's media, and the names of the participant there.
package struct MediaTarget {
    package let media: SocketAddress
    package let signaling: SocketAddress
    package let sessionId: String
    /// The user name of its connectivity checks; nil without media.
    package let user: String?
    package let audioSource: UInt32

    package init(media: SocketAddress, signaling: SocketAddress, sessionId: String, user: String?, audioSource: UInt32)
    {
        self.media = media
        self.signaling = signaling
        self.sessionId = sessionId
        self.user = user
        self.audioSource = audioSource
    }
}

/// A property that has changed without a notification.
package struct StaleProperty {
    package let property: String
    package let notified: String
    package let actual: String

    package init(property: String, notified: String, actual: String) {
        self.property = property
        self.notified = notified
        self.actual = actual
    }
}

/// A participant of the scenario as other clients see it.
package struct DeviceReference {
    package let userId: String
    /// The session of the device; nil when its user has one device.
    package let sessionId: String?

    package init(userId: String, sessionId: String?) {
        self.userId = userId
        self.sessionId = sessionId
    }
}
