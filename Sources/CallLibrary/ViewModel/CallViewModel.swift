public import CallCore
public import Observation
public import Publishing
public import Signaling
public import Timing

/// The observable calling state of an application. Every change is a transition of one ``CallingMachine``.
@MainActor
@Observable
public final class CallViewModel {
    /// The state to show.
    @ObservationIgnored @Published public private(set) var callingState = CallingState.idle
    /// The call of the calling state.
    @ObservationIgnored @Published public private(set) var call: Call?
    /// The user's settings: those of the joined call, or else those for the next call.
    @ObservationIgnored @Published public private(set) var callSettings = CallSettings()
    /// The last error; nil when a new attempt begins.
    public private(set) var error: (any Error)?
    /// The message for the user about the last error.
    public private(set) var toast: String?
    /// True when an alert about the error should be shown.
    public var errorAlertShown = false
    /// The members that are rung.
    public private(set) var outgoingCallMembers: [MemberRequest] = []
    /// Decides at the end of every join if it may continue.
    public var callJoinInterceptor: (any CallJoinIntercepting)?

    /// The last participant that joined or left; nil a moment later.
    public internal(set) var participantEvent: ParticipantEvent?
    /// The arrangement of the participants.
    public var participantsLayout = ParticipantsLayout.grid
    /// True when the list of participants is open.
    public var participantsShown = false
    /// True when the call is shown small, above other views.
    public var isMinimized = false
    /// True when this user's own video is the large one.
    public var localVideoPrimary = false
    /// True when the controls are hidden.
    public var hideUIElements = false
    /// True when the user switched a setting, so that the call's defaults do not apply.
    public internal(set) var localCallSettingsChange = false
    /// The settings for the next call.
    @ObservationIgnored var settingsBeforeCall = CallSettings() {
        didSet { updateSettings() }
    }

    /// Decides when to leave a call because of the other participants. The default never leaves.
    @ObservationIgnored public var participantAutoLeavePolicy: any ParticipantAutoLeavePolicy {
        didSet {
            oldValue.onPolicyTriggered = nil
            followPolicy()
        }
    }

    /// False when another view model has replaced it: its calling state is not the participant's any more.
    @ObservationIgnored package var isTraced = true
    @ObservationIgnored let client: StreamVideo
    @ObservationIgnored private var machine = CallingMachine()
    @ObservationIgnored private lazy var ringTimer = SingleTimer(client.environment.scheduler)
    @ObservationIgnored lazy var participantEventTimer = SingleTimer(client.environment.scheduler)
    @ObservationIgnored private var options = CreateCallOptions()
    @ObservationIgnored private var startsVideo = false
    @ObservationIgnored private var isHighScalePublisher = false

    /// Creates the view model of a client.
    public init(streamVideo: StreamVideo) {
        client = streamVideo
        participantAutoLeavePolicy = DefaultParticipantAutoLeavePolicy()
        client.observe(self)
        if let joining = client.state.externallyJoiningCall { handle(.externalJoinBegan(joining.cid)) }
    }

    private func followPolicy() {
        participantAutoLeavePolicy.onPolicyTriggered = { [weak self] in
            guard let self, shownState == .inCall else { return }
            hangUp(reason: "auto-leave")
        }
    }

    // MARK: Reading without observation

    /// The calling state, for code that does not observe it.
    package var shownState: CallingState { _callingState.subject.current }
    /// The call, for code that does not observe it.
    package var shownCall: Call? { _call.subject.current }
    /// The settings for a join; nil when the call's defaults apply.
    var chosenSettings: CallSettings? { localCallSettingsChange ? settingsBeforeCall : nil }

    // MARK: Commands

    /// Starts a call: rings its members when `ring` is true, joins it otherwise.
    public func startCall(
        callType: String, callId: String, members: [MemberRequest], ring: Bool = false, custom: CBOR.Map = [:],
        startsAt: Timestamp? = nil, team: String? = nil, video: Bool = false,
        hintHighScaleLivestreamPublisher: Bool = false
    ) {
        let options = CreateCallOptions(members: members, custom: custom, startsAt: startsAt, team: team)
        begin(
            .startCall(CallCid(type: callType, id: callId), ring: ring), options, video: video,
            hint: hintHighScaleLivestreamPublisher)
    }

    /// Joins a call and then rings its members. The state remains outgoing until a member accepts.
    public func joinAndRingCall(
        callType: String, callId: String, members: [MemberRequest], custom: CBOR.Map = [:],
        startsAt: Timestamp? = nil, team: String? = nil, video: Bool = false
    ) {
        let options = CreateCallOptions(members: members, custom: custom, startsAt: startsAt, team: team)
        begin(.joinAndRingCall(CallCid(type: callType, id: callId)), options, video: video)
    }

    /// Joins a call, which is created when it does not exist.
    ///
    /// - Parameter hintHighScaleLivestreamPublisher: True when the user will publish to a livestream with very many
    ///   viewers.
    public func joinCall(callType: String, callId: String, hintHighScaleLivestreamPublisher: Bool = false) {
        begin(
            .joinCall(CallCid(type: callType, id: callId)), CreateCallOptions(), video: false,
            hint: hintHighScaleLivestreamPublisher)
    }

    /// Shows the lobby of a call before a join.
    public func enterLobby(callType: String, callId: String, members: [User]) {
        handle(.enterLobby(LobbyInfo(callId: callId, callType: callType, participants: members)))
    }

    /// Accepts and joins the ringing call.
    public func acceptCall(callType: String, callId: String) {
        handle(.acceptCall(CallCid(type: callType, id: callId)))
    }

    /// Rejects the ringing call.
    public func rejectCall(callType: String, callId: String) {
        handle(.rejectCall(CallCid(type: callType, id: callId)))
    }

    /// Cancels an outgoing ring, rejects an incoming one, or leaves the call.
    public func hangUp(reason: String? = nil) {
        handle(.hangUp(reason: reason))
    }

    /// Shows a call that was joined without the view model; nil shows none. A call that the view model started itself
    /// is not affected.
    public func setActiveCall(_ call: Call?) {
        let joining = client.state.externallyJoiningCall
        handle(.activeCallSet(call?.cid, isJoining: call != nil && joining?.cid == call?.cid))
    }

    /// Keeps the options of a call only when the state allows the call to begin.
    private func begin(_ command: CallingEvent, _ options: CreateCallOptions, video: Bool, hint: Bool = false) {
        switch shownState {
        case .idle, .lobby:
            self.options = options
            startsVideo = video
            isHighScalePublisher = hint
            outgoingCallMembers = options.members
            error = nil
            toast = nil
        case .incoming, .outgoing, .joining, .inCall, .reconnecting:
            break
        }
        handle(command)
    }

    // MARK: Events and effects

    func handle(_ event: CallingEvent) {
        let before = machine.call
        let effects = machine.handle(event)
        if let cid = machine.call, cid != before || cid != shownCall?.cid { takeCall(cid) }
        showState(machine.state)
        for effect in effects { perform(effect) }
    }

    /// Returns the client's object for a cid, which usually is the shown one.
    private func held(_ cid: CallCid) -> Call {
        if let known = shownCall, known.isHeld, known.cid == cid { return known }
        return client.call(cid)
    }

    private func takeCall(_ cid: CallCid) {
        let held = held(cid)
        if shownCall !== held { setCall(held) }
    }

    private func setCall(_ call: Call?) {
        self.call = call
        updateSettings()
    }

    /// Publishes changed settings of the call, or of the next call.
    func updateSettings() {
        let joined = shownCall.flatMap { $0.stage == .joined ? $0 : nil }
        let settings = joined?.state.values.callSettings ?? settingsBeforeCall
        if settings != _callSettings.subject.current { callSettings = settings }
    }

    private func showState(_ state: CallingState) {
        let before = shownState
        guard state != before else { return }
        callingState = state
        if isTraced, client.environment.onTrace != nil, state.name != before.name {
            client.environment.trace(.callingState(from: before, to: state))
        }
    }

    private func perform(_ effect: CallingEffect) {
        switch effect {
        case .createRinging(let cid, let attempt): createRinging(cid, attempt)
        case .joinAndRing(let cid, let attempt): joinAndRing(cid, attempt)
        case .join(let cid, let create, let afterRinging, let policy, let attempt):
            join(cid, create, afterRinging, policy, attempt)
        case .accept(let cid, let attempt): accept(cid, attempt)
        case .reject(let cid, let reason, let attempt): reject(cid, reason, attempt)
        case .readLobby(let cid, let attempt): readLobby(cid, attempt)
        case .leave(let cid, let reason): held(cid).leave(reason: reason)
        case .startRingTimer(let duration, let attempt):
            ringTimer.set(after: duration, "ring timer") { [weak self] in
                self?.handle(.ringTimerFired(attempt: attempt))
            }
        case .stopRingTimer: ringTimer.cancel()
        case .reset:
            setCall(nil)
            if !outgoingCallMembers.isEmpty { outgoingCallMembers = [] }
            isMinimized = false
            resetSettings()
            show(nil)
        }
    }

    private func createRinging(_ cid: CallCid, _ attempt: Int) {
        let call = held(cid)
        let data = CallData {
            $0.members = options.members
            $0.custom = options.custom
            $0.startsAt = options.startsAt
            $0.team = options.team
        }
        let request = GetOrCreateCallRequest {
            $0.data = data
            $0.ring = true
            $0.video = startsVideo
        }
        client.environment.scheduler.enqueue { [self] in
            call.create(request) { [self] outcome in
                switch outcome {
                case .success(let limit): handle(.created(attempt: attempt, autoCancelTimeout: limit))
                case .failure(let error): fail(.createFailed(attempt: attempt), error)
                }
            }
        }
    }

    private func joinAndRing(_ cid: CallCid, _ attempt: Int) {
        let (call, options, video, interceptor) = (client.call(cid), options, startsVideo, callJoinInterceptor)
        Task { @MainActor in
            do {
                try await call.join(
                    create: true, options: options, callSettings: chosenSettings, joinInterceptor: interceptor)
                takeSettings(into: call)
                let others = call.state.values.members.map(\.userId).filter { $0 != client.user.id }
                try await call.ring(members: others, video: video)
                let timeout = call.state.values.settings?.ring.autoCancelTimeout ?? .zero
                handle(.created(attempt: attempt, autoCancelTimeout: timeout))
            } catch {
                call.leave(reason: "join.failed")
                fail(.createFailed(attempt: attempt), error)
            }
        }
    }

    private func join(_ cid: CallCid, _ create: Bool, _ afterRinging: Bool, _ policy: JoinPolicy, _ attempt: Int) {
        let call = held(cid)
        let order = JoinOrder(
            create: create, options: afterRinging ? nil : options, callSettings: chosenSettings, policy: policy,
            hintHighScaleLivestreamPublisher: !afterRinging && isHighScalePublisher,
            joinInterceptor: callJoinInterceptor)
        call.join(order) { [self] outcome in
            if case .success = outcome { takeSettings(into: call) }
            end(outcome, .joined(attempt: attempt), .joinFailed(attempt: attempt))
        }
    }

    private func accept(_ cid: CallCid, _ attempt: Int) {
        let call = held(cid)
        client.environment.scheduler.enqueue { [self] in
            call.accept { [self] in end($0, .accepted(attempt: attempt), .acceptFailed(attempt: attempt)) }
        }
    }

    private func readLobby(_ cid: CallCid, _ attempt: Int) {
        let call = held(cid)
        Task { @MainActor in
            do {
                let response = try await call.get()
                adopt(response)
                let users = response.call.session?.participants.map(\.user) ?? []
                handle(.lobbyRead(attempt: attempt, participants: users))
            } catch {
                // A call that does not exist yet has a lobby as well.
                client.environment.trace(.mark(name: "viewModel.lobby.unread", details: [("error", "\(error)")]))
            }
        }
    }

    private func reject(_ cid: CallCid, _ reason: RejectionReason, _ attempt: Int) {
        let ringing = client.state.ringing.map {
            (cid: $0.cid, isMine: $0.state.values.caller == client.user.id)
        }
        let provided = RejectionReason.provided(
            for: cid, ringing: ringing, hasActiveCall: client.state.active != nil, ringTimeout: reason == .timeout)
        let text: String
        if case .custom(let words) = reason { text = words } else { text = (provided ?? reason).text }
        let call = held(cid)
        client.environment.scheduler.enqueue { [self] in
            call.reject(reason: text) { [self] outcome in
                if case .failure(let error) = outcome {
                    // The user has finished with a rejected call, so no error is shown.
                    client.environment.trace(.mark(name: "viewModel.reject.failed", details: [("error", "\(error)")]))
                }
                handle(.rejected(attempt: attempt))
            }
        }
    }

    private func end(_ outcome: Result<some Sendable, any Error>, _ success: CallingEvent, _ failure: CallingEvent) {
        switch outcome {
        case .success: handle(success)
        case .failure(let error): fail(failure, error)
        }
    }

    /// Shows an error, unless the user caused it by leaving.
    private func fail(_ event: CallingEvent, _ error: any Error) {
        if !(error is CallLeftError), !(error is CancellationError) {
            self.error = error
            if case .refused(let refusal)? = error as? RequestError {
                toast = refusal.message
            } else {
                toast = "\(error)"
            }
            errorAlertShown = true
            client.environment.trace(.mark(name: "viewModel.error", details: [("error", "\(error)")]))
        }
        handle(event)
    }
}
