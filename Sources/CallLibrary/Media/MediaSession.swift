import CallCore
import Chance
import Signaling
import Sockets
import Timing
import Wire

/// The media of one session. Performs the outputs of a ``MediaMachine`` with the client's socket and scheduler.
@MainActor
final class MediaSession {
    /// A report of the session's media.
    enum Report {
        /// The path is open, for the first time or again.
        case opened
        /// The SFU observes another address of the client.
        case moved
        /// The path is dead: the SFU's media port has not responded for too long.
        case died
        /// A track has a new SSRC, which is not announced to the SFU yet.
        case changedSource
        /// A measuring interval has passed, so the state of the tracks can be read.
        case measured
        /// A datagram had no effect.
        case refused(MediaRefusal, count: Int)
    }

    /// The time between two measurements.
    private static let measure = Duration.seconds(1)

    /// The label of the media timers. It is frequent, so journals may omit it.
    nonisolated static let label = "media"

    /// The SFU's media port; nil before the path is opened.
    private(set) var address: SocketAddress?
    let sessionId: String
    private let socket: any DatagramSocket
    private let scheduler: any Scheduler
    private let report: (Report) -> Void
    private var machine: MediaMachine
    private let timer: SingleTimer
    private let nextMeasure: SingleTimer
    /// The tracks that other participants have announced.
    private var announced: [(sessionId: String, source: TrackSource, isWithheld: Bool)] = []
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
        timer = SingleTimer(scheduler)
        nextMeasure = SingleTimer(scheduler)
        self.report = report
    }

    /// Opens the path to the SFU's media port, also in place of an earlier path.
    func open(_ credentials: PathCredentials, to address: SocketAddress) {
        self.address = address
        machine.open(credentials, to: address, at: scheduler.now)
        arm()
        scheduleMeasure()
    }

    /// Stops sending and receiving.
    func end() {
        isOver = true
        timer.cancel()
        nextMeasure.cancel()
    }

    private func scheduleMeasure() {
        nextMeasure.set(after: Self.measure, Self.label) { [weak self] in
            guard let self else { return }
            scheduleMeasure()
            report(.measured)
        }
    }

    // MARK: Requests of the call

    func source(of type: TrackType) -> UInt32 { machine.source(of: type) }

    /// Sends exactly these tracks.
    func setSending(_ types: [TrackType]) {
        for type in TrackType.allCases { machine.setSending(types.contains(type), type, at: scheduler.now) }
        arm()
    }

    /// Verifies the client's address immediately; returns false without an open path.
    func proveAddress() -> Bool {
        guard machine.path?.state == .open else { return false }
        machine.checkSoon(at: scheduler.now)
        arm()
        return true
    }

    func speak(for duration: Duration) {
        machine.speak(for: duration, at: scheduler.now)
    }

    /// Updates the SSRCs of other participants. Replaces an own SSRC that another participant has announced.
    ///
    /// - Parameter receives: Returns true for a track that the SFU forwards to this client.
    func learn(
        _ participants: [CallParticipant], own sessionId: String,
        receives: (CallParticipant, TrackType) -> Bool = { $0.publishedTracks.contains($1) }
    ) {
        let found = participants.filter { $0.sessionId != sessionId }.flatMap { participant in
            participant.sources.map {
                (sessionId: participant.sessionId, source: $0, isWithheld: !receives(participant, $0.trackType))
            }
        }
        guard !found.elementsEqual(announced, by: ==) else { return }
        announced = found
        machine.learn(found.map { ($0.sessionId, $0.source) })
        for entry in found { machine.setWithheld(entry.isWithheld, entry.source.ssrc) }
        let taken = TrackType.allCases.filter { type in found.contains { $0.source.ssrc == machine.source(of: type) } }
        for type in taken { perform(machine.changeSource(of: type, at: scheduler.now)) }
        arm()
    }

    // MARK: State

    /// The state of the path to the SFU.
    var pathState: ConsentMachine.State? { machine.path?.state }
    /// The client's address as the SFU observes it.
    var mappedAddress: SocketAddress? { machine.path?.mappedAddress }
    /// The user name in the client's connectivity checks.
    var username: String? { machine.path?.username }
    /// The number of datagrams that had no effect, by reason.
    var refusalCounts: [MediaRefusal: Int] { refusals }

    var publisherStats: PublisherStats { machine.publisherStats }
    var subscriberStats: SubscriberStats { machine.subscriberStats }

    func track(_ type: TrackType, of sessionId: String) -> MediaTrack? {
        machine.track(type, of: sessionId, at: scheduler.now)
    }

    func ownTrack(_ type: TrackType) -> MediaTrack? { machine.ownTrack(type) }

    // MARK: Datagrams and time

    /// True when a datagram of the media port belongs to this session; one SFU may have several.
    func knows(_ datagram: [UInt8]) -> Bool { machine.knows(datagram) }

    func receive(_ datagram: [UInt8]) {
        guard !isOver else { return }
        do throws(MediaRefusal) {
            perform(try machine.receive(datagram, at: scheduler.now))
        } catch {
            count(error)
        }
        arm()
    }

    private func count(_ refusal: MediaRefusal) {
        let count = refusals[refusal, default: 0] + 1
        refusals[refusal] = count
        report(.refused(refusal, count: count))
    }

    private func perform(_ outputs: [MediaMachine.Output]) {
        for output in outputs where !isOver {
            switch output {
            case .send(let bytes): if let address { socket.send(bytes, to: address) }
            case .opened: report(.opened)
            case .moved: report(.moved)
            case .died: report(.died)
            case .changedSource: report(.changedSource)
            case .refused(let refusal): count(refusal)
            }
        }
    }

    /// Keeps the timer at the machine's next deadline.
    private func arm() {
        guard !isOver, let next = machine.nextWake else { return timer.cancel() }
        guard next != timer.deadline else { return }
        timer.set(at: next, Self.label) { [weak self] in
            guard let self else { return }
            perform(machine.wake(at: scheduler.now, date: scheduler.date))
            arm()
        }
    }
}
