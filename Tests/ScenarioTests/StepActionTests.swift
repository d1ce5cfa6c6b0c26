import Testing
import Wire

@testable import ScenarioLanguage

/// The parts of a step that the harness asks for, whatever its action is.
@Suite struct StepActionTests {
    private static let expectation = Expectation(
        participants: ["alice"], property: .events("custom"), comparison: .equal(.integer(1)), place: .start,
        key: "alice.x")
    private static let step = Step(
        number: 1, place: .start, lastLine: 1, text: "", action: .wait(.zero), time: nil, file: "", trail: [],
        node: .word(""))
    private static let call = CommandCall(
        participants: ["alice"], command: Command(CommandSpec("accept", ""), Arguments()), outcome: nil, mayThrow: false
    )

    /// An action of each kind, with what it has.
    static let actions: [(action: Step.Action, acts: Bool, limit: Duration?, expectations: Int, inner: Int)] = [
        (.command(call), true, nil, 0, 0),
        (.server(ServerCall(server: "sfu", command: call.command)), true, nil, 0, 0),
        (.network([.dropNothing]), true, nil, 0, 0),
        (.sameTime([step, step]), true, nil, 0, 2),
        (.expect([expectation], within: .seconds(2)), false, .seconds(2), 1, 0),
        (.expect([], within: nil), false, nil, 0, 0),
        (.hold([expectation, expectation], for: .seconds(2)), false, nil, 2, 0),
        (.rule([expectation]), false, nil, 1, 0),
        (
            .packets(PacketExpectation(filter: PacketFilter(), count: .unchanged, place: .start), within: .seconds(3)),
            false, .seconds(3), 0, 0
        ),
        (.journal(.order([]), within: .seconds(4)), false, .seconds(4), 0, 0),
        (.wait(.seconds(5)), false, nil, 0, 0),
        (.group([step, step, step]), false, nil, 0, 3),
        (.mark("m"), false, nil, 0, 0),
    ]

    @Test(arguments: actions.indices) func `an action has the parts of its kind`(_ index: Int) {
        let row = Self.actions[index]
        #expect(row.action.acts == row.acts)
        #expect(row.action.limit == row.limit)
        #expect(row.action.expectations.count == row.expectations)
        #expect(row.action.inner.count == row.inner)
    }

    @Test(arguments: [
        (Property.named(PropertySpec("a.b", .duration, "")), "a.b", ValueType.duration),
        (.participant("bob", PropertySpec("role", .text, "")), "participants.bob.role", .text),
        (.member("bob", PropertySpec("role", .user, "")), "members.bob.role", .user),
        (.custom("a.b"), "custom.a.b", .anything), (.events("call.ring"), "events.call.ring", .count),
        (.server(PropertySpec("sessions", .bytes, "", of: "sfu")), "sessions", .bytes),
        (.drops("replayed"), "drops.replayed", .count), (.refusals("ownSource"), "mediaRefusals.ownSource", .count),
        (.notifications("callEnded"), "notifications.callEnded", .count),
    ])
    func `a property has a path and a type`(_ property: Property, _ path: String, _ type: ValueType) {
        #expect(property.description == path)
        #expect(property.type == type)
    }

    @Test func `words of one owner with one name are one word`() {
        #expect(PropertySpec("a", .text, "x") == PropertySpec("a", .number, "y"))
        #expect(PropertySpec("a", .text, "") != PropertySpec("b", .text, ""))
        #expect(PropertySpec("a", .text, "", of: "sfu") != PropertySpec("a", .text, ""))
        #expect(
            Set([PropertySpec("a", .text, ""), PropertySpec("a", .text, "", of: "sfu"), PropertySpec("a", .number, "")])
                .count == 2)
        #expect(CommandSpec("a", "x") == CommandSpec("a", "y", canThrow: false))
        #expect(CommandSpec("a", "") != CommandSpec("b", ""))
        #expect(CommandSpec("a", "", of: "sfu") != CommandSpec("a", "", of: "coordinator"))
        #expect(Set([CommandSpec("a", ""), CommandSpec("a", "", of: "sfu"), CommandSpec("a", "x")]).count == 2)
        #expect(PacketFieldSpec("a", of: nil, .text, "") == PacketFieldSpec("a", of: [.rtp], .number, "x"))
        #expect(PacketFieldSpec("a", of: nil, .text, "") != PacketFieldSpec("b", of: nil, .text, ""))
    }

    @Test(
        arguments: [
            (nil, "all"), ([.coap], "CoAP"), ([.stun, .coap, .rtp], "STUN, CoAP, RTP"), ([.rtcp, .sip], "RTCP, SIP"),
        ] as [([DatagramKind]?, String)])
    func `a field names the protocols of its packets`(_ kinds: [DatagramKind]?, _ owner: String) {
        #expect(PacketFieldSpec("a", of: kinds, .text, "").owner == owner)
    }

    @Test(arguments: [
        (PacketFilter.Endpoint.participants(["alice"]), "alice"),
        (.participants(["alice", "bob", "carol"]), "alice or bob or carol"),
        (.coordinator, "coordinator"), (.sfu, "sfu"), (.oneSFU("sfu-2"), "sfu-2"), (.intruder, "intruder"),
    ])
    func `an end of a packet is written as in files`(_ end: PacketFilter.Endpoint, _ text: String) {
        #expect(end.description == text)
    }

    @Test(arguments: [
        (PacketDrop.Which.next(1), PacketDrop.Effect.loss, "drops the next packet"),
        (.next(2), .loss, "drops the next 2 packets"),
        (.numbers([1, 3]), .delay(.seconds(2)), "delays no. 1, 3 of the packets by 2s"),
        (.all, .repetition(.milliseconds(5)), "repeats all packets after 5ms"),
    ])
    func `a choice of packets is written in words`(
        _ which: PacketDrop.Which, _ effect: PacketDrop.Effect, _ text: String
    ) {
        #expect(PacketDrop(filter: PacketFilter(), which: which, effect: effect).description == text)
        let bob = PacketDrop(filter: PacketFilter(to: .participants(["bob"])), which: which, effect: effect).description
        let place = text.firstRange(of: /packets?/)?.upperBound ?? text.endIndex
        #expect(bob == "\(text[..<place]) with to bob\(text[place...])")
    }

    @Test(arguments: [
        (NetworkChange.dropNothing, "drops no chosen packets any more"), (.flapNoMore, "flaps no more"),
        (.move(MoveChange(participants: ["bob"], action: .rebind)), "rebind"),
        (.move(MoveChange(participants: ["bob"], action: .babble)), "babble"),
        (
            .link(LinkChange(hosts: ["bob"], direction: .down, conditions: [.cut(true), .latency(.seconds(1))])),
            "cut, latency 1s (down)"
        ),
        (
            .link(
                LinkChange(
                    hosts: ["bob"], direction: .both, conditions: [.cut(false), .offline(true), .offline(false)])),
            "heal, offline, online"
        ),
        (
            .link(LinkChange(hosts: ["bob"], direction: .both, conditions: [.loss(0.000_001), .loss(0.333_333_3)])),
            "loss 0.0001%, loss 33.3333%"
        ),
    ])
    func `a change of the network is written in words`(_ change: NetworkChange, _ text: String) {
        #expect(change.description == text)
    }

    @Test func `an intruder's datagrams are written in words, with all that is unusual`() {
        var act = IntruderAct(content: .datagram([1, 2, 3]))
        #expect(act.description == "an intruder sends 3 bytes")
        (act.source, act.receiver, act.times, act.isFresh, act.isUnproved, act.length) = (
            "alice", "sfu", 2, true, true, 9
        )
        #expect(
            act.description
                == "an intruder sends 3 bytes, from the address of alice, to sfu, 2 times, with new message ids, "
                + "without their proof, cut to 9 bytes")
        #expect(IntruderAct(content: .replay(PacketFilter())).description == "an intruder repeats the last packet")
    }
}
