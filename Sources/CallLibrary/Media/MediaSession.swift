import CallCore
import Chance
import Signaling
import Sockets
import Timing
import Wire

/// The media of one stay at work: on the client's socket, in the time of its scheduler.
@MainActor
final class MediaSession {
    /// What the stay's media reports of itself.
    enum Report {
        /// The path is open, or is so again.
        case opened
        /// The SFU sees the client at another address.
        case moved
        /// The path is dead: nothing that was sent to the SFU's media port was answered for too long.
        case died
        /// A track has another source, which the SFU does not know yet.
        case changedSource
        /// It is time to look at what was received.
        case measured
        /// A datagram changed nothing.
        case refused(MediaRefusal, count: Int)
    }

    /// How often what was received is told.
    private static let measure = Duration.seconds(1)

    /// What wakes a session up; said often, so that journals may leave it out.
    static let label = "media"

    /// The SFU's media port; nil before the path was opened.
    private(set) var address: SocketAddress?
    let sessionId: String
    private let socket: any DatagramSocket
    private let scheduler: any Scheduler
    private let report: (Report) -> Void
    private var machine: MediaMachine
    private var wake: (id: WakeID, at: Instant)?
    private var nextMeasure: WakeID?
    private var announced: [(sessionId: String, source: TrackSource)] = []
    private var refusals: [MediaRefusal: Int] = [:]
    private var isOver = false

    init(
        _ machine: MediaMachine, sessionId: String, socket: any DatagramSocket, scheduler: any Scheduler,
        report: @escaping (Report) -> Void
    ) {
        self.machine = machine
        self.sessionId = sessionId
        self.socket = socket
        self.scheduler = scheduler
        self.report = report
    }

    /// Begins to open the path to the SFU's media port, also when there was one before.
    func open(_ credentials: PathCredentials, to address: SocketAddress) {
        self.address = address
        machine.open(credentials, at: scheduler.now)
        arm()
        scheduleMeasure()
    }

    /// Sends and takes nothing any more.
    func end() {
        isOver = true
        if let wake { scheduler.cancel(wake.id) }
        if let nextMeasure { scheduler.cancel(nextMeasure) }
        (wake, nextMeasure) = (nil, nil)
    }

    private func scheduleMeasure() {
        if let nextMeasure { scheduler.cancel(nextMeasure) }
        nextMeasure = scheduler.schedule(at: scheduler.now.advanced(by: Self.measure), Self.label) { [weak self] in
            guard let self else { return }
            scheduleMeasure()
            report(.measured)
        }
    }

    // MARK: What the call wants

    func source(of type: TrackType) -> UInt32 { machine.source(of: type) }

    /// Sends these tracks and no others.
    func setSending(_ types: [TrackType]) {
        for type in TrackType.allCases { machine.setSending(types.contains(type), type, at: scheduler.now) }
        arm()
    }

    /// Proves at once where the client is; false when there is no open path to do that on.
    func proveAddress() -> Bool {
        guard machine.path?.state == .open else { return false }
        machine.checkSoon(at: scheduler.now)
        arm()
        return true
    }

    func speak(for duration: Duration) {
        machine.speak(for: duration, at: scheduler.now)
    }

    /// Learns who sends what; what somebody else has before this client is not its own source any more.
    func learn(_ participants: [CallParticipant], own sessionId: String) {
        let told = participants.filter { $0.sessionId != sessionId }.flatMap { participant in
            participant.sources.map { (sessionId: participant.sessionId, source: $0) }
        }
        guard !told.elementsEqual(announced, by: ==) else { return }
        announced = told
        machine.learn(told)
        let taken = TrackType.allCases.filter { type in told.contains { $0.source.ssrc == machine.source(of: type) } }
        for type in taken { perform(machine.changeSource(of: type, at: scheduler.now)) }
        arm()
    }

    // MARK: What is known

    /// How the way to the SFU is.
    var pathState: ConsentMachine.State? { machine.path?.state }
    /// Where the SFU sees the client.
    var mappedAddress: SocketAddress? { machine.path?.mappedAddress }
    /// The name that the client proves itself under.
    var username: String? { machine.path?.username }
    /// How many datagrams changed nothing, by reason.
    var refusalCounts: [MediaRefusal: Int] { refusals }

    var publisherStats: PublisherStats { machine.publisherStats }
    var subscriberStats: SubscriberStats { machine.subscriberStats }

    func track(_ type: TrackType, of sessionId: String) -> MediaTrack? {
        machine.track(type, of: sessionId, at: scheduler.now)
    }

    func ownTrack(_ type: TrackType) -> MediaTrack? { machine.ownTrack(type) }

    // MARK: Datagrams and time

    /// Whether a datagram from the media port is for this stay, where there are several with one SFU.
    func knows(_ datagram: [UInt8]) -> Bool { machine.knows(datagram) }

    func receive(_ datagram: [UInt8]) {
        guard !isOver else { return }
        do throws(MediaRefusal) {
            perform(try machine.receive(datagram, at: scheduler.now))
        } catch {
            refusals[error, default: 0] += 1
            report(.refused(error, count: refusals[error] ?? 0))
        }
        arm()
    }

    private func perform(_ outputs: [MediaMachine.Output]) {
        for output in outputs where !isOver {
            switch output {
            case .send(let bytes): if let address { socket.send(bytes, to: address) }
            case .opened: report(.opened)
            case .moved: report(.moved)
            case .died: report(.died)
            case .changedSource: report(.changedSource)
            }
        }
    }

    /// Keeps the one wake-up where the machine wants it.
    private func arm() {
        let next = isOver ? nil : machine.nextWake
        guard next != wake?.at else { return }
        if let wake { scheduler.cancel(wake.id) }
        wake = next.map { deadline in
            let id = scheduler.schedule(at: deadline, Self.label) { [weak self] in
                guard let self else { return }
                wake = nil
                perform(machine.wake(at: scheduler.now, date: scheduler.date))
                arm()
            }
            return (id, deadline)
        }
    }
}
