public import CallCore
import Publishing
public import Signaling
import Sockets
import Timing

/// A call as one client sees it: its actions and its state.
///
/// A call that was left is not reused. ``StreamVideo/call(callType:callId:)`` returns a new one.
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
    /// True when the client's table of calls holds this object.
    var isHeld = false
    private let stages = CurrentValueSubject<CallStageMachine, Never>(CallStageMachine())
    var join: JoinAttempt?
    var joined: Joined?
    var acceptance: SharedOutcome<CallChangeResponse>?
    var rejection: SharedOutcome<CallChangeResponse>?
    /// The SFU of the first join, and later the current SFU.
    var sfu: SFUClient?
    var media: MediaSession?
    var publisher: TrackPublisher?
    var subscriber: TrackSubscriber?
    /// The capabilities that this client sends to its SFU.
    var clientCapabilities = Call.defaultCapabilities {
        didSet { announcedCapabilities = Self.names(of: clientCapabilities) }
    }
    private(set) var announcedCapabilities = Call.defaultNames
    private static let defaultCapabilities: Set<ClientCapability> = [.subscriberVideoPause]
    private static let defaultNames = names(of: defaultCapabilities)

    private static func names(of capabilities: Set<ClientCapability>) -> [String] {
        capabilities.map(\.rawValue).sorted()
    }
    /// The origin of the next join; nil for the application itself.
    public var joinSource: JoinSource?
    /// True when the last join announced a publisher to a livestream with very many viewers.
    var isHighScalePublisher = false
    /// The outcome that a join awaits until the media path is open.
    var readiness: SharedOutcome<Void>?
    /// The tracks of the user's shared screen.
    var sharedScreen: [TrackType] = []
    /// The connection to the session; nil before the first join.
    var connection: CallConnection?
    /// The time without a network after which the call is left; nil for no limit.
    var disconnectionTimeout: Duration?
    private(set) var leftBecause: CallLeftError?
    /// Publishes the call's events; nil until the first subscriber.
    var events: PassthroughSubject<CoordinatorEvent, Never>?
    /// The texts of traced properties; nil without a trace.
    private var traced: TracedState?

    init(_ cid: CallCid, client: StreamVideo) {
        self.cid = cid
        self.client = client
        disconnectionTimeout = client.configuration.reconnection.disconnection
        let isTraced = client.environment.onTrace != nil
        state = CallState(CallStateValues(callCid: cid, namingMoves: isTraced)) { [client] in
            client.environment.scheduler.date
        }
    }

    // MARK: Requests to the coordinator

    /// Reads the call, and rings or notifies its members on request. The client follows the call afterwards.
    ///
    /// - Parameter membersLimit: The most members that the response lists; nil for all.
    /// - Throws: ``RequestError``; `callNotFound` when there is no such call.
    @discardableResult
    public func get(
        membersLimit: Int? = nil, ring: Bool = false, notify: Bool = false, video: Bool = false
    ) async throws -> GetCallResponse {
        let flags = [(QueryName.ring, ring), (QueryName.notify, notify), (QueryName.video, video)]
        let query = flags.filter(\.1).map { "\($0.0)=true" }
        let limit = membersLimit.map { ["\(QueryName.membersLimit)=\($0)"] } ?? []
        let response: GetCallResponse = try await client.coordinator.sendAboutCall(
            .call(cid, .get), query: limit + query)
        updateState { $0.update(from: response) }
        if ring { rings([]) }
        return response
    }

    /// Shows the call as ringing, unless this user has joined it or the ring is over.
    private func rings(_ callees: [String]) {
        let me = client.me.id
        updateState { $0.rings(callees, as: me) }
        guard leftBecause == nil, stage != .joined, !state.values.isOutgoingRingOver(me) else { return }
        client.ring(.outgoing(cid, timeout: state.values.settings?.ring.autoCancelTimeout ?? .zero))
    }

    /// Creates the call, or reads an existing one, and rings or notifies its members on request.
    ///
    /// - Parameter membersLimit: The most members that the response lists; nil for all.
    /// - Throws: ``RequestError``.
    @discardableResult
    public func create(
        members: [MemberRequest] = [], custom: CBOR.Map = [:], settings: CallSettingsRequest? = nil,
        startsAt: Timestamp? = nil, team: String? = nil, membersLimit: Int? = nil, ring: Bool = false,
        notify: Bool = false, video: Bool = false
    ) async throws -> GetCallResponse {
        let data = CallData {
            $0.members = members
            $0.custom = custom
            $0.settingsOverride = settings
            $0.startsAt = startsAt
            $0.team = team
        }
        let request = GetOrCreateCallRequest {
            $0.data = data
            $0.ring = ring
            $0.notify = notify
            $0.video = video
            $0.membersLimit = membersLimit
        }
        let response: GetCallResponse = try await send(.getOrCreate, request)
        created(response, ringing: ring ? members.map(\.userId) : nil)
        return response
    }

    /// Creates the call without a task. Calls `listener` with the duration of the ring.
    func create(
        _ request: GetOrCreateCallRequest, _ listener: @escaping @MainActor (Result<Duration, any Error>) -> Void
    ) {
        client.coordinator.sendAboutCall(
            .call(cid, .getOrCreate), request
        ) { [self] (answer: Result<GetCallResponse, any Error>) in
            do {
                let response = try answer.get()
                created(response, ringing: request.ring ? request.data?.members.map(\.userId) ?? [] : nil)
                listener(.success(response.call.settings.ring.autoCancelTimeout))
            } catch {
                listener(.failure(error))
            }
        }
    }

    private func created(_ response: GetCallResponse, ringing callees: [String]?) {
        updateState { $0.update(from: response) }
        if let callees { rings(callees) }
    }

    /// Rings members of an existing call. An empty list rings every member except this user.
    ///
    /// - Throws: ``RequestError``.
    public func ring(members: [String] = [], video: Bool = false) async throws {
        let response: GetCallResponse = try await send(
            .ring,
            RingCallRequest {
                $0.membersIds = members
                $0.video = video
            })
        updateState { $0.update(from: response) }
        rings(members)
    }

    /// Ends the call for everyone.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `end-call`.
    public func end() async throws {
        let response: CallChangeResponse = try await send(.markEnded)
        updateState { $0.update(from: response) }
    }

    /// Sends custom data of the application to every user that follows the call.
    ///
    /// - Throws: ``RequestError``.
    public func sendCustomEvent(_ custom: CBOR.Map) async throws {
        let _: EmptyBody = try await send(.sendEvent, SendEventRequest { $0.custom = custom })
    }

    func send<Answer: ResponseAboutCall>(
        _ action: CallAction, _ body: some Body = EmptyBody(), as: Answer.Type = Answer.self
    ) async throws -> Answer {
        try await client.coordinator.sendAboutCall(.call(cid, action), body)
    }

    func send<Answer: Body>(
        _ action: CallAction, _ body: some Body = EmptyBody(), as: Answer.Type = Answer.self
    ) async throws -> Answer {
        try await client.coordinator.send(.call(cid, action), body)
    }

    // MARK: Events

    /// Applies an event to the state before any subscriber receives it. Events of the stream have a number.
    func handle(_ event: CoordinatorEvent, number: Int?) {
        let me = client.me.id
        updateState { $0.apply(event, number: number, for: me) }
        client.environment.trace(.event(type: event.type, cid: cid, from: .coordinator))
        guard !precedesJoin(number) else { return }
        switch event {
        case .ended where isEntered: leave(reason: "ended")
        case .deleted where isEntered: leave(reason: "deleted")
        case .blockedUser(let event) where event.user.id == client.me.id && isEntered: leave(reason: "blocked")
        case .kickedUser(let event) where event.user.id == client.me.id && isEntered: leave(reason: "kicked")
        default: break
        }
    }

    /// True for the number of an event that is older than the join. It may have ended an earlier session.
    func precedesJoin(_ number: Int?) -> Bool {
        guard let number, let joined = joined ?? join?.joined else { return false }
        return joined.includes(number, ofStream: client.coordinator.streamNumber)
    }

    private var isEntered: Bool { stage == .joining || stage == .joined }

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
        guard leftBecause == nil else { return }
        leftBecause = CallLeftError(cid: cid, reason: reason)
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

    func leaveSFU(reason: String?) {
        if let connection { connection.leave(reason: reason) } else { sfu?.leave(reason: reason) }
        connection = nil
        sfu = nil
    }

    // MARK: Stage and state

    func requireUse() throws {
        if let leftBecause { throw leftBecause }
    }

    func move(to next: CallStage) throws(InvalidCallTransition) {
        var machine = stages.current
        let before = machine.stage
        try machine.move(to: next)
        stages.send(machine)
        client.notify(.stage(self))
        client.environment.trace(.stage(cid, from: before, to: next))
    }

    /// Moves to a stage that every other stage may move to.
    func setStage(_ next: CallStage) {
        do {
            try move(to: next)
        } catch {
            client.environment.trace(.mark(name: "call.stage.refused", details: [("error", "\(error)")]))
        }
    }

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
