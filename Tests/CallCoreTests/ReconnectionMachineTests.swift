import CallCore
import Covering
import Signaling
import Testing
import Timing

/// A machine with a clock that only the test moves.
struct Reconnection {
    var machine: ReconnectionMachine
    var now = Instant.start

    init(_ limits: ReconnectionLimits = ReconnectionLimits()) {
        machine = ReconnectionMachine(limits: limits)
    }

    static let entry = SFUEntry(sfu: "sfu-1", fastReconnectDeadline: .seconds(15))

    @discardableResult
    mutating func handle(_ event: ReconnectionEvent) -> [ReconnectionEffect] {
        machine.handle(event, at: now)
    }

    mutating func pass(_ duration: Duration) { now = now.advanced(by: duration) }

    /// The number of the attempt that the effects begin.
    static func number(_ effects: [ReconnectionEffect]) -> Int? {
        for effect in effects {
            switch effect {
            case .fast(let number), .rejoin(let number, _, _), .migrate(let number, _, _): return number
            default: continue
            }
        }
        return nil
    }

    /// A machine at each of the stages, and the number of the attempt under way.
    static func at(_ stage: ReconnectionMachine.Stage) -> (Reconnection, attempt: Int) {
        var reconnection = Reconnection()
        guard stage != .idle else { return (reconnection, 0) }
        reconnection.handle(.entered(entry))
        var number = 0
        func go(_ event: ReconnectionEvent) { number = Self.number(reconnection.handle(event)) ?? number }
        switch stage {
        case .idle, .joined: break
        case .offline(.fast): go(.pathLost)
        case .offline(let strategy):
            go(.lost(strategy == .migrate ? .health : .media))
            if strategy == .migrate {
                go(.pathBack)
                go(.ranOut(.debounce))
                go(.succeeded(attempt: number, entry))
                go(.goAway)
            }
            go(.pathLost)
        case .settling(let strategy):
            (reconnection, number) = at(.offline(strategy))
            go(.pathBack)
        case .fastReconnecting: go(.lost(.stream))
        case .rejoining: go(.lost(.media))
        case .migrating: go(.goAway)
        case .migrated:
            go(.goAway)
            go(.succeeded(attempt: number, SFUEntry(sfu: "sfu-2", fastReconnectDeadline: .seconds(15))))
        case .left: go(.leave)
        }
        return (reconnection, number)
    }

    static let stages: [ReconnectionMachine.Stage] = [
        .idle, .joined, .offline(.fast), .offline(.rejoin), .offline(.migrate), .settling(.fast), .settling(.rejoin),
        .settling(.migrate), .fastReconnecting, .rejoining, .migrating, .migrated, .left,
    ]

    static func events(attempt: Int) -> [ReconnectionEvent] {
        [.entered(entry), .pathLost, .pathBack, .goAway, .migrationCompleted, .leave, .admitted(attempt: attempt)]
            + ConnectionLoss.allCases.map { .lost($0) } + ReconnectStrategy.allCases.map { .sfuError($0) }
            + [.sfuFull(.unspecified), .sfuFull(.rejoin)] + ReconnectionTimer.allCases.map { .ranOut($0) }
            + [attempt, attempt - 1].flatMap { number -> [ReconnectionEvent] in
                [.succeeded(attempt: number, entry)]
                    + [AttemptFailure.unanswered, .refused, .sessionGone, .full(sfu: "sfu-1"), .over(reason: "ended")]
                    .map { .failed(attempt: number, $0) }
            }
    }
}

/// Where each event leads from each stage; what is not here changes nothing.
private func successor(
    of stage: ReconnectionMachine.Stage, on event: ReconnectionEvent, attempt: Int
) -> ReconnectionMachine.Stage? {
    switch (stage, event) {
    case (.left, _): nil
    case (_, .leave): .left
    case (.idle, .entered): .joined
    case (.joined, .lost(.stream)), (.joined, .lost(.signal)): .fastReconnecting
    case (.joined, .lost(.health)), (.joined, .pathLost): .offline(.fast)
    case (.joined, .lost(.media)), (.joined, .sfuFull(.rejoin)): .rejoining
    case (.joined, .goAway), (.joined, .sfuError(.migrate)), (.joined, .sfuFull): .migrating
    case (.joined, .sfuError(.disconnect)), (.migrated, .sfuError(.disconnect)): .left
    case (.offline(let strategy), .pathBack): .settling(strategy)
    case (.offline, .ranOut(.disconnection)): .left
    case (.offline(.fast), .lost(.media)): .offline(.rejoin)
    case (.settling(.fast), .lost(.media)): .settling(.rejoin)
    case (.settling(let strategy), .pathLost): .offline(strategy)
    case (.settling(.fast), .ranOut(.debounce)): .fastReconnecting
    case (.settling(.rejoin), .ranOut(.debounce)): .rejoining
    case (.settling(.migrate), .ranOut(.debounce)): .migrating
    case (.fastReconnecting, .pathLost), (.fastReconnecting, .ranOut(.attempt)): .offline(.fast)
    case (.rejoining, .pathLost), (.rejoining, .ranOut(.attempt)), (.migrating, .ranOut(.attempt)): .offline(.rejoin)
    case (.migrating, .pathLost): .offline(.migrate)
    case (.fastReconnecting, .succeeded(attempt, _)), (.rejoining, .succeeded(attempt, _)): .joined
    case (.migrating, .succeeded(attempt, _)): .migrated
    case (.fastReconnecting, .failed(attempt, .over)), (.rejoining, .failed(attempt, .over)),
        (.migrating, .failed(attempt, .over)):
        .left
    case (.fastReconnecting, .failed(attempt, .unanswered)): .offline(.fast)
    case (.fastReconnecting, .failed(attempt, .refused)): .settling(.fast)
    case (.fastReconnecting, .failed(attempt, _)): .rejoining
    case (.rejoining, .failed(attempt, .unanswered)), (.migrating, .failed(attempt, .unanswered)): .offline(.rejoin)
    case (.rejoining, .failed(attempt, .refused)), (.rejoining, .failed(attempt, .sessionGone)),
        (.migrating, .failed(attempt, .refused)), (.migrating, .failed(attempt, .sessionGone)):
        .settling(.rejoin)
    case (.rejoining, .failed(attempt, .full)), (.migrating, .failed(attempt, .full)): .rejoining
    case (.migrated, .migrationCompleted): .joined
    case (.migrated, .pathLost): .offline(.rejoin)
    case (.migrated, .ranOut(.migrationCompletion)), (.migrated, .lost), (.migrated, .goAway), (.migrated, .sfuFull),
        (.migrated, .sfuError(.migrate)):
        .rejoining
    default: nil
    }
}

@Suite struct ReconnectionMachineTests {
    @Test(
        .covers("RTC-CONNECTED-03", "RTC-DISC-09", "RTC-FASTED-03", "RTC-JOINED-17"), arguments: Reconnection.stages)
    func `every event leads to the table's stage, from every stage`(
        _ stage: ReconnectionMachine.Stage
    ) {
        let attempt = Reconnection.at(stage).attempt
        #expect(Reconnection.at(stage).0.machine.stage == stage)
        for event in Reconnection.events(attempt: attempt) {
            var (reconnection, _) = Reconnection.at(stage)
            reconnection.handle(event)
            let expected = successor(of: stage, on: event, attempt: attempt) ?? stage
            #expect(reconnection.machine.stage == expected, "\(stage) \(event)")
        }
    }

    @Test func `a lost session is detached at once, and one that migrates first has its successor`() {
        func isDetached(_ event: ReconnectionEvent) -> Bool {
            var (reconnection, _) = Reconnection.at(.joined)
            return reconnection.handle(event).contains(.detach)
        }
        let losses = ConnectionLoss.allCases.map { ReconnectionEvent.lost($0) }
        #expect((losses + [.pathLost, .sfuFull(.rejoin)]).allSatisfy(isDetached))
        let migrations: [ReconnectionEvent] = [.goAway, .sfuError(.migrate), .sfuFull(.unspecified)]
        #expect(!migrations.contains(where: isDetached))
    }

    @Test(arguments: [ReconnectionEvent.lost(.stream), .lost(.media), .goAway])
    func `the time of an attempt begins before its first request`(_ loss: ReconnectionEvent) {
        var (reconnection, _) = Reconnection.at(.joined)
        let effects = reconnection.handle(loss)
        guard case .start(.attempt, _)? = effects.dropLast().last else {
            Issue.record("\(effects)")
            return
        }
        #expect(Reconnection.number(effects.suffix(1)) != nil)
    }

    @Test(arguments: Reconnection.stages)
    func `an attempt that was abandoned changes nothing`(_ stage: ReconnectionMachine.Stage) {
        var (reconnection, attempt) = Reconnection.at(stage)
        let before = reconnection.machine.stage
        #expect(reconnection.handle(.succeeded(attempt: attempt - 1, Reconnection.entry)) == [])
        #expect(reconnection.handle(.failed(attempt: attempt - 1, .over(reason: "late"))) == [])
        #expect(reconnection.machine.stage == before)
    }

    @Test(arguments: Reconnection.stages)
    func `a leave cancels every timer and ends all work`(_ stage: ReconnectionMachine.Stage) {
        var (reconnection, attempt) = Reconnection.at(stage)
        let effects = reconnection.handle(.leave)
        if stage != .left {
            for timer in ReconnectionTimer.allCases { #expect(effects.contains(.stop(timer))) }
            #expect(effects.contains(.abandon) == [.fastReconnecting, .rejoining, .migrating].contains(stage))
        }
        for event in Reconnection.events(attempt: attempt) { #expect(reconnection.handle(event) == []) }
    }

    @Test func `a fast reconnect is tried three times, and the fourth is a rejoin`() throws {
        var (reconnection, number) = Reconnection.at(.fastReconnecting)
        for _ in 0..<2 {
            reconnection.handle(.failed(attempt: number, .refused))
            let effects = reconnection.handle(.ranOut(.debounce))
            number = try #require(Reconnection.number(effects))
            #expect(effects.contains(.fast(attempt: number)))
        }
        reconnection.handle(.failed(attempt: number, .refused))
        #expect(reconnection.handle(.ranOut(.debounce)).contains { if case .rejoin = $0 { true } else { false } })
    }

    @Test(arguments: [(14_999, true), (15_000, false)])
    func `the deadline of a fast reconnect counts from the loss`(_ milliseconds: Int, _ isFast: Bool) {
        var (reconnection, _) = Reconnection.at(.offline(.fast))
        reconnection.pass(.milliseconds(milliseconds - 1000))
        reconnection.handle(.pathBack)
        reconnection.pass(.seconds(1))
        reconnection.handle(.ranOut(.debounce))
        #expect(reconnection.machine.stage == (isFast ? .fastReconnecting : .rejoining))
    }

    @Test func `a fast reconnect lasts no longer than the deadline`() {
        var (reconnection, _) = Reconnection.at(.offline(.fast))
        reconnection.pass(.seconds(9))
        reconnection.handle(.pathBack)
        reconnection.pass(.seconds(1))
        #expect(reconnection.handle(.ranOut(.debounce)).contains(.start(.attempt, .seconds(5))))
    }

    @Test(arguments: [(11_999, false), (12_000, true), (12_001, true)])
    func `ten rejoins may begin in any two minutes`(_ milliseconds: Int, _ mayRejoin: Bool) {
        var (reconnection, _) = Reconnection.at(.joined)
        for _ in 0..<10 {
            let number = Reconnection.number(reconnection.handle(.lost(.media))) ?? 0
            reconnection.handle(.succeeded(attempt: number, Reconnection.entry))
            reconnection.pass(.milliseconds(milliseconds))
        }
        let effects = reconnection.handle(.lost(.media))
        #expect((reconnection.machine.stage == .rejoining) == mayRejoin)
        #expect(effects.contains(.leave(reason: "rejoin_attempt_limit_exceeded")) == !mayRejoin)
    }

    @Test(.covers("RTC-JOINED-05", "RTC-JOINED-14", "RTC-JOINED-15"))
    func `the SFU's strategy applies to the next loss, and only once`() {
        var (reconnection, _) = Reconnection.at(.joined)
        #expect(reconnection.handle(.sfuError(.rejoin)) == [])
        let number = Reconnection.number(reconnection.handle(.lost(.stream))) ?? 0
        #expect(reconnection.machine.stage == .rejoining)
        reconnection.handle(.succeeded(attempt: number, Reconnection.entry))
        reconnection.handle(.lost(.stream))
        #expect(reconnection.machine.stage == .fastReconnecting)
    }

    @Test(.covers("RTC-JOINED-24", "RTC-JOINED-25", "RTC-JOINING-08"))
    func `a full SFU is avoided, once and by its name`() {
        var (reconnection, _) = Reconnection.at(.joined)
        let first = reconnection.handle(.sfuFull(.rejoin))
        #expect(first.contains(.rejoin(attempt: 1, reconnectAttempt: 1, avoiding: ["sfu-1"])))
        reconnection.handle(.failed(attempt: 1, .full(sfu: "sfu-1")))
        reconnection.handle(.failed(attempt: 2, .full(sfu: "")))
        let last = reconnection.handle(.failed(attempt: 3, .full(sfu: "sfu-2")))
        #expect(last.contains(.rejoin(attempt: 4, reconnectAttempt: 4, avoiding: ["sfu-1", "sfu-2"])))
    }

    @Test(arguments: [Duration.seconds(30), .seconds(5), nil])
    func `a client without a network gives up after its timeout`(_ timeout: Duration?) {
        var reconnection = Reconnection(ReconnectionLimits(disconnection: timeout))
        reconnection.handle(.entered(Reconnection.entry))
        let effects = reconnection.handle(.lost(.health))
        let timers = effects.compactMap { if case .start(.disconnection, let duration) = $0 { duration } else { nil } }
        #expect(timers == (timeout.map { [$0] } ?? []))
        #expect(reconnection.handle(.ranOut(.disconnection)).contains(.giveUp(noNetwork: true)))
    }

    @Test(.covers("RTC-CONNECTED-04", "RTC-DISC-08"))
    func `a client that was refused for too long gives up with that reason`() {
        var (reconnection, number) = Reconnection.at(.rejoining)
        reconnection.pass(.seconds(30))
        #expect(reconnection.handle(.failed(attempt: number, .refused)).contains(.giveUp(noNetwork: false)))
    }

    @Test func `a fast reconnect is shown after a second`() {
        var (reconnection, number) = Reconnection.at(.fastReconnecting)
        #expect(reconnection.handle(.ranOut(.discretion)) == [.report(.reconnecting)])
        #expect(reconnection.handle(.ranOut(.discretion)) == [])
        #expect(reconnection.handle(.succeeded(attempt: number, Reconnection.entry)).contains(.report(.connected)))
        var (short, attempt) = Reconnection.at(.fastReconnecting)
        let effects = short.handle(.succeeded(attempt: attempt, Reconnection.entry))
        #expect(effects == [.stop(.attempt), .stop(.discretion), .show(.connected)])
    }

    @Test func `each limit that an application sets is kept, and a fast reconnect is shown after the one for it`() {
        let limits = ReconnectionLimits(
            fastAttempts: 1, rejoins: 2, rejoinWindow: .seconds(3), debounce: .seconds(4), attempt: .seconds(5),
            migrationCompletion: .seconds(6), discretion: .seconds(7), disconnection: .seconds(8))
        #expect(limits.fastAttempts == 1 && limits.rejoins == 2 && limits.rejoinWindow == .seconds(3))
        #expect(limits.debounce == .seconds(4) && limits.attempt == .seconds(5))
        #expect(limits.migrationCompletion == .seconds(6) && limits.discretion == .seconds(7))
        #expect(limits.disconnection == .seconds(8))
        var reconnection = Reconnection(limits)
        reconnection.handle(.entered(Reconnection.entry))
        #expect(reconnection.handle(.lost(.stream)).contains(.start(.discretion, .seconds(7))))
    }

    @Test func `a migration shows as one until everything is there`() {
        var (reconnection, _) = Reconnection.at(.joined)
        #expect(reconnection.handle(.goAway).contains(.report(.migrating)))
        let entry = SFUEntry(sfu: "sfu-2", fastReconnectDeadline: .seconds(15))
        #expect(!reconnection.handle(.succeeded(attempt: 1, entry)).contains(.report(.connected)))
        #expect(reconnection.handle(.migrationCompleted).suffix(2) == [.show(.connected), .report(.connected)])
    }

    @Test(.covers("RTC-DISC-16", "RTC-DISC-17")) func `a client that lost its media too rejoins with a new session`() {
        for stage in [ReconnectionMachine.Stage.offline(.fast), .settling(.fast)] {
            var (reconnection, _) = Reconnection.at(stage)
            reconnection.handle(.lost(.media))
            reconnection.handle(.pathBack)
            reconnection.handle(.ranOut(.debounce))
            #expect(reconnection.machine.stage == .rejoining)
        }
    }

    @Test(.covers("RTC-DISC-06")) func `a client that must not reconnect leaves`() {
        var (reconnection, _) = Reconnection.at(.joined)
        #expect(reconnection.handle(.sfuFull(.disconnect)).contains(.leave(reason: "disconnected")))
        #expect(reconnection.machine.stage == .left)
    }

    // MARK: Migrations and numbers

    @Test(arguments: [
        ReconnectionEvent.migrationCompleted, .ranOut(.migrationCompletion), .lost(.media), .goAway, .pathLost,
    ])
    func `a migration that ends stops its timer, and releases the SFU that it left`(_ event: ReconnectionEvent) {
        var (reconnection, _) = Reconnection.at(.migrated)
        let effects = reconnection.handle(event)
        #expect(effects.prefix(2) == [.stop(.migrationCompletion), .releaseOld])
        #expect(effects.count { $0 == .detach } == (event == .migrationCompleted ? 0 : 1))
        #expect(effects.contains(.probe) == (event == .pathLost))
    }

    @Test func `a strategy applies to the next loss of the SFU that sent it, and of no other`() {
        var (reconnection, _) = Reconnection.at(.migrated)
        reconnection.handle(.sfuError(.rejoin))
        reconnection.handle(.migrationCompleted)
        reconnection.handle(.lost(.stream))
        #expect(reconnection.machine.stage == .rejoining)
        var (other, _) = Reconnection.at(.joined)
        other.handle(.sfuError(.rejoin))
        let number = Reconnection.number(other.handle(.goAway)) ?? 0
        other.handle(.succeeded(attempt: number, SFUEntry(sfu: "sfu-2", fastReconnectDeadline: .seconds(15))))
        other.handle(.migrationCompleted)
        other.handle(.lost(.stream))
        #expect(other.machine.stage == .fastReconnecting)
    }

    @Test func `a fast reconnect has the number of an attempt, and is not counted as a rejoin or migration`() {
        var (reconnection, number) = Reconnection.at(.fastReconnecting)
        let effects = reconnection.handle(.failed(attempt: number, .sessionGone))
        #expect(effects.last == .rejoin(attempt: number + 1, reconnectAttempt: 1, avoiding: []))
        var (other, first) = Reconnection.at(.fastReconnecting)
        other.handle(.succeeded(attempt: first, Reconnection.entry))
        #expect(other.handle(.goAway).last == .migrate(attempt: first + 1, reconnectAttempt: 1, avoiding: []))
    }

    @Test func `a timer that runs out as the client is back shows no reconnect`() {
        var (reconnection, number) = Reconnection.at(.fastReconnecting)
        reconnection.handle(.succeeded(attempt: number, Reconnection.entry))
        #expect(reconnection.handle(.ranOut(.discretion)) == [])
    }
}
