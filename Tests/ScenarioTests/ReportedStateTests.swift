import Journal
import Signaling
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The states that participants report, with their causes.
@MainActor
@Suite struct ReportedStateTests {
    private final class Clock {
        var now = Instant.start
    }

    private let clock = Clock()
    private let record = Recording().record
    private let states: ReportedStates

    init() {
        states = ReportedStates(of: "bob", record: record) { [clock] in clock.now }
    }

    private var entries: [String] { record.journal.entries.map(\.event.shown) }

    @Test func `a property is journaled when it changes, with both values`() {
        #expect(states["roster"] == .none && states.callingStateSince == nil)
        states.report("roster", .none)
        states.report("roster", .texts(["alice"]))
        states.report("roster", .texts(["alice"]))
        #expect(states.callingStateSince == nil)
        clock.now = Instant(nanoseconds: 5)
        states.report("callingState", .text("idle"))
        #expect(states.callingStateSince == clock.now && states["callingState"] == .text("idle"))
        clock.now = Instant(nanoseconds: 9)
        states.report("callingState", .text("idle"))
        states.report("roster", .none)
        #expect(states.callingStateSince == Instant(nanoseconds: 5) && states["roster"] == .none)
        #expect(
            entries == [
                "state: participant bob, property roster, from none, to [alice]",
                "state: participant bob, property callingState, from none, to idle",
                "state: participant bob, property roster, from [alice], to none",
            ])
    }

    @Test func `a change at the instant of a datagram has it as its cause, until a command`() {
        states.received(datagram: 3)
        states.received(datagram: 4)
        states.report("a", .boolean(true))
        states.count(event: "call.ring", cid: "default:x")
        clock.now = Instant(nanoseconds: 1)
        states.report("a", .boolean(false))
        states.received(datagram: 5)
        states.commanded()
        states.report("a", .integer(1))
        states.count(event: "call.ring", cid: nil)
        let change = "state: participant bob, property a, from"
        #expect(
            entries == [
                "\(change) none, to true, cause 4",
                "event: participant bob, type call.ring, cid default:x, datagram 4", "\(change) true, to false",
                "\(change) false, to 1", "event: participant bob, type call.ring",
            ])
        #expect(states["events.call.ring"] == .integer(2) && states["events.custom"] == .none)
    }

    @Test func `notifications are counted by name and journaled with their content`() {
        states.count(notification: "callEnded", [JournalAttribute("cid", "default:x")])
        states.count(notification: "callEnded", [])
        states.report("notifications.other", .text("none"))
        states.count(notification: "other", [])
        #expect(states["notifications.callEnded"] == .integer(2))
        #expect(states["notifications.other"] == .text("none") && states["callEnded"] == .none)
        #expect(
            entries.filter { $0.hasPrefix("notification") } == [
                "notification: participant bob, name callEnded, attributes cid default:x",
                "notification: participant bob, name callEnded", "notification: participant bob, name other",
            ])
    }

    static let journaled: [(Value, JournalValue)] = [
        (.none, .none), (.boolean(true), true), (.integer(3), 3), (.number(0.5), 0.5), (.text("a b"), "a b"),
        (.duration(.milliseconds(1500)), "1500ms"), (.date(Timestamp(milliseconds: 7)), 7),
        (.list([.text("a"), .duration(.seconds(1))]), ["a", "1s"]),
        (.instant(Instant(nanoseconds: 1_500_000_000)), "1.500 s"),
        (.map([.init(key: "a", value: .integer(1))]), "{a: 1}"),
    ]

    @Test func `each value has its form in the journal`() {
        for (value, form) in Self.journaled { #expect(value.journaled == form) }
    }

    // MARK: Performers that report

    private final class Reporter: ReportingPerformer {
        let spec = ParticipantSpec(name: "bob", place: .start)
        let address = Recording.alice
        let states: ReportedStates
        private(set) var isClosed = false

        init(_ states: ReportedStates) {
            self.states = states
        }

        func connect() {}
        func perform(_ command: Command) {}
        func leave() {}
        func close() { isClosed = true }
    }

    @Test func `an outside participant has the values that it reported, and counts without reports are zero`() {
        let reporter = Reporter(states)
        func value(_ property: Property) -> Value {
            reporter.value(of: property) { DeviceReference(userId: $0, sessionId: nil) }
        }
        let joined = PropertySpec("joinedAt", .date, "the date")
        let started = PropertySpec("startedAt", .date, "the date", of: "sfu")
        for property: Property in [.events("custom"), .notifications("callEnded"), .refusals("old")] {
            #expect(value(property) == .integer(0))
            states.report(property.description, .integer(2))
            #expect(value(property) == .integer(2))
        }
        for property: Property in [
            .named(joined), .participant("alice", joined), .member("alice", joined), .custom("a"), .server(started),
            .drops("old"),
        ] {
            #expect(value(property) == .none)
            states.report(property.description, .integer(5))
            let isDate = property.type == .date
            #expect(value(property) == (isDate ? .date(Timestamp(milliseconds: 5)) : .integer(5)))
        }
        states.report("joinedAt", .text("never"))
        #expect(value(.named(joined)) == .text("never"))
    }

    @Test func `an outside participant has a session, a snapshot and no more`() {
        let reporter = Reporter(states)
        #expect(reporter.sessionId == nil && reporter.snapshot.callingState == "none" && reporter.name == "bob")
        clock.now = Instant(nanoseconds: 8)
        states.report("callingState", .text("inCall"))
        states.report("sessionId", .text("s-1"))
        #expect(reporter.sessionId == "s-1" && reporter.callingStateSince == clock.now)
        #expect(
            reporter.snapshot
                == .init(participant: "bob", callingState: "inCall", since: Instant(nanoseconds: 8), details: []))
        reporter.received(datagram: 6)
        states.report("a", .integer(1))
        reporter.commanded()
        states.report("a", .integer(2))
        #expect(entries.suffix(2).map { $0.hasSuffix("cause 6") } == [true, false])
        #expect(reporter.illegalTransition == nil && !reporter.showsRoster && reporter.roster == nil)
        #expect(reporter.staleProperty(isLast: true) == nil && reporter.leftovers().isEmpty && reporter.isAtRest)
        #expect(reporter.ownObjects.isEmpty && reporter.mediaTarget == nil && reporter.trackRows.isEmpty)
        #expect(!reporter.canCrash && !reporter.isClosed)
        reporter.kill()
        #expect(reporter.isClosed)
    }

    @Test func `a user is regular, a guest or anonymous before its client connects`() {
        var spec = ParticipantSpec(name: "bob", place: .start)
        (spec.user, spec.displayName, spec.role) = ("b", "Bob", "admin")
        #expect(spec.libraryUser == User(id: "b", name: "Bob", role: "admin"))
        spec.kind = .guest
        #expect(spec.libraryUser == .guest("b", name: "Bob"))
        spec.kind = .anonymous
        #expect(spec.libraryUser == .anonymous)
    }
}
