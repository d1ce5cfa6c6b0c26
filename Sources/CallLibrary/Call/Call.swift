public import CallCore
import Publishing
public import Signaling
import Sockets
import Timing

/// A call as one client sees it: its actions and its state.
///
/// A call that was left is not reused. ``StreamVideo/call(callType:callId:)`` then returns a new object.
@MainActor
public final class Call {
    /// The call's type and id.
    public let cid: CallCid
    /// The observable state of the call.
    public let state: CallState

    /// The call's type.
    public var callType: String { cid.type }
    /// The call's id.
    public var callId: String { cid.id }
    /// The call, in the form type:id.
    public var cId: String { state.values.callCid }
    /// The participants of the call, by session id.
    public var participants: [String: CallParticipant] { state.participantsMap }
    /// The progress of a reconnect.
    public var reconnectionStatus: ReconnectionStatus { state.reconnectionStatus }
    /// The state of the call's recording.
    public var recordingState: RecordingState { state.recordingState }
    /// The number of participants in the call.
    public var participantCount: Int { state.participantCount }
    /// The stage of the call.
    public var stage: CallStage { stages.value.stage }

    let client: StreamVideo
    /// True while the client passes events to this object. False after a leave or a rejection.
    package internal(set) var isHeld = false
    private let stages = CurrentValueSubject<CallStageMachine, Never>(CallStageMachine())
    /// The pending join.
    var join: JoinAttempt?
    /// The coordinator's response to the last successful join; nil when the client is not in the session.
    var joined: JoinResult?
    /// The outcome of the last request to accept the ring.
    var acceptance: SharedOutcome<CallChangeResponse>?
    /// The last event that the response to the last granted acceptance includes.
    var acceptedAsOf: StreamPosition?
    /// The outcome of the last request to reject the ring.
    var rejection: SharedOutcome<CallChangeResponse>?
    /// The SFU of the first join, and later the current SFU.
    var sfu: SFUClient?
    /// The media of the session; nil without a session and without synthetic media.
    var media: MediaSession?
    /// Sends changes of the own tracks to the SFU; nil without a session.
    var publisher: TrackPublisher?
    /// Sends changes of the subscriptions to the SFU; nil without a session.
    var subscriber: TrackSubscriber?
    /// The capabilities that this client sends to its SFU.
    var clientCapabilities = Call.defaultCapabilities {
        didSet { announcedCapabilities = Self.names(of: clientCapabilities) }
    }
    /// The names of ``clientCapabilities``, sorted.
    package private(set) var announcedCapabilities = Call.defaultNames
    private static let defaultCapabilities: Set<ClientCapability> = [.subscriberVideoPause]
    private static let defaultNames = names(of: defaultCapabilities)

    private static func names(of capabilities: Set<ClientCapability>) -> [String] {
        capabilities.map(\.rawValue).sorted()
    }
    /// The origin of the next join; nil when the application itself joins.
    public var joinSource: JoinSource?
    /// True when the last join announced a publisher to a livestream with very many viewers.
    var isHighScalePublisher = false
    /// The outcome that a join awaits until the media path is open.
    var readiness: SharedOutcome<Void>?
    /// The tracks of the user's shared screen.
    var sharedScreen: [TrackType] = []
    /// The numbers of the last noise cancellation command that was sent, and of the last one whose response arrived.
    var noiseCommands = (sent: 0, ended: 0)
    /// The connection to the session; nil before the first join.
    var connection: CallConnection?
    /// The time without a network after which the call is left; nil for no limit.
    var disconnectionTimeout: Duration?
    /// The error of operations after the call was left; nil before.
    private(set) var leaveError: CallLeftError?
    /// This user's last ring of the call.
    var ownRing = OwnRing()
    /// Publishes the call's events; nil until the first subscriber.
    var events: PassthroughSubject<CoordinatorEvent, Never>?
    /// The texts of traced properties; nil without a trace.
    private var traced: TracedState?

    init(_ cid: CallCid, client: StreamVideo) {
        self.cid = cid
        self.client = client
        disconnectionTimeout = client.configuration.reconnection.disconnection
        let isTraced = client.environment.onTrace != nil
        state = CallState(CallStateValues(callCid: cid, recordingMoves: isTraced)) { [client] in
            client.environment.scheduler.date
        }
    }

    // MARK: Events

    /// Applies an event to the state before any subscriber receives it.
    ///
    /// - Parameter number: The event's number in the stream; nil for an event that was derived from a response.
    func handle(_ event: CoordinatorEvent, number: Int?) {
        let me = client.me.id
        let wasTaken = stage == .accepting && isAcceptedByUser
        updateState { $0.apply(event, number: number, for: me) }
        if case .ring(let ring) = event, ring.user.id != me { wasRung(whenTaken: wasTaken) }
        client.environment.trace(.event(type: event.type, cid: cid, from: .coordinator))
        guard !precedesJoin(number) else { return }
        switch event {
        case .ended where isEntered: leave(reason: "ended")
        case .deleted where isEntered: leave(reason: "deleted")
        case .blockedUser(let event) where event.user.id == client.me.id && isEntered: leave(reason: "blocked")
        case .kickedUser(let event) where event.user.id == client.me.id && isEntered: leave(reason: "kicked")
        // The SFU reports it too, except to a client that it cannot reach.
        case .sessionEnded(let event) where stage == .joined && event.call.session?.isOutOfTime == true:
            leave(reason: "\(CallEndedReason.sessionEnded)")
        default: break
        }
    }

    /// True for the number of an event that is older than the join. Such an event may have ended an earlier session.
    func precedesJoin(_ number: Int?) -> Bool {
        (joined ?? join?.joined)?.position.includes(number, ofStream: client.coordinator.streamNumber) ?? false
    }

    /// True during a join and in a session.
    var isEntered: Bool { stage == .joining || stage == .joined }

    // MARK: Leaving

    /// Leaves the call at any stage. Pending operations of the call fail with ``CallLeftError``.
    ///
    /// The SFU receives a leave request. `ringingCall` and `activeCall` are cleared if they are this call, and one
    /// ``CallNotification/callEnded(_:)`` is posted. Leaving again has no effect.
    public func leave(reason: String? = nil) {
        leave(reason: reason, throwing: CallLeftError(cid: cid, reason: reason))
    }

    /// Leaves the call. Pending operations fail with the given error.
    func leave(reason: String?, throwing error: any Error) {
        guard leaveError == nil else { return }
        leaveError = CallLeftError(cid: cid, reason: reason)
        setStage(.leaving)
        let attempt = join
        join = nil
        attempt?.cancel { [client] in client.coordinator.forget($0) }
        endSession(reason: reason)
        setStage(.idle)
        client.announceEnd(of: self, reason: reason)
        attempt?.outcome.settle(.failure(error))
        acceptance?.settle(.failure(error))
        rejection?.settle(.failure(error))
    }

    /// Ends this client's session and releases its resources.
    func endSession(reason: String?) {
        sendStatistics()
        joined = nil
        forgetTracks()
        endMedia()
        sharedScreen = []
        leaveSFU(reason: reason)
        updateState { $0.leaveSession() }
        client.callWasLeft(self)
    }

    /// Sends a leave request to each SFU that may hold a session of this client.
    func leaveSFU(reason: String?) {
        if let connection { connection.leave(reason: reason) } else { sfu?.leave(reason: reason) }
        connection = nil
        sfu = nil
    }

    // MARK: Stage and state

    /// Throws when the call was left.
    func requireUse() throws {
        if let leaveError { throw leaveError }
    }

    /// Moves to another stage and notifies the observers.
    func move(to next: CallStage) throws(InvalidCallTransition) {
        var machine = stages.current
        let before = machine.stage
        try machine.move(to: next)
        stages.send(machine)
        client.notify(.stage(self))
        client.environment.trace(.stage(cid, from: before, to: next))
    }

    /// Moves to another stage. A refused move is traced and has no effect.
    func setStage(_ next: CallStage) {
        do {
            try move(to: next)
        } catch {
            client.environment.trace(.mark(name: "call.stage.refused", details: [("error", "\(error)")]))
        }
    }

    /// Changes the state. Then notifies the observers of the changes, and updates the tracks.
    func updateState(_ change: (inout CallStateValues) -> Void) {
        let status = state.values.reconnectionStatus
        if client.environment.onTrace != nil, traced == nil { traced = TracedState(state.values) }
        let wasOutdated = state.values.isOutdated
        let changes = state.update(change)
        if state.values.isOutdated, !wasOutdated { client.rereadLater() }
        guard !changes.isEmpty else { return }
        if state.values.reconnectionStatus != status {
            client.notify(.reconnection(cid, state.values.reconnectionStatus))
        }
        for event in traced?.update(changes, in: state.values) ?? [] { client.environment.trace(event) }
        if changes.contains(.callSettings) { client.notify(.settings(self)) }
        client.notifyChange(.changed(self, changes))
        stateChanged(changes)
    }
}

extension CallSessionResponse {
    /// True when the session ended because of its time limit.
    fileprivate var isOutOfTime: Bool {
        guard let timerEndsAt, let endedAt else { return false }
        return timerEndsAt <= endedAt
    }
}
