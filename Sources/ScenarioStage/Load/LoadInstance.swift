import Journal
import Load
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// One instance of a scenario in a load.
@MainActor
final class LoadInstance: LoadUnit {
    /// The parts of an instance, in order.
    private enum State {
        case booting
        case performing
        /// All participants leave.
        case leaving
        case over
    }

    let number: Int
    let intended: Instant
    let started: Instant
    private(set) var failure: LoadFailure?
    private(set) var isInterrupted = false
    private(set) var example: String?
    var onPhase: @MainActor (PhaseClock.Finding, Duration) -> Void = { _, _ in }
    var onCheckNeeded: @MainActor (any LoadUnit) -> Void = { _ in }
    var onOver: @MainActor (any LoadUnit) -> Void = { _ in }
    var onRetransmission: @MainActor () -> Void = {}
    var needsCheck = false

    private let loop: EventLoop
    private let tag: String
    private var stage: Stage?
    private var director: Director?
    private var state = State.booting
    private var phases = PhaseClock()
    /// The time by which the generator is behind the plan of this instance.
    private var lateness: Duration
    private var hasDisconnected = false
    private lazy var leaveLimit = SingleTimer(loop)
    private lazy var quietTimer = SingleTimer(loop)
    private var keepsRecord = false

    /// The limit of the `leaving` stage. Participants that have not left by then are closed.
    private static let leaveTimeout = Duration.seconds(30)

    /// - Parameter tag: The end of the names of its users and calls.
    init(number: Int, intended: Instant, loop: EventLoop, tag: String) {
        self.number = number
        self.intended = intended
        self.loop = loop
        started = loop.freshNow
        lateness = intended.duration(to: started)
        self.tag = tag
    }

    /// Starts the participants at the servers of a stage.
    ///
    /// - Parameter keepsRecord: True when expectations ask for entries of the journal, or for packets.
    func start(_ scenario: Scenario, seed: UInt64, in shared: Stage, isVirtual: Bool, keepsRecord: Bool) {
        let copy = scenario.instance(tagged: tag)
        let record = RunRecord(
            loop: loop, needs: copy.packetNeeds,
            limit: copy.settings.journalLimit ?? ScenarioLimits.default.entries, isKept: keepsRecord, sink: nil)
        let membership = LoadMembership(
            shared: shared, tag: tag, addresses: copy.participants.map { _ in shared.takeAddress() }
        ) { [weak self] in self?.handle($0) }
        self.keepsRecord = keepsRecord
        let stage = Stage(
            copy, programsFolder: "", seed: seed, registry: shared.registry, loop: loop, record: record,
            membership: membership)
        record.onEvent = { [weak self] in self?.handle($0) }
        record.onFull = { [weak self, weak record] in self?.fail(record?.fullness ?? "") }
        // Servers of another process may be about to send at any instant.
        if shared.outsideServers != nil { stage.judgeInRealTime() }
        let director = Director(copy, on: stage, loop: loop, isVirtual: isVirtual)
        director.onDeadline = { [weak self] in self?.reached($0) }
        (self.stage, self.director) = (stage, director)
        Task { @MainActor in await boot(stage) }
    }

    private func boot(_ stage: Stage) async {
        do {
            try await stage.bootInstance()
            guard case .booting = state else { return }
            state = .performing
        } catch {
            guard case .booting = state else { return }
            failure = LoadFailure(
                file: nil, line: nil, reason: "the participants could not be connected: \(error)".without(tag: tag))
        }
        requestCheck()
    }

    // MARK: At idle points

    func performDueActions() -> Bool {
        switch state {
        case .booting where failure == nil: return false
        case .booting, .performing: return perform()
        case .leaving:
            guard hasDisconnected, stage?.isAtRest ?? true else { return false }
            end()
            return true
        case .over: return false
        }
    }

    private func perform() -> Bool {
        guard let director, failure == nil else {
            leave()
            return true
        }
        guard isQuiet() else { return false }
        let answer = director.quiet()
        stage?.quiescence?.evaluated(at: loop.now, started: answer == .again)
        guard !director.isOver else {
            if let found = director.failure { failure = cause(found) }
            leave()
            return true
        }
        if answer == .again { requestCheck() }
        return answer == .again
    }

    /// Returns true when expectations can be evaluated; otherwise it sets a timer.
    private func isQuiet() -> Bool {
        guard let until = stage?.quiescence?.nextCheck(at: loop.now) else { return true }
        quietTimer.set(at: until, "an idle point") { [weak self] in self?.requestCheck() }
        return false
    }

    private func cause(_ found: ExpectationFailure) -> LoadFailure {
        let place = found.place ?? found.step?.place
        var reason = found.reason
        if let expected = found.expected { reason += "; expected \(expected)" }
        example = found.actual?.without(tag: tag)
        return LoadFailure(
            file: place == nil ? nil : found.step?.file ?? stage?.scenario.file, line: place?.line,
            reason: reason.without(tag: tag))
    }

    private func fail(_ reason: String) {
        failure = failure ?? LoadFailure(file: nil, line: nil, reason: reason)
        requestCheck()
    }

    // MARK: The end

    func interrupt() {
        switch state {
        case .booting, .performing:
            isInterrupted = true
            leave()
        case .leaving, .over: break
        }
    }

    private func leave() {
        state = .leaving
        director?.disarm()
        stage?.leaveAll { [weak self] in
            self?.hasDisconnected = true
            self?.requestCheck()
        }
        leaveLimit.set(after: Self.leaveTimeout, "the end of an instance") { [weak self] in self?.end() }
    }

    private func end() {
        guard case .leaving = state else { return }
        state = .over
        leaveLimit.cancel()
        quietTimer.cancel()
        stage?.record.onEvent = nil
        stage?.tearDown()
        stage = nil
        director = nil
        onOver(self)
    }

    // MARK: Events of the instance

    private func requestCheck() {
        onCheckNeeded(self)
    }

    private func reached(_ deadline: Instant) {
        lateness = max(lateness, deadline.duration(to: loop.freshNow))
        requestCheck()
    }

    private func handle(_ datagram: DatagramRecord) {
        if keepsRecord { stage?.add(datagram) } else { stage?.noteTraffic(DatagramKind(datagram.bytes)) }
        guard case .received = datagram.fate else { return }
        requestCheck()
        guard case .performing = state, DatagramKind(datagram.bytes) == .rtp, let stage else { return }
        note(.packet(at: stage.name(of: datagram.to.host)))
    }

    private func handle(_ event: JournalEvent) {
        requestCheck()
        // Connecting and leaving have messages, too.
        if case .log(let log) = event, log.name.hasPrefix("retransmitted") { onRetransmission() }
        guard case .performing = state else { return }
        switch event {
        case .call(let call): note(.command(call.name, by: call.participant))
        case .state(let change): noteState(change)
        default: break
        }
    }

    private func noteState(_ change: JournalEvent.StateChange) {
        guard case .text(let state) = change.to else { return }
        if change.property == "callingState" { return note(.callingState(of: change.participant, to: state)) }
        if state == "joined", change.property.hasPrefix("stage ") { note(.joined(change.participant)) }
    }

    private func note(_ event: PhaseClock.Event) {
        for finding in phases.process(event, at: loop.freshNow) { onPhase(finding, lateness) }
    }
}
