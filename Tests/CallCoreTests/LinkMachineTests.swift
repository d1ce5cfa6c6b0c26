import CallCore
import Testing

@Suite struct LinkMachineTests {
    static func at(_ stage: LinkMachine.Stage) -> LinkMachine {
        var machine = LinkMachine()
        if stage != .closed { _ = machine.handle(.opened) }
        if stage == .reopening || stage == .pausing { _ = machine.handle(.broken) }
        if stage == .pausing { _ = machine.handle(.failed(isTransient: true)) }
        return machine
    }

    static let stages: [LinkMachine.Stage] = [.closed, .open, .reopening, .pausing]
    static let events: [LinkMachine.Event] =
        [.opened, .responded, .broken, .pathLost, .pathBack, .failed(isTransient: true)]
        + [.failed(isTransient: false), .close] + LinkMachine.Timer.allCases.map { .ranOut($0) }

    private static func successor(_ stage: LinkMachine.Stage, _ event: LinkMachine.Event) -> LinkMachine.Stage {
        switch (stage, event) {
        case (_, .close), (.reopening, .failed(isTransient: false)): .closed
        case (.closed, .opened), (.reopening, .opened): .open
        case (.open, .broken), (.open, .pathLost), (.open, .ranOut(.silence)), (.pausing, .ranOut(.pause)),
            (.pausing, .pathBack):
            .reopening
        case (.reopening, .failed(isTransient: true)), (.reopening, .ranOut(.attempt)): .pausing
        default: stage
        }
    }

    @Test(arguments: stages)
    func `every event leads to the table's stage, from every stage`(_ stage: LinkMachine.Stage) {
        for event in Self.events {
            var machine = Self.at(stage)
            #expect(machine.stage == stage)
            _ = machine.handle(event)
            #expect(machine.stage == Self.successor(stage, event), "\(stage) \(event)")
        }
    }

    @Test(arguments: [
        (LinkMachine.Stage.closed, LinkMachine.Event.opened),
        (.reopening, .opened),
    ])
    func `an open stream is asked and waited for, and no attempt runs`(
        _ stage: LinkMachine.Stage, _ event: LinkMachine.Event
    ) {
        var machine = Self.at(stage)
        let effects = machine.handle(event)
        #expect(effects == [.stop(.attempt), .start(.ping, .seconds(5)), .start(.silence, .seconds(15))])
    }

    @Test(arguments: [LinkMachine.Event.broken, .pathLost, .ranOut(.silence)])
    func `a lost stream reopens at once, within five seconds`(_ event: LinkMachine.Event) {
        var machine = Self.at(.open)
        let effects = machine.handle(event)
        #expect(effects == [.stop(.ping), .stop(.silence), .notifyLost, .start(.attempt, .seconds(5)), .reopen])
    }

    @Test(arguments: [LinkMachine.Event.ranOut(.pause), .pathBack])
    func `a pause ends with the next attempt`(_ event: LinkMachine.Event) {
        var machine = Self.at(.pausing)
        #expect(machine.handle(event) == [.stop(.pause), .start(.attempt, .seconds(5)), .reopen])
    }

    @Test(arguments: [LinkMachine.Event.failed(isTransient: true), .ranOut(.attempt)])
    func `a failed attempt is abandoned before the pause`(_ event: LinkMachine.Event) {
        var machine = Self.at(.reopening)
        #expect(machine.handle(event) == [.stop(.attempt), .abandon, .start(.pause, .milliseconds(500))])
    }

    @Test func `a refused attempt is the last one`() {
        var machine = Self.at(.reopening)
        #expect(machine.handle(.failed(isTransient: false)) == [.stop(.attempt), .notifyGone])
    }

    @Test(arguments: stages)
    func `a closed stream has no timer`(_ stage: LinkMachine.Stage) {
        var machine = Self.at(stage)
        let effects = machine.handle(.close)
        #expect(effects == [.abandon, .stop(.ping), .stop(.silence), .stop(.attempt), .stop(.pause)])
    }

    @Test func `the pauses between attempts grow to five seconds and begin again with the next loss`() {
        var machine = Self.at(.reopening)
        func pause() -> Duration? {
            let effects = machine.handle(.failed(isTransient: true))
            _ = machine.handle(.ranOut(.pause))
            return effects.compactMap { if case .start(.pause, let pause) = $0 { pause } else { nil } }.first
        }
        let seconds: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)]
        #expect(seconds.map { _ in pause() } == seconds)
        _ = machine.handle(.opened)
        _ = machine.handle(.broken)
        #expect(pause() == .milliseconds(500))
    }

    @Test func `a sign of life gives the server the whole time again`() {
        var machine = LinkMachine(interval: .seconds(2), silence: .seconds(6))
        #expect(machine.handle(.opened).contains(.start(.silence, .seconds(6))))
        #expect(machine.handle(.ranOut(.ping)) == [.start(.ping, .seconds(2)), .ping])
        #expect(machine.handle(.responded) == [.start(.silence, .seconds(6))])
    }

    // MARK: Numbers

    @Test func `a new stream begins with the first event`() {
        var cursor = EventCursor()
        #expect(cursor.last == 0)
        #expect(cursor.take(first: 2, count: 1) == nil)
        #expect(cursor.take(first: 1, count: 2) == 0)
        #expect(cursor.last == 2)
    }

    @Test func `consecutive batches are complete, and repetitions are counted`() {
        var cursor = EventCursor()
        cursor.open(first: 8, count: 2)
        #expect(cursor.last == 9)
        #expect(cursor.take(first: 10, count: 3) == 0)
        #expect(cursor.take(first: 11, count: 4) == 2)
        #expect(cursor.last == 14)
        #expect(cursor.take(first: 3, count: 2) == 2)
        #expect(cursor.last == 14)
    }

    @Test func `a batch without events changes nothing`() {
        var cursor = EventCursor()
        cursor.open(first: 1, count: 14)
        #expect(cursor.take(first: 3, count: 0) == 0 && cursor.last == 14)
        #expect(cursor.take(first: 15, count: 0) == 0 && cursor.last == 14)
    }

    @Test(arguments: [16, 1000, Int.max, 0, -1, Int.min])
    func `a gap is detected, and an impossible number changes nothing`(_ first: Int) {
        var cursor = EventCursor()
        cursor.open(first: 1, count: 14)
        #expect(cursor.take(first: first, count: 1) == nil)
        #expect(cursor.last == 14)
    }
}
