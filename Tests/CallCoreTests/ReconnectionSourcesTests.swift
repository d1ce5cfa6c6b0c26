import CallCore
import Covering
import Signaling
import Testing
import Timing

/// From which stages each stage can be come to, and what is left of one way back when the next one begins.
@Suite struct ReconnectionSourcesTests {
    private typealias Stage = ReconnectionMachine.Stage

    /// A stage without the way back that it is on.
    private static func name(_ stage: Stage) -> String {
        switch stage {
        case .offline: "offline"
        case .settling: "settling"
        case .idle, .joined, .fastReconnecting, .rejoining, .migrating, .migrated, .left: "\(stage)"
        }
    }

    /// The stages that lead to each stage; the same one again is not a move.
    private static let sources: [String: Set<String>] = [
        "idle": [],
        "joined": ["idle", "fastReconnecting", "rejoining", "migrated"],
        "offline": ["joined", "settling", "fastReconnecting", "rejoining", "migrating", "migrated"],
        "settling": ["offline", "fastReconnecting", "rejoining", "migrating"],
        "fastReconnecting": ["joined", "settling"],
        "rejoining": ["joined", "settling", "fastReconnecting", "migrating", "migrated"],
        "migrating": ["joined", "settling"],
        "migrated": ["migrating"],
        "left": [
            "idle", "joined", "offline", "settling", "fastReconnecting", "rejoining", "migrating", "migrated",
        ],
    ]

    @Test(
        .covers(
            "RTC-CONNECTING-01", "RTC-CONNECTED-01", "RTC-JOINING-01", "RTC-JOINED-01", "RTC-DISC-01",
            "RTC-FASTING-01", "RTC-FASTED-01", "RTC-REJOIN-01", "RTC-MIGRATING-01", "RTC-MIGRATED-01",
            "RTC-LEAVE-01", "RTC-CLEAN-01"))
    func `each stage is come to from the stages of the table and from no others`() {
        var found = Self.sources.mapValues { _ in Set<String>() }
        for stage in Reconnection.stages {
            let attempt = Reconnection.at(stage).attempt
            for event in Reconnection.events(attempt: attempt) {
                var (reconnection, _) = Reconnection.at(stage)
                reconnection.handle(event)
                let (from, to) = (Self.name(stage), Self.name(reconnection.machine.stage))
                if from != to { found[to]?.insert(from) }
            }
        }
        #expect(found == Self.sources)
    }

    @Test(.covers("RTC-JOINED-06"))
    func `a reconnect without a migration has no former SFU to release`() {
        for stage in [Stage.fastReconnecting, .rejoining] {
            var (reconnection, attempt) = Reconnection.at(stage)
            let effects = reconnection.handle(.succeeded(attempt: attempt, Reconnection.entry))
            #expect(!effects.contains(.releaseOld))
            #expect(!effects.contains(.detach))
        }
        var (migrated, _) = Reconnection.at(.migrated)
        #expect(migrated.handle(.migrationCompleted).contains(.releaseOld))
    }

    @Test(.covers("RTC-MIGRATED-07"))
    func `only a client from another SFU waits for a complete migration`() {
        func waits(_ stage: Stage) -> Bool {
            var (reconnection, attempt) = Reconnection.at(stage)
            return reconnection.handle(.succeeded(attempt: attempt, Reconnection.entry)).contains {
                if case .start(.migrationCompletion, _) = $0 { true } else { false }
            }
        }
        #expect(waits(.migrating))
        #expect(!waits(.rejoining))
        #expect(!waits(.fastReconnecting))
    }

    @Test(.covers("RTC-REJOIN-07"))
    func `the current SFU's events end before a new session is requested`() throws {
        for stage in [Stage.joined, .fastReconnecting, .settling(.rejoin), .migrated] {
            var (reconnection, attempt) = Reconnection.at(stage)
            let event: ReconnectionEvent =
                switch stage {
                case .joined: .lost(.media)
                case .fastReconnecting: .failed(attempt: attempt, .sessionGone)
                case .settling: .ranOut(.debounce)
                default: .ranOut(.migrationCompletion)
                }
            let effects = reconnection.handle(event)
            let deaf = try #require(effects.firstIndex(of: .detach))
            let asked = try #require(effects.firstIndex { if case .rejoin = $0 { true } else { false } })
            #expect(deaf < asked, "\(stage)")
        }
    }

    @Test(.covers("RTC-DISC-02", "RTC-DISC-03"))
    func `nothing of a loss is left when it is over`() throws {
        var (reconnection, _) = Reconnection.at(.offline(.fast))
        reconnection.pass(.seconds(14))
        reconnection.handle(.pathBack)
        let number = try #require(Reconnection.number(reconnection.handle(.ranOut(.debounce))))
        reconnection.handle(.succeeded(attempt: number, Reconnection.entry))
        reconnection.pass(.seconds(60))
        // The time without a network, the deadline and the attempts of the next loss are whole again.
        #expect(reconnection.handle(.pathLost).contains(.start(.disconnection, .seconds(30))))
        reconnection.pass(.seconds(10))
        reconnection.handle(.pathBack)
        let effects = reconnection.handle(.ranOut(.debounce))
        #expect(reconnection.machine.stage == .fastReconnecting)
        #expect(effects.contains(.start(.attempt, .seconds(5))))
    }
}
