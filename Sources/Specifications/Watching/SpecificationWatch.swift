package import Journal
package import Timing

/// Lets all specifications observe one run or one capture.
package struct SpecificationWatch: Sendable {
    private var specifications: [any Specification]
    /// The indexes of the specifications that observe datagrams, and of those that observe all other occurrences.
    private let (onWire, offWire): ([Int], [Int])
    private var run = RunTraits()
    private var now = Instant.start
    /// The first violations, in order.
    package private(set) var violations: [Violation] = []
    /// The number of violations that are kept.
    private static let limit = 100
    /// The name of the log entry after which all participants leave their calls.
    package static let leavingEntry = "all views agree: all participants leave"

    /// Creates a watch of a run.
    package init() {
        self.init(SpecificationWatch.all.map { $0.init() })
    }

    /// Creates a watch of a capture, with the specifications that need no journal.
    package init(ofCapture: Void) {
        self.init(SpecificationWatch.all.filter { $0.page.needsOnlyCapture }.map { $0.init() })
    }

    /// Creates a watch with chosen specifications.
    init(_ specifications: [any Specification]) {
        self.specifications = specifications
        let onWire = specifications.indices.filter { type(of: specifications[$0]).page.needsOnlyCapture }
        self.onWire = onWire
        offWire = specifications.indices.filter { !onWire.contains($0) }
    }

    /// Processes an entry of a journal.
    package mutating func process(_ entry: JournalEntry) {
        if entry.event.beginsQuietly { settle(at: entry.time, entry: entry.number) }
        guard let observation = ObservationReader.read(entry) else { return }
        let cause = Cause(entry: entry.number, datagram: entry.event.causingDatagram, journalEntry: entry)
        process(observation, at: entry.time, cause)
    }

    /// Processes an occurrence in the packet with a number.
    package mutating func process(_ observation: Observation, at time: Instant, packet: Int) {
        process(observation, at: time, Cause(entry: packet, datagram: packet, journalEntry: nil))
    }

    /// Advances to `time`, without an occurrence until then.
    package mutating func elapse(to time: Instant, entry: Int) {
        guard time > now else { return }
        now = time
        for index in specifications.indices {
            guard let refusal = specifications[index].elapse(to: time, run) else { continue }
            add(refusal, index, Cause(entry: entry, datagram: nil, journalEntry: nil))
        }
    }

    /// Judges what must have happened by `time`, at which no further occurrence is possible before the next step.
    mutating func settle(at time: Instant, entry: Int) {
        elapse(to: time, entry: entry)
        for index in specifications.indices {
            guard let refusal = specifications[index].elapse(to: time.advanced(by: .nanoseconds(1)), run) else {
                continue
            }
            add(refusal, index, Cause(entry: entry, datagram: nil, journalEntry: nil))
        }
    }

    private mutating func process(_ observation: Observation, at time: Instant, _ cause: Cause) {
        elapse(to: time, entry: cause.entry)
        run.process(observation, at: time)
        guard run.judges(observation) else { return }
        for index in observation.isOnWire ? onWire : offWire {
            guard let refusal = specifications[index].process(observation, at: time, run) else { continue }
            add(refusal, index, cause)
        }
    }

    /// The entry of the journal, or the packet of the capture, at which a violation is found.
    private struct Cause {
        let entry: Int
        let datagram: Int?
        let journalEntry: JournalEntry?
    }

    private mutating func add(_ refusal: Refusal, _ index: Int, _ cause: Cause) {
        guard violations.count < Self.limit else { return }
        let page = type(of: specifications[index]).page
        violations.append(
            Violation(
                specification: page.name, source: page.source, refusal: refusal, time: now, entry: cause.entry,
                datagram: cause.datagram, line: cause.journalEntry?.description))
    }
}

extension JournalEvent {
    /// True when a step begins, or all participants leave. The stage does both only when its loop has nothing else to do.
    fileprivate var beginsQuietly: Bool {
        switch self {
        case .step(let step): step.phase == .began
        case .log(let log): log.source == nil && log.name == SpecificationWatch.leavingEntry
        default: false
        }
    }

    fileprivate var causingDatagram: Int? {
        switch self {
        case .state(let change): change.cause
        case .event(let event): event.datagram
        case .datagram(let datagram): datagram.number
        default: nil
        }
    }
}

extension SpecificationWatch {
    /// All specifications, in the order of their page.
    static let all: [any Specification.Type] = [
        CallerRing.self, CalleeRing.self, RingCommands.self, ShownRings.self, AnsweredRings.self, GroupRing.self,
        MissedRings.self, BusyRings.self, RingingAndActive.self, CallStages.self, StageRequests.self,
        RefusedJoins.self, Interception.self, CallingStates.self, EndedCalls.self, AutoLeave.self,
        ParticipantEvents.self,
        TimerLengths.self, TimerStates.self, Reconnecting.self, Strategies.self, GivingUp.self, ShownStatus.self,
        SessionLives.self, ShownSessions.self, DriverConnections.self, Rosters.self, Connections.self, Requests.self,
        Causes.self, Audiences.self, Receptions.self, EventEffects.self, ServerTimers.self, SessionEnds.self,
        Egress.self, EventNumbers.self, Responses.self, Consent.self,
    ]

    /// The pages of all specifications.
    package static var pages: [SpecificationPage] { all.map { $0.page } }

    /// The pages of the specifications for which a capture alone is enough.
    package static var pagesOfCaptures: [SpecificationPage] { pages.filter(\.needsOnlyCapture) }
}
