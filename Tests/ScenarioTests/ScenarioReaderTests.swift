import Chance
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct ScenarioReaderTests {
    @Test func `the first example of the design is read whole`() throws {
        let steps = """
            - alice: ring
              call: default:standup
              members: [bob]
            - expect:
                alice.callingState: outgoing
                bob.incomingCall.caller: alice
            - bob: accept
            - within: 2s
              expect:
                everyone.roster: [alice, bob]
            - packets:
                event: call.accepted
                to: alice
                count: 1
            """
        let actions = try actions(steps)
        try #require(actions.count == 5)
        let ring = try #require(actions[0].call)
        #expect(ring.participants == ["alice"])
        #expect(ring.command.spec.name == "ring")
        #expect(ring.command.arguments.call(.call) == CallReference(type: "default", id: "standup"))
        #expect(ring.command.arguments.texts(.members) == ["bob"])
        #expect(ring.outcome == nil)
        guard case .expect(let first, within: nil) = actions[1] else { return unexpected() }
        #expect(first.map(\.description) == ["alice.callingState: outgoing", "bob.incomingCall.caller: alice"])
        #expect(first.map(\.property.description) == ["callingState", "incomingCall.caller"])
        #expect(actions[2].call?.participants == ["bob"])
        #expect(actions[2].call?.command.spec.name == "accept")
        #expect(actions[2].call?.command.arguments == Arguments())
        guard case .expect(let second, within: .seconds(2)) = actions[3] else { return unexpected() }
        #expect(second.map(\.participants) == [["alice", "bob"]])
        guard case .packets(let packets, within: nil) = actions[4] else { return unexpected() }
        #expect(packets.filter["event"] == .equal(.text("call.accepted")))
        #expect(packets.filter.to == .participants(["alice"]))
        #expect(packets.count == .equal(.integer(1)))
    }

    @Test func `everything about a scenario is read`() throws {
        let text = """
            id: RING-01
            name: "A name: with a colon"
            description: |
              Two lines
              of text.
            covers: [VM-01, GAP-02]
            tags: [ringing]
            participants: [alice, bob]
            settings: {autoCancelTimeout: 30s, incomingCallTimeout: 0s, missedCallTimeout: 2min, interceptorLimit: 250ms}
            network: {latency: 20ms, jitter: 5ms, loss: 12.5%}
            always: {alice.callingState: {not: lobby}}
            steps: [{wait: 1.5s}]
            """
        let scenario = try read(text)
        #expect(scenario.id == "RING-01")
        #expect(scenario.name == "A name: with a colon")
        #expect(scenario.description == "Two lines\nof text.\n")
        #expect(scenario.covers == ["VM-01", "GAP-02"])
        #expect(scenario.tags == ["ringing"])
        #expect(scenario.settings.autoCancelTimeout == .seconds(30))
        #expect(scenario.settings.incomingCallTimeout == .zero)
        #expect(scenario.settings.missedCallTimeout == .seconds(120))
        #expect(scenario.settings.interceptorLimit == .milliseconds(250))
        let change = LinkChange(
            hosts: ["alice", "bob"], direction: .both,
            conditions: [.latency(.milliseconds(20)), .jitter(.milliseconds(5), .uniform), .loss(0.125)])
        #expect(scenario.network == [.link(change)])
        #expect(scenario.rules.map(\.description) == ["alice.callingState: not lobby"])
        #expect(scenario.steps.map(\.action) == [.wait(.milliseconds(1500))])
        #expect(scenario.sourceLines.first == "id: RING-01")
    }

    @Test func `participants have settings, devices and groups`() throws {
        let participants = """
            {alice: {}, bob-phone: {user: bob, interceptor: hang, rejectCallWhenBusy: true, displayName: Bob B},
              bob-desk: {user: bob, token: expired, connected: false, interceptorLimit: 1s},
              guest: {count: 2, interceptor: {then: throw, after: 4999ms}}}
            """
        let text = scenario(steps: "- everyone: join\n  call: default:x", participants: participants)
        let specs = try read(text).participants
        #expect(specs.map(\.name) == ["alice", "bob-phone", "bob-desk", "guest1", "guest2"])
        #expect(specs.map(\.user) == ["alice", "bob", "bob", "guest1", "guest2"])
        #expect(specs.map(\.interceptor?.behaviour) == [nil, .hangs, nil, .throws, .throws])
        #expect(specs.map(\.interceptor?.after) == [nil, nil, nil, .milliseconds(4999), .milliseconds(4999)])
        #expect(specs.map(\.rejectCallWhenBusy) == [false, true, false, false, false])
        #expect(specs.map(\.token) == [.valid, .valid, .expired, .valid, .valid])
        #expect(specs.map(\.connected) == [true, true, false, true, true])
        #expect(specs.map(\.interceptorLimit) == [nil, nil, .seconds(1), nil, nil])
        #expect(specs.map(\.displayName) == [nil, "Bob B", nil, nil, nil])
    }

    @Test func `names stand for participants and for their users`() throws {
        let participants = "{alice: , bob-phone: {user: bob}, bob-desk: {user: bob}, guest: {count: 2}}"
        let steps = """
            - alice, guest: join
              call: default:x
            - alice: ring
              call: default:x
              members: [bob, bob-desk, guest, everyone]
            - expect:
                alice, bob-desk.roster: [bob-phone, bob-desk]
                guest.roster: everyone
                alice.incomingCall.caller: bob
            """
        let actions = try actions(steps, participants: participants)
        try #require(actions.count == 3)
        guard case .command(let join) = actions[0], case .command(let ring) = actions[1],
            case .expect(let expected, within: _) = actions[2]
        else { return unexpected() }
        #expect(join.participants == ["alice", "guest1", "guest2"])
        #expect(ring.command.arguments.texts(.members) == ["bob", "guest1", "guest2", "alice"])
        #expect(expected.map(\.participants) == [["alice", "bob-desk"], ["guest1", "guest2"], ["alice"]])
        let rosters = [["bob", "bob"], ["alice", "bob", "bob", "guest1", "guest2"]].map { Value.texts($0) }
        #expect(expected.map(\.comparison) == (rosters + [.text("bob")]).map { .equal($0) })
    }

    @Test func `steps hold, rule, wait, change the network and start together`() throws {
        let steps = """
            - for: 4.9s
              always: {bob.callingState: joining}
            - always: {bob.callingState: {not: idle}}
            - wait: 10ms
            - network: {loss: 0%, bob: {latency: 1s, up: {loss: 100%}}}
            - sameTime:
                - alice: hangUp
                - bob: accept
                - network: {bob: {loss: 5%}}
            - wait: 1h
            """
        let scenario = try read(scenario(steps: steps))
        let actions = scenario.steps.map(\.action)
        try #require(actions.count == 6)
        guard case .hold(let held, for: .milliseconds(4900)) = actions[0], case .rule(let rules) = actions[1],
            case .network(let changes) = actions[3], case .sameTime(let together) = actions[4]
        else { return unexpected() }
        #expect(held.map(\.description) == ["bob.callingState: joining"])
        #expect(rules.map(\.description) == ["bob.callingState: not idle"])
        #expect(actions[2] == .wait(.milliseconds(10)))
        #expect(
            changes == [
                .link(LinkChange(hosts: ["alice", "bob"], direction: .both, conditions: [.loss(0)])),
                .link(LinkChange(hosts: ["bob"], direction: .both, conditions: [.latency(.seconds(1))])),
                .link(LinkChange(hosts: ["bob"], direction: .up, conditions: [.loss(1)])),
            ])
        #expect(together.map(\.text) == ["alice: hangUp", "bob: accept", "network: {bob: {loss: 5%}}"])
        #expect(scenario.steps.map(\.number) == [1, 2, 3, 4, 5, 9])
        #expect(together.map(\.number) == [6, 7, 8])
        #expect(scenario.steps.map(\.place.line) == [6, 8, 9, 10, 11, 15])
        #expect(scenario.steps.map(\.lastLine) == [7, 8, 9, 10, 14, 15])
    }

    @Test func `packets are distinguished by all given fields`() throws {
        let steps = """
            - within: 1s
              packets: {event: custom, from: coordinator, to: [alice, bob], size: {atMost: 1KiB}, count: {atLeast: 2, lessThan: 9}}
            - packets: {method: POST, path: "*/accept", from: everyone, to: sfu, status: 2.04, count: 0}
            - packets: {method: GET}
            """
        let actions = try actions(steps)
        try #require(actions.count == 3)
        guard case .packets(let first, within: .seconds(1)) = actions[0],
            case .packets(let second, within: nil) = actions[1], case .packets(let third, within: nil) = actions[2]
        else { return unexpected() }
        #expect(first.filter["event"] == .equal(.text("custom")))
        #expect(first.filter.from == .coordinator)
        #expect(first.filter.to == .participants(["alice", "bob"]))
        #expect(first.filter["size"] == .atMost(.integer(1024)))
        #expect(first.count == .all([.atLeast(.integer(2)), .lessThan(.integer(9))]))
        #expect(second.filter["method"] == .equal(.text("POST")))
        #expect(second.filter["path"] == .matches("*/accept"))
        #expect(second.filter.from == .participants(["alice", "bob"]))
        #expect(second.filter.to == .sfu)
        #expect(second.filter["status"] == .equal(.text("2.04")))
        #expect(second.count == .equal(.integer(0)))
        #expect(third.count == .atLeast(.integer(1)))
    }
}
