import CallLibraryGuest
import Testing

@testable import ScenarioLanguage

/// Copies of a scenario that run at the same servers at once.
@Suite struct InstanceTests {
    private static let participants = "{alice: {}, phone: {user: bob}, desk: {user: bob}}"

    private func copy(_ steps: String) throws -> Scenario {
        try read(scenario(steps: steps, participants: Self.participants)).instance(tagged: "t7")
    }

    @Test func `the users of a copy are its own, and its participants have the same names`() throws {
        let copy = try copy("- wait: 1s")
        #expect(copy.participants.map(\.user) == ["alicet7", "bobt7", "bobt7"])
        #expect(copy.participants.map(\.name) == ["alice", "phone", "desk"])
        #expect(copy.id == "TEST-01" && copy.name == "A test")
    }

    @Test func `the calls and users of a command are those of the copy`() throws {
        let steps = """
            - alice: ring
              call: default:standup
              members: [bob, alice]
              custom: {topic: bob, note: "bob rings"}
            - alice: call.pinHere
              participant: phone
            - alice: call.join
              interceptor: hang
              mayThrow: true
            """
        let calls = try copy(steps).steps.compactMap(\.action.call)
        let ring = try #require(calls.first)
        #expect(ring.participants == ["alice"])
        let arguments = ring.command.spec.arguments
        let call = try #require(arguments.first { $0.name == "call" })
        let custom = try #require(arguments.first { $0.name == "custom" })
        #expect(ring.command.arguments.call(call)?.cid == "default:standupt7")
        #expect(ring.command.arguments.texts(.members) == ["bobt7", "alicet7"])
        // Custom data is no user, though it may be called like one.
        #expect(
            ring.command.arguments.entries(custom).map { "\($0.key)=\($0.value)" } == [
                "topic=bob", "note=\"bob rings\"",
            ])
        let pin = try #require(calls.dropFirst().first?.command)
        let participant = try #require(pin.spec.arguments.first { $0.name == "participant" })
        #expect(pin.arguments[participant] == .device(user: "bobt7", name: "phone"))
        let join = try #require(calls.last)
        #expect(join.mayThrow && join.outcome == nil)
        #expect(join.command.arguments.contents.map(\.name) == ["interceptor"])
    }

    @Test func `steps keep their places, and those inside others are of the copy too`() throws {
        let steps = """
            - repeat: 2
              steps:
                - at: 5s
                  alice: join
                  call: default:a
            - sameTime:
                - phone: join
                  call: default:b
                - network: {alice: {loss: 1%}}
            - mark: m
            """
        let original = try read(scenario(steps: steps, participants: Self.participants))
        let copy = original.instance(tagged: "t7")
        #expect(original.calls.map(\.cid) == ["default:a", "default:b"])
        #expect(copy.calls.map(\.cid) == ["default:at7", "default:bt7"])
        let (before, after) = (
            original.steps.flatMap { [$0] + $0.action.inner }, copy.steps.flatMap { [$0] + $0.action.inner }
        )
        #expect(before.map(\.number) == after.map(\.number))
        #expect(before.map(\.place) == after.map(\.place) && before.map(\.lastLine) == after.map(\.lastLine))
        #expect(before.map(\.text) == after.map(\.text) && before.map(\.time) == after.map(\.time))
        #expect(before.map(\.file) == after.map(\.file) && before.map(\.trail) == after.map(\.trail))
        #expect(before.map(\.node) == after.map(\.node))
        #expect(before.last == after.last)
    }

    @Test(arguments: [
        (
            "{event: custom, body: {user.id: bob, call_cid: default:x}}",
            "event custom, body user.id bobt7 and call_cid default:xt7"
        ),
        ("{path: \"*/call/default/x/join\"}", "path */call/default/xt7/join"),
        ("{path: {not: \"*/x\"}}", "path not like */xt7"),
        ("{body: {custom.a: {oneOf: [alice, carol]}}}", "body custom.a one of [alicet7, carol]"),
        ("{body: {custom.a: {contains: [bob, \"bob,alice\"]}}}", "body custom.a contains bobt7 and \"bobt7,alicet7\""),
        ("{body: {custom.a: {matches: \"x*bob\"}}}", "body custom.a like xt7*bobt7"),
        ("{body: {custom.a: {count: 2}}}", "body custom.a count 2"),
        ("{body: {custom.a: {not: bobby, matches: \"*\"}}}", "body custom.a not bobby and like *"),
        ("{body: {custom.a: {b: [alice, 5], alice: true}}}", "body custom.a {b: [alicet7, 5], alice: true}"),
        ("{from: alice, to: coordinator, event: custom}", "event custom, from alice, to coordinator"),
        (
            "{body: {custom.a: bob-x, custom.b: x_bob, custom.c: \"x bob.\", custom.d: \"\", custom.e: 5}}",
            "body custom.a bob-x and custom.b x_bob and custom.c \"xt7 bobt7.\" and custom.d \"\" and custom.e 5"
        ),
    ])
    func `packets of a copy name its users and calls as whole words`(_ packets: String, _ shown: String) throws {
        let copy = try copy("- alice: join\n  call: default:x\n- within: 2s\n  packets: \(packets)")
        guard case .packets(let expectation, within: .seconds(2)) = copy.steps.last?.action else { return unexpected() }
        #expect(expectation.filter.description == shown)
        #expect(expectation.count == .atLeast(.integer(1)))
    }

    @Test func `entries of a copy keep the names of participants`() throws {
        let steps = """
            - alice: join
              call: default:x
            - within: 2s
              journal: [{phone: {event: custom, call: default:x}}, {packet: {body: {custom.a: bob}}}, {alice: {log: alice}}]
            - journal: {alice: {log: {matches: "* x"}, count: 2}}
            """
        let copy = try copy(steps)
        guard case .journal(.order(let items), within: .seconds(2)) = copy.steps.dropFirst().first?.action,
            case .journal(let counted, within: nil) = copy.steps.last?.action
        else { return unexpected() }
        let order = JournalExpectation.order(items)
        #expect(
            order.entryFilters.map(\.description) == [
                "event, participant phone, type custom, cid default:xt7", "log, source alice, name alicet7",
            ])
        #expect(order.packetFilters.map(\.description) == ["body custom.a bobt7"])
        #expect(
            items.map(\.text) == [
                "phone: event custom of default:x", "packet with body custom.a bob", "alice: log alice",
            ])
        #expect(items.map(\.place.column).allSatisfy { $0 > 1 })
        #expect(counted.entryFilters.map(\.description) == ["log, source alice, name like * xt7"])
        #expect(counted.packetFilters == [])
        guard case .count(_, .equal(.integer(2)), at: let place) = counted else { return unexpected() }
        #expect(place.line == 10)
    }

    @Test func `a tag is taken out of a value again`() {
        let value = Value.map([.init(key: "bobt7", value: .list([.text("at7bt7"), .integer(7), .text("t")]))])
        #expect(
            value.without(tag: "t7") == .map([.init(key: "bob", value: .list([.text("ab"), .integer(7), .text("t")]))]))
        #expect("t7".without(tag: "t7") == "" && "t".without(tag: "t7") == "t" && "at8".without(tag: "t7") == "at8")
        #expect(Value.duration(.seconds(7)).without(tag: "7") == .duration(.seconds(7)))
    }

    // MARK: Scenarios that are no load

    @Test(arguments: [
        ("- sfu: crash", 6, "it changes a server, and all instances share the servers"),
        (
            "- wait: 1s\n- repeat: 1\n  steps:\n  - sfu: crash", 9,
            "it changes a server, and all instances share the servers"
        ),
        ("- expect: {sfu.sessions: 2}", 6, "it reads a server, which has all instances"),
        ("- always: {coordinator.drops: 0}", 6, "it reads a server, which has all instances"),
        ("- {for: 1s, always: {sfu.drops.replayed: 0}}", 6, "it reads a server, which has all instances"),
        ("- network: {cut: coordinator}", 6, "it changes the link of a server, and all instances share it"),
        ("- network: {sfu: {loss: 1%}}", 6, "it changes the link of a server, and all instances share it"),
        (
            "- network: {flap: {who: sfu, off: 1s, on: 1s, times: 2}}", 6,
            "it changes the link of a server, and all instances share it"
        ),
        (
            "- network: {drop: {event: custom}}", 6,
            "it chooses packets; `loss` in place of `drop` affects one participant"
        ),
        ("- network: {drop: none}", 6, "it chooses packets; `loss` in place of `drop` affects one participant"),
        (
            "- network: {delay: {event: custom, by: 1s}}", 6,
            "it chooses packets; `loss` in place of `drop` affects one participant"
        ),
        ("- network: {spoof: alice}", 6, "it sends as another participant"),
        ("- network: {babble: alice}", 6, "it sends as another participant"),
        ("- network: {intruder: {datagram: 40}}", 6, "it attacks servers, and all instances share them"),
        (
            "- sameTime: [{alice: accept}, {network: {cut: sfu}}]", 6,
            "it changes the link of a server, and all instances share it"
        ),
    ])
    func `a step that is not of its own participants alone is an obstacle`(
        _ steps: String, _ line: Int, _ reason: String
    ) throws {
        let scenario = try read(scenario(steps: steps, participants: Self.participants))
        #expect(scenario.loadObstacles.map(\.reason) == [reason])
        #expect(
            scenario.loadObstacles.map { $0.text(of: scenario) } == [
                "x.yaml:\(line): TEST-01 cannot be a load: \(reason)"
            ])
    }

    @Test(arguments: [
        "- alice: accept", "- network: {alice: {loss: 1%}, cut: phone, rebind: desk}", "- network: {handover: alice}",
        "- network: {flap: {who: alice, off: 1s, on: 1s, times: 2}}", "- network: {flap: none}",
        "- packets: {event: custom}",
        "- expect: {alice.callingState: idle, alice.events.custom: 1, alice.custom.a: none, alice.notifications.callEnded: 0}",
        "- expect: {alice.participants.phone.role: user, alice.members.phone.role: user, alice.mediaRefusals.ownSource: 0}",
        "- journal: {alice: {log: x}}", "- mark: m", "- {for: 1s, always: {alice.callingState: idle}}",
    ])
    func `a step of its own participants is none`(_ steps: String) throws {
        #expect(try read(scenario(steps: steps, participants: Self.participants)).loadObstacles == [])
    }

    @Test func `programs, drivers, rules and the first network are obstacles too, in this order`() throws {
        let text = """
            id: A
            name: n
            programs: {one: {command: [a]}, two: {command: [b]}}
            participants: {alice: {driver: {command: [a]}}, bob: {}}
            network: {latency: 5ms, drop: {event: custom}}
            always: {sfu.sessions: 1, bob.callingState: idle}
            steps: [{sfu: crash}]
            """
        let scenario = try read(text)
        #expect(
            scenario.loadObstacles.map { $0.text(of: scenario) } == [
                "x.yaml: A cannot be a load: it has outside programs",
                "x.yaml: A cannot be a load: it has outside programs",
                "x.yaml:4: A cannot be a load: `alice` is not a client of the call library",
                "x.yaml:7: A cannot be a load: it changes a server, and all instances share the servers",
                "x.yaml:6: A cannot be a load: it reads a server, which has all instances",
                "x.yaml: A cannot be a load: it chooses packets; `loss` in place of `drop` affects one participant",
            ])
    }
}
