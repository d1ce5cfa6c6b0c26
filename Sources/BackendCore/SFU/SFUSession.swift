import Signaling
import Timing
import Wire

/// One participant's session on one SFU.
final class SFUSession {
    var participant: SFUParticipant
    let cid: CallCid
    let receiver: ReceiverID
    /// True when the user was a guest at the join.
    let isOfGuest: Bool
    /// The source address of the session's requests. Requests from other addresses are refused.
    var peer: SocketAddress
    /// The client when it proves its requests; requests without a proof are then refused.
    let client: ProvingClient?
    /// The instant of the client's last join, reconnect or health request.
    var lastHealth: Instant
    /// The instant at which the client became unreachable; it may reconnect for a while.
    var lostAt: Instant?
    var healthTimer: TimerID?
    /// The highest attempt of a rejoin so far. A join of an earlier attempt was delayed by the network.
    var rejoinAttempt: Int
    /// True when the client has received the response to that attempt, because it has reconnected in another way since.
    var isRejoinComplete = false
    /// The tracks that the client announced, one per type; ``participant`` lists those that are published.
    var tracks: [TrackInfo] = []
    /// The tracks that the SFU unpublished and that the client has not published again since.
    var withdrawals: [Withdrawal] = []
    /// The types of announced tracks that are to be published once the session's former SFU has released it.
    var awaited: [TrackType] = []
    /// The tracks that the client subscribed to.
    var subscriptions: [TrackSubscription] = []
    /// The options for the client's tracks, as it was last sent them.
    var publishOptions: [PublishOption] = []
    /// The capabilities that the client reported.
    var capabilities: [String] = []

    init(
        _ participant: SFUParticipant, cid: CallCid, receiver: ReceiverID, peer: SocketAddress, client: ProvingClient?,
        rejoinAttempt: Int, at now: Instant
    ) {
        self.participant = participant
        isOfGuest = participant.user.role == CallRole.guest
        self.client = client
        self.rejoinAttempt = rejoinAttempt
        self.cid = cid
        self.receiver = receiver
        self.peer = peer
        lastHealth = now
    }

    /// The participant as the session's own client is shown it: with its awaited tracks.
    var ownParticipant: SFUParticipant {
        guard !awaited.isEmpty else { return participant }
        var own = participant
        own.publishedTracks = (own.publishedTracks + awaited).sorted()
        return own
    }

    var userId: String { participant.user.id }
    var sessionId: String { participant.sessionId }
}
