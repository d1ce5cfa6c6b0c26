import CallLibrary
import Journal
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// One participant on the stage: a whole client with its view model, and its observed state.
@MainActor
final class StageParticipant {
    let spec: ParticipantSpec
    let client: StreamVideo
    private(set) var viewModel: CallViewModel
    /// Answers calls from outside the view model.
    let externalAnswerer: ExternalCallAnswerer
    /// The current address of the participant on the network.
    var address: SocketAddress { socket.address }
    /// The interceptor of its joins, if any.
    let interceptor: CountingInterceptor?
    private let socket: any DatagramSocket
    private let tracer: Tracer
    /// The source of time and timers of its client.
    private let scheduler: StageScheduler
    private let record: RunRecord
    let registry: Registry
    /// Journals the phases of an interceptor.
    private let noteInterceptor: @MainActor (_ phase: String, _ cid: String) -> Void

    /// The instant of the last change of its calling state.
    private(set) var callingStateSince: Instant?
    /// The first transition of its calling state that is not in the table.
    private(set) var illegalTransition: (from: String, to: String)?
    /// The published values of its client.
    let published: PublishedHistory
    /// Observes the properties of its client.
    let observer: PropertyObserver
    /// The number of received events, by type.
    private(set) var eventCounts: [String: Int] = [:]
    /// The number of notifications that its client posted, by name.
    private(set) var notificationCounts: [String: Int] = [:]
    /// The results of commands, by the names of the properties that show them.
    private(set) var results: [String: Value] = [:]
    /// The id of its client's last session; empty before the first.
    private(set) var lastSessionId = ""
    /// True when its view model could not read the participants of the lobby.
    private(set) var isLobbyUnread = false
    let moments = CallMoments()
    /// The calls whose participants it sorts, with the chosen orders.
    private var chosenOrders: [(call: SeenCall, order: ListedOrder)] = []
    /// The list of calls that the participant displays.
    var callsController: CallsController?
    private var lastArrival: (datagram: Int, time: Instant)?
    /// The call of its call properties: the last one that a command or an event referred to.
    private(set) var currentCall: Call? {
        didSet {
            guard let currentCall, !seenCalls.contains(where: { $0.call === currentCall }) else { return }
            seenCalls.append(SeenCall(call: currentCall))
            moments.met(currentCall, hasEvents: eventCounts.count > 1)
        }
    }
    /// All calls that it has referred to and that are still retained.
    private(set) var seenCalls: [SeenCall] = []

    /// A weak reference to a call.
    struct SeenCall {
        weak var call: Call?
    }

    init(_ context: PerformerContext, client: StreamVideo, tracer: Tracer) {
        spec = context.spec
        self.client = client
        socket = context.socket
        self.tracer = tracer
        scheduler = context.scheduler
        record = context.record
        registry = context.registry
        viewModel = CallViewModel(streamVideo: client)
        published = PublishedHistory(client)
        observer = PropertyObserver(client: client)
        if case .hangs? = spec.interceptor?.behaviour { interceptorHangs = true }
        let name = spec.name
        noteInterceptor = { [weak record] phase, cid in
            record?.log(name, "interceptor", [.init("phase", .text(phase)), .init("cid", .text(cid))])
        }
        interceptor = spec.interceptor.map { [registry, client, noteInterceptor] in
            CountingInterceptor(registry.makeInterceptor($0, client), note: noteInterceptor)
        }
        externalAnswerer = ExternalCallAnswerer(streamVideo: client)
        externalAnswerer.callJoinInterceptor = interceptor
        configureViewModel()
        tracer.receive = { [unowned self] in addToJournal($0) }
        countNotifications()
    }

    /// Notes the criteria with which it sorts the participants of a call.
    func noteOrder(of call: Call, by names: [String]) {
        chosenOrders.removeAll { $0.call.call === call || $0.call.call == nil }
        chosenOrders.append((SeenCall(call: call), ListedOrder(of: names)))
    }

    /// The order in which it lists the participants of a call.
    func order(of call: Call) -> ListedOrder {
        chosenOrders.first { $0.call.call === call }?.order ?? .standard
    }

    /// Counts the notifications as an application receives them.
    private func countNotifications() {
        let notifications = client.subscribeToNotifications()
        Task { [weak self] in
            for await case .callEnded in notifications {
                self?.notificationCounts["callEnded", default: 0] += 1
            }
        }
    }

    /// Creates another view model, as when an application reopens its window.
    func renewViewModel() {
        let former = viewModel.shownState
        if former != .idle { tracer.receive?(.callingState(from: former, to: .idle)) }
        // A join under way keeps it until its end.
        viewModel.isTraced = false
        viewModel = CallViewModel(streamVideo: client)
        configureViewModel()
    }

    private func configureViewModel() {
        published.follow(viewModel)
        viewModel.callJoinInterceptor = interceptor
        guard spec.autoLeave else { return }
        viewModel.participantAutoLeavePolicy = LastParticipantAutoLeavePolicy(streamVideo: client)
    }

    /// Forwards a client's trace; it exists before the participant.
    final class Tracer {
        var receive: (@MainActor (TraceEvent) -> Void)?

        init() {}
    }

    var name: String { spec.name }

    /// Releases the call of its call properties.
    func forgetCall() {
        currentCall = nil
        callsController = nil
        seenCalls.removeAll { $0.call == nil }
    }

    /// The call of its call properties. A call that was left may still be shown, beside a newer one with its name.
    var call: Call? {
        let shown = viewModel.shownCall.flatMap { $0.isHeld ? $0 : nil }
        if let call = shown ?? client.state.activeCall ?? client.state.ringingCall { currentCall = call }
        return currentCall
    }

    /// True when one of its interceptors never ends, and so never releases its call.
    private(set) var interceptorHangs = false

    /// Returns the call that a command names, or the participant's own.
    func call(_ reference: CallReference?) -> Call? {
        guard let reference else { return call }
        let call = client.call(callType: reference.type, callId: reference.id)
        currentCall = call
        return call
    }

    /// The current date, as the servers send it.
    var date: Timestamp { scheduler.date }

    /// Returns an interceptor for one join.
    func makeInterceptor(_ spec: InterceptorSpec) -> CountingInterceptor {
        if case .hangs = spec.behaviour { interceptorHangs = true }
        return CountingInterceptor(registry.makeInterceptor(spec, client), note: noteInterceptor)
    }

    /// Stores the result of a command, for the property that shows it.
    func keep(_ value: Value, as name: String) {
        results[name] = value
    }

    /// True after a datagram, a command or a timer, until its properties are compared with what was observed.
    var hasActed = true

    /// Records a received datagram: changes at this instant are attributed to it.
    func received(datagram number: Int) {
        lastArrival = (number, now())
        hasActed = true
    }

    /// Records a command: later changes at this instant are not caused by a datagram.
    func commanded() {
        lastArrival = nil
        hasActed = true
    }

    /// Adds a line to the journal.
    func note(_ text: String, _ details: [JournalAttribute]) {
        record.log(name, text, details)
    }

    private func now() -> Instant { scheduler.now }

    private var cause: Int? {
        lastArrival.flatMap { $0.time == now() ? $0.datagram : nil }
    }

    /// Sends a datagram from its socket, bypassing its client.
    func send(raw bytes: [UInt8], to address: SocketAddress) {
        socket.send(bytes, to: address)
    }

    func close() {
        socket.close()
    }

    /// Ends like a killed process: nothing is sent, no timer fires, and no change is recorded.
    func kill() {
        tracer.receive = nil
        scheduler.cancelAll()
        socket.close()
    }

    private func addToJournal(_ event: TraceEvent) {
        _ = call
        switch event {
        case .callingState(let from, let to):
            callingStateSince = now()
            if case .lobby = to { isLobbyUnread = false }
            if illegalTransition == nil, !CallingTransitions.areAllowed(from.name, to.name) {
                illegalTransition = (from.name, to.name)
            }
            changed("callingState", .text(from.name), .text(to.name))
        case .stage(let cid, let from, let to):
            changed("stage \(cid)", .text(from.rawValue), .text(to.rawValue))
            moments.entered(to, of: cid, active: client.state.activeCall)
        case .property(let name, let from, let to):
            if name == "sessionId", !to.isEmpty { lastSessionId = to }
            changed(name, .text(from), .text(to))
        case .event(let type, let cid, _):
            eventCounts[type, default: 0] += 1
            record.add(
                .event(.init(participant: name, type: type, cid: cid?.description, datagram: cause)))
        case .notification(.callEnded(let cid)):
            moments.ends += 1
            record.add(
                .notification(
                    .init(participant: name, name: "callEnded", attributes: [.init("cid", .text(cid.description))])))
        case .transport(let event):
            record.log(name, "\(event)")
        case .mark(let name, let details):
            if name == "viewModel.lobby.unread" { isLobbyUnread = true }
            if name == "event.unknown" { moments.unknownEvents += 1 }
            if name == "call.subscriptions.refused" { moments.hasRefusedSubscriptions = true }
            record.log(self.name, name, details.map { .init($0.name, .text($0.value)) })
        }
    }

    private func changed(_ property: String, _ from: JournalValue, _ to: JournalValue) {
        record.add(
            .state(
                .init(participant: name, property: property, from: from, to: to, cause: cause)))
    }
}
