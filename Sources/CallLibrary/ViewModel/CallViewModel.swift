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
    /// True when the last event ended a ring without a call, so that the settings for the next call are kept.
    @ObservationIgnored private(set) var keepsSettings = false
    /// The settings that the user changed and that no join has received.
    @ObservationIgnored var laterChoices = CallSettings.Choices()

    /// Decides when to leave a call because of the other participants. The default never leaves.
    @ObservationIgnored public var participantAutoLeavePolicy: any ParticipantAutoLeavePolicy {
        didSet {
            oldValue.onPolicyTriggered = nil
            followPolicy()
        }
    }

    /// True while changes of the calling state are traced. A harness sets it to false when another view model replaces
    /// this one.
    @ObservationIgnored package var isTraced = true
    @ObservationIgnored let client: StreamVideo
    @ObservationIgnored private var machine = CallingMachine()
    @ObservationIgnored lazy var ringTimer = SingleTimer(client.environment.scheduler)
    @ObservationIgnored lazy var participantEventTimer = SingleTimer(client.environment.scheduler)
    /// The users that left on one device while the lobby's call is being read; nil while it is not being read. They may
    /// still be in the call on another device.
    @ObservationIgnored var unreadDepartures: [User]?
    @ObservationIgnored private(set) var options = CreateCallOptions()
    @ObservationIgnored private(set) var startsVideo = false
    @ObservationIgnored private(set) var isHighScalePublisher = false

    /// Creates the view model of a client.
    public init(streamVideo: StreamVideo) {
        client = streamVideo
        participantAutoLeavePolicy = DefaultParticipantAutoLeavePolicy()
        client.observe(self)
        guard let joining = client.state.externallyJoiningCall else { return }
        handle(.externalJoinBegan(joining.cid))
        handle(connection(of: joining))
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
        forgetLobby()
        handle(.enterLobby(LobbyInfo(callId: callId, callType: callType, participants: members)))
    }

    /// Accepts and joins the ringing call.
    public func acceptCall(callType: String, callId: String) {
        switch shownState {
        case .idle, .incoming: clearError()
        case .lobby, .outgoing, .joining, .inCall, .reconnecting: break
        }
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
        let isJoining = call != nil && joining?.cid == call?.cid
        handle(.activeCallSet(call?.cid, isJoining: isJoining))
        if let call { handle(connection(of: call)) }
    }

    /// Returns the status of a connection that may have changed before the view model had the call.
    func connection(of call: Call) -> CallingEvent {
        .reconnection(call.cid, call.state.values.reconnectionStatus)
    }

    /// Keeps the options of a call only when the state allows the call to begin.
    private func begin(_ command: CallingEvent, _ options: CreateCallOptions, video: Bool, hint: Bool = false) {
        switch shownState {
        case .idle, .lobby:
            self.options = options
            startsVideo = video
            isHighScalePublisher = hint
            outgoingCallMembers = options.members
            clearError()
        case .incoming, .outgoing, .joining, .inCall, .reconnecting:
            break
        }
        handle(command)
    }

    /// Clears the error of an earlier attempt.
    private func clearError() {
        error = nil
        toast = nil
        errorAlertShown = false
    }

    // MARK: Events

    func handle(_ event: CallingEvent) {
        let (before, wasRung) = (machine.call, shownState.isIncoming)
        let effects = machine.handle(event)
        if let cid = machine.call, cid != before || cid != shownCall?.cid { takeCall(cid) }
        if before != nil, machine.call == nil { shownCall?.abandonRing() }
        showState(machine.state)
        keepsSettings = wasRung && !effects.contains { $0.isLeave }
        for effect in effects { perform(effect) }
    }

    /// Returns the client's object for a cid, which usually is the shown one.
    func held(_ cid: CallCid) -> Call {
        if let known = shownCall, known.isHeld, known.cid == cid { return known }
        return client.call(cid)
    }

    private func takeCall(_ cid: CallCid) {
        client.holdCall(of: cid)
        let held = held(cid)
        if shownCall !== held { setCall(held) }
    }

    private func setCall(_ call: Call?) {
        self.call = call
        updateSettings()
    }

    /// Publishes the settings of the joined call, or of the next call, if they have changed.
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

    func reset() {
        setCall(nil)
        if !outgoingCallMembers.isEmpty { outgoingCallMembers = [] }
        localVideoPrimary = false
        isMinimized = false
        resetSettings()
        show(nil)
    }

    /// Shows an error, unless the user caused it by leaving.
    func fail(_ event: CallingEvent, _ error: any Error) {
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

extension CallingState {
    fileprivate var isIncoming: Bool {
        if case .incoming = self { true } else { false }
    }
}

extension CallingEffect {
    fileprivate var isLeave: Bool {
        if case .leave = self { true } else { false }
    }
}
