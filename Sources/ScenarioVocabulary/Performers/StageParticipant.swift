package import CallLibrary
package import Journal
package import ScenarioLanguage
package import Sockets
package import Timing
package import Wire

/// One participant on the stage: a whole client with its view model, and what was seen of it.
@MainActor
package final class StageParticipant {
    package let spec: ParticipantSpec
    package let client: StreamVideo
    package private(set) var viewModel: CallViewModel
    /// Answers calls from outside the view model.
    package let externalAnswerer: ExternalCallAnswerer
    /// Where the network sees it just now.
    package var address: SocketAddress { socket.address }
    /// The interceptor of its joins, if it has one.
    package let interceptor: CountingInterceptor?
    private let socket: any DatagramSocket
    private let tracer: Tracer
    /// What wakes its client.
    package var scheduler: StageScheduler?
    private let record: RunRecord
    private let now: @MainActor () -> Instant
    private let intercepts: (InterceptorSpec, StreamVideo) -> any CallJoinIntercepting

    /// When its calling state last changed.
    package private(set) var callingStateSince: Instant?
    /// The first move of its calling state that is not in the table.
    package private(set) var illegalMove: (from: String, to: String)?
    /// What its client has published.
    let published: PublishedHistory
    /// Observes the properties of its client.
    package let observer: PropertyObserver
    /// How many events of each type it received.
    package private(set) var eventCounts: [String: Int] = [:]
    /// How many notifications of each name its client posted.
    package private(set) var notificationCounts: [String: Int] = [:]
    /// What commands came back with, by the names of the properties that show it.
    package private(set) var results: [String: Value] = [:]
    /// The last stay of its client in a session; empty before the first.
    package private(set) var lastSessionId = ""
    /// The list of calls that the participant looks at.
    package var callsController: CallsController?
    private var lastArrival: (datagram: Int, time: Instant)?
    /// The call that its properties are read of: the last one that a command or an event was about.
    package private(set) var currentCall: Call? {
        didSet {
            guard let currentCall, !seenCalls.contains(where: { $0.call === currentCall }) else { return }
            seenCalls.append(SeenCall(call: currentCall))
        }
    }
    /// Every call that it was ever about, as long as something holds it.
    package private(set) var seenCalls: [SeenCall] = []

    /// A call that this does not keep alive.
    package struct SeenCall {
        package weak var call: Call?
    }

    package init(
        _ spec: ParticipantSpec, client: StreamVideo, tracer: Tracer, socket: any DatagramSocket, record: RunRecord,
        now: @escaping @MainActor () -> Instant,
        makeInterceptor: @escaping (InterceptorSpec, StreamVideo) -> any CallJoinIntercepting
    ) {
        self.spec = spec
        self.client = client
        self.socket = socket
        self.tracer = tracer
        self.record = record
        self.now = now
        intercepts = makeInterceptor
        viewModel = CallViewModel(streamVideo: client)
        published = PublishedHistory(client)
        observer = PropertyObserver(client: client)
        if case .hangs? = spec.interceptor?.behaviour { interceptorHangs = true }
        interceptor = spec.interceptor.map { CountingInterceptor(makeInterceptor($0, client)) }
        externalAnswerer = ExternalCallAnswerer(streamVideo: client)
        externalAnswerer.callJoinInterceptor = interceptor
        equipViewModel()
        tracer.receive = { [unowned self] in took($0) }
    }

    /// Makes another view model, as when an application shows its window anew.
    package func renewViewModel() {
        viewModel = CallViewModel(streamVideo: client)
        equipViewModel()
    }

    private func equipViewModel() {
        published.follow(viewModel)
        viewModel.callJoinInterceptor = interceptor
        guard spec.autoLeave else { return }
        viewModel.participantAutoLeavePolicy = LastParticipantAutoLeavePolicy(streamVideo: client)
    }

    /// Hands a client's trace on; it exists before the participant does.
    package final class Tracer {
        package var receive: (@MainActor (TraceEvent) -> Void)?

        package init() {}
    }

    package var name: String { spec.name }

    /// Lets go of the call that its properties were read of.
    package func forgetCall() {
        currentCall = nil
        callsController = nil
        seenCalls.removeAll { $0.call == nil }
    }

    /// The call that properties are read of.
    package var call: Call? {
        if let call = viewModel.shownCall ?? client.state.activeCall ?? client.state.ringingCall { currentCall = call }
        return currentCall
    }

    /// Whether one of its interceptors never ends, and so never lets go of its call.
    package private(set) var interceptorHangs = false

    /// The call that a command names, or the participant's own.
    package func call(_ reference: CallReference?) -> Call? {
        guard let reference else { return call }
        let call = client.call(callType: reference.type, callId: reference.id)
        currentCall = call
        return call
    }

    /// The date now, as the servers tell dates.
    package var date: Timestamp { Timestamp.virtualStart.advanced(by: .nanoseconds(now().nanoseconds)) }

    /// An interceptor for one join.
    package func makeInterceptor(_ spec: InterceptorSpec) -> CountingInterceptor {
        if case .hangs = spec.behaviour { interceptorHangs = true }
        return CountingInterceptor(intercepts(spec, client))
    }

    /// Keeps what a command came back with, for the property that shows it.
    package func keep(_ value: Value, as name: String) {
        results[name] = value
    }

    /// A datagram reached it: what changes at this instant is taken to come from there.
    package func received(datagram number: Int) {
        lastArrival = (number, now())
    }

    /// It is told what to do: what changes now comes from there and not from a datagram.
    package func commanded() {
        lastArrival = nil
    }

    /// Puts a line into the journal.
    package func note(_ text: String, _ details: [JournalAttribute]) {
        record.log(name, text, details)
    }

    private var cause: Int? {
        lastArrival.flatMap { $0.time == now() ? $0.datagram : nil }
    }

    /// Sends a datagram from its socket past its client.
    package func send(raw bytes: [UInt8], to address: SocketAddress) {
        socket.send(bytes, to: address)
    }

    package func close() {
        socket.close()
    }

    /// Ends as a process does that is killed: nothing is sent, nothing falls due, and nothing of it is seen any more.
    package func die() {
        tracer.receive = nil
        scheduler?.die()
        socket.close()
    }

    private func took(_ event: TraceEvent) {
        _ = call
        switch event {
        case .callingState(let from, let to):
            callingStateSince = now()
            if illegalMove == nil, !CallingMoves.areLegal(from.name, to.name) { illegalMove = (from.name, to.name) }
            changed("callingState", .text(from.name), .text(to.name))
        case .stage(let cid, let from, let to):
            changed("stage \(cid)", .text(from.rawValue), .text(to.rawValue))
        case .property(let name, let from, let to):
            if name == "sessionId", !to.isEmpty { lastSessionId = to }
            changed(name, .text(from), .text(to))
        case .event(let type, let cid, _):
            eventCounts[type, default: 0] += 1
            record.add(
                .event(.init(participant: name, type: type, cid: cid?.description, datagram: cause)))
        case .notification(.callEnded(let cid)):
            notificationCounts["callEnded", default: 0] += 1
            record.add(
                .notification(
                    .init(participant: name, name: "callEnded", attributes: [.init("cid", .text(cid.description))])))
        case .transport(let event):
            record.log(name, "\(event)")
        case .mark(let name, let details):
            record.log(self.name, name, details.map { .init($0.name, .text($0.value)) })
        }
    }

    private func changed(_ property: String, _ from: JournalValue, _ to: JournalValue) {
        record.add(
            .state(
                .init(participant: name, property: property, from: from, to: to, cause: cause)))
    }
}
