import Chance
import Testing

@testable import ScenarioLanguage

/// The reading of changes of the network.
@Suite struct NetworkStepTests {
    private func changes(_ network: String, sourceLocation: SourceLocation = #_sourceLocation) throws
        -> [NetworkChange]
    {
        // Only what was cut can be healed, and only a limited bandwidth has a queue.
        let before = "- network: {cut: [everyone, coordinator, sfu], offline: everyone, bandwidth: 1Mbit/s}"
        let all = try actions("\(before)\n- network: \(network)", sourceLocation: sourceLocation)
        guard case .network(let found)? = all.last, all.count == 2 else { return [] }
        return found
    }

    private func conditions(_ text: String) throws -> [LinkCondition] {
        guard case .link(let change)? = try changes("{bob: {\(text)}}").first else { return [] }
        #expect(change.hosts == ["bob"])
        return change.conditions
    }

    static let readings: [(String, LinkCondition)] = [
        ("latency: 20ms", .latency(.milliseconds(20))),
        ("jitter: 5ms", .jitter(.milliseconds(5), .uniform)),
        ("jitter: {normal: 5ms}", .jitter(.milliseconds(5), .normal)),
        ("jitter: {pareto: 1s}", .jitter(.seconds(1), .pareto)),
        ("loss: 5%", .loss(0.05)),
        ("burst: {start: 1%, end: 25%}", .burst(BurstLoss(start: 0.01, end: 0.25, loss: 1))),
        ("burst: {start: 1%, end: 25%, loss: 80%}", .burst(BurstLoss(start: 0.01, end: 0.25, loss: 0.8))),
        ("burst: none", .burst(nil)),
        ("duplicate: 1%", .duplicate(0.01)),
        ("reorder: 2%", .reorder(Reordering(share: 0.02, delay: .milliseconds(10)))),
        ("reorder: {share: 2%, by: 50ms}", .reorder(Reordering(share: 0.02, delay: .milliseconds(50)))),
        ("reorder: none", .reorder(nil)),
        ("corrupt: 75%", .corrupt(Corruption(bit: 0.25, byte: 0.25, truncation: 0.25))),
        ("corrupt: {bit: 1%, truncation: 2%}", .corrupt(Corruption(bit: 0.01, truncation: 0.02))),
        ("corrupt: {byte: 2%, arrives: true}", .corrupt(Corruption(byte: 0.02).arriving)),
        ("corrupt: none", .corrupt(.none)),
        ("bandwidth: 256kbit/s", .bandwidth(256_000)),
        ("bandwidth: 1.5Mbit/s", .bandwidth(1_500_000)),
        ("bandwidth: none", .bandwidth(nil)),
        ("queue: 64KiB", .queue(65_536)),
        ("profile: lossy-wifi", .profile(.lossyWiFi)),
    ]

    @Test(arguments: readings) func `each condition is read`(_ text: String, _ condition: LinkCondition) throws {
        #expect(try conditions(text) == [condition])
    }

    @Test func `values beside a profile override it`() throws {
        #expect(try conditions("loss: 1%, profile: 3g") == [.profile(.threeG), .loss(0.01)])
    }

    @Test func `ways are cut and healed as wholes, in both shapes, of servers too`() throws {
        func link(_ hosts: [String], _ direction: LinkChange.Direction, _ condition: LinkCondition) -> NetworkChange {
            .link(LinkChange(hosts: hosts, direction: direction, conditions: [condition]))
        }
        #expect(try changes("{cut: bob}") == [link(["bob"], .both, .cut(true))])
        #expect(try changes("{heal: [alice, bob]}") == [link(["alice", "bob"], .both, .cut(false))])
        #expect(try changes("{offline: everyone}") == [link(["alice", "bob"], .both, .offline(true))])
        #expect(try changes("{\"online\": \"alice, bob\"}") == [link(["alice", "bob"], .both, .offline(false))])
        #expect(try changes("{cut: [bob, coordinator]}") == [link(["bob", "coordinator"], .both, .cut(true))])
        #expect(try changes("{bob: cut}") == [link(["bob"], .both, .cut(true))])
        #expect(try changes("{\"alice, bob\": online}") == [link(["alice", "bob"], .both, .offline(false))])
        #expect(try changes("{sfu: heal}") == [link(["sfu"], .both, .cut(false))])
        #expect(try changes("{coordinator: {latency: 1s}}") == [link(["coordinator"], .both, .latency(.seconds(1)))])
        #expect(
            try changes("{bob: {up: cut, down: heal}}") == [
                link(["bob"], .up, .cut(true)), link(["bob"], .down, .cut(false)),
            ])
        #expect(try changes("{down: cut}") == [link(["alice", "bob"], .down, .cut(true))])
    }

    @Test func `packets are dropped by their contents`() throws {
        let accepted = PacketFilter(["event": .equal(.text("call.accepted"))], to: .participants(["alice"]))
        #expect(
            try changes("{drop: {next: 2, event: call.accepted, to: alice}}") == [
                .drop(PacketDrop(filter: accepted, which: .next(2)))
            ])
        #expect(
            try changes("{drop: {event: call.accepted, to: alice}}") == [
                .drop(PacketDrop(filter: accepted, which: .next(1)))
            ])
        let post = PacketFilter(
            ["method": .equal(.text("POST")), "path": .matches("*/join")], from: .participants(["bob"]), to: .sfu)
        #expect(
            try changes("{drop: {method: POST, path: \"*/join\", from: bob, to: sfu, next: all}}") == [
                .drop(PacketDrop(filter: post, which: .all))
            ])
        let large = PacketFilter(["status": .equal(.text("2.05")), "size": .moreThan(.integer(1024))])
        #expect(
            try changes("{drop: {status: 2.05, size: {moreThan: 1KiB}, nth: [4, 2, 4]}}") == [
                .drop(PacketDrop(filter: large, which: .numbers([2, 4])))
            ])
        #expect(try changes("{drop: {nth: 3}}") == [.drop(PacketDrop(filter: PacketFilter(), which: .numbers([3])))])
        #expect(try changes("{drop: none}") == [.dropNothing])
        #expect(
            try changes("{delay: {event: call.accepted, to: alice, by: 2s}}") == [
                .drop(PacketDrop(filter: accepted, which: .next(1), effect: .delay(.seconds(2))))
            ])
        #expect(
            try changes("{repeat: {event: call.accepted, to: alice, by: 0s, next: all}}") == [
                .drop(PacketDrop(filter: accepted, which: .all, effect: .repetition(.zero)))
            ])
    }

    @Test func `all of it can stand at the top of a file too, and in one mapping`() throws {
        let text = scenario(
            steps: "- wait: 1s",
            more: "network: {profile: 3g, bob: {loss: 5%}, cut: alice, drop: {event: custom}}")
        #expect(
            try read(text).network.map(\.description) == [
                "profile 3g", "loss 5%", "cut", "drops the next packet with event custom",
            ])
    }

    @Test func `a change is described in the words of the language`() throws {
        let words = try found(of: Self.readings.map(\.0))
        #expect(
            words == [
                "latency 20ms", "jitter 5ms", "jitter normal 5ms", "jitter pareto 1s", "loss 5%",
                "burst start 1% end 25% loss 100%", "burst start 1% end 25% loss 80%", "burst none", "duplicate 1%",
                "reorder 2% by 10ms", "reorder 2% by 50ms", "reorder none",
                "corrupt bit 25% byte 25% truncation 25%", "corrupt bit 1% byte 0% truncation 2%",
                "corrupt bit 0% byte 2% truncation 0% arrives",
                "corrupt bit 0% byte 0% truncation 0%", "bandwidth 256000 bit/s", "bandwidth 1500000 bit/s",
                "bandwidth none", "queue 65536 B", "profile lossy-wifi",
            ])
        #expect(try changes("{bob: {up: {loss: 0.1%}}}").map(\.description) == ["loss 0.1% (up)"])
        #expect(
            try changes("{drop: {nth: [1, 3], method: POST, to: [alice, bob]}}").map(\.description) == [
                "drops no. 1, 3 of the packets with method POST, to alice or bob"
            ])
    }

    private func found(of texts: [String]) throws -> [String] {
        try texts.flatMap { try conditions($0).map(\.description) }
    }

    @Test(arguments: readings) func `a condition changes one thing of a way`(
        _ text: String, _ condition: LinkCondition
    ) {
        var conditions = LinkConditions.perfect
        (conditions.isCut, conditions.isOffline, conditions.duplication) = (true, true, 0.5)
        condition.apply(to: &conditions, .down)
        #expect(conditions.isCut && conditions.isOffline)
        if case .profile(let profile) = condition {
            #expect(conditions.bandwidth == profile.down.bandwidth && conditions.duplication == 0.002)
        } else if case .duplicate(let share) = condition {
            #expect(conditions.duplication == share)
        } else {
            #expect(conditions.duplication == 0.5)
        }
    }
}

/// The messages about changes of the network.
@Suite struct NetworkMessageTests {
    @Test(arguments: [
        (
            "{bob: slow}",
            "18: `slow` is not a condition of a link; it can be `cut`, `heal`, `offline` or `online`, or "
                + "conditions such as `{loss: 10%}`"
        ),
        ("{bob: ofline}", "18: `ofline` is not a condition of a link; did you mean `offline`?"),
        (
            "{bob: }",
            "18: a participant's link is a mapping, not nothing; write it like `bob: {loss: "
                + "10%}`"
        ),
        (
            "{bob: [cut]}",
            "18: a participant's link is a mapping, not a list; write it like `bob: {loss: 10%}`"
        ),
        (
            "{bob: {up: offline}}",
            "23: `offline` is not a condition of a link; it can be `cut` or `heal`, or conditions such as "
                + "`{loss: 10%}`"
        ),
        ("{bob: {up: cutt}}", "23: `cutt` is not a condition of a link; did you mean `cut`?"),
        (
            "{bob: {cut: true}}",
            "19: `network` of a participant has no key `cut`; write it like `bob: cut` or `cut: bob`"
        ),
        (
            "{bob: {drop: {event: custom}}}",
            "19: `network` of a participant has no key `drop`; put `drop` beside the names of participants, "
                + "and them into its `from` and `to`"
        ),
        ("{cut: bop}", "18: there is no participant `bop`; did you mean `bob`?"),
        (
            "{cut: [bob, 5]}",
            "24: there is no participant `5`; it can be `alice`, `bob`, `everyone`, `coordinator` or `sfu`"
        ),
        ("{cut: }", "18: expected a participant, found nothing"),
        (
            "{cut: {bob: up}}",
            "18: `cut` names participants, and is not a mapping; to change one direction alone, write it like "
                + "`bob: {up: cut}`"
        ),
        (
            "{cutt: bob}",
            "13: `cutt` is neither a condition of the network nor a participant; did you mean `cut`?"
        ),
        (
            "{cutt: {loss: 1%}}",
            "13: `cutt` is neither a condition of the network nor a participant; did you mean `cut`?"
        ),
        (
            "{coordinatr: {loss: 1%}}",
            "13: `coordinatr` is neither a condition of the network nor a participant; did you mean "
                + "`coordinator`?"
        ),
        (
            "{coordinatr: cut}",
            "13: `coordinatr` is neither a condition of the network nor a participant; did you mean "
                + "`coordinator`?"
        ),
        ("{loss: none}", "19: `none` is not a percentage; write it like `20%`"),
        ("{jitter: {norml: 5ms}}", "22: `norml` is not a distribution; did you mean `normal`?"),
        (
            "{jitter: {normal: 5ms, pareto: 2ms}}",
            "21: `jitter` has one distribution; write it like `jitter: {normal: 5ms}`"
        ),
        ("{jitter: {}}", "21: `jitter` has one distribution; write it like `jitter: {normal: 5ms}`"),
        ("{jitter: {normal: 5}}", "30: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        ("{burst: 5%}", "20: `burst` is a mapping, not text; write it like `burst: {start: 1%, end: 25%}`"),
        (
            "{burst: {start: 1%}}",
            "20: `burst` needs `end`, the probability, at each datagram of a burst, that the burst ends; add a "
                + "line like `end: 25%`"
        ),
        ("{burst: {start: 1%, end: 25}}", "37: `25` has no unit; a share is written in percent, like `20%`"),
        ("{burst: {strat: 1%, end: 25%}}", "21: `burst` has no key `strat`; did you mean `start`?"),
        (
            "{reorder: {by: 5ms}}",
            "22: `reorder` needs `share`, the share of datagrams that are held back; add a line like "
                + "`share: 2%`"
        ),
        ("{reorder: {share: 5%, by: 5}}", "38: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        ("{corrupt: {}}", "22: `corrupt` damages nothing; write it like `corrupt: {bit: 1%}`"),
        ("{corrupt: {bits: 1%}}", "23: `corrupt` has no key `bits`; did you mean `bit`?"),
        (
            "{corrupt: {bit: 60%, byte: 60%}}",
            "22: the shares of `corrupt` are more than all; they can be 100% altogether"
        ),
        ("{corrupt: some}", "22: `some` is not a percentage; write it like `20%`"),
        (
            "{bandwidth: 256}",
            "24: `256` has no unit; write `256bit/s`, `256kbit/s`, `256Mbit/s` or `256Gbit/s`"
        ),
        ("{bandwidth: 256kbps}", "24: `kbps` is not a unit; write `256kbit/s`"),
        ("{bandwidth: 256mbit/s}", "24: `mbit/s` is not a unit; write `256Mbit/s`"),
        ("{bandwidth: 0bit/s}", "24: `0bit/s` lets nothing through; to cut the way, use `cut`"),
        ("{bandwidth: 0.1bit/s}", "24: `0.1bit/s` is below the smallest unit"),
        (
            "{bandwidth: 99999999999Gbit/s}",
            "24: `99999999999Gbit/s` is too large a bandwidth; write `none` for no limit"
        ),
        ("{bandwidth: fast}", "24: `fast` is not a bandwidth; write it like `2bit/s`, `2kbit/s` or `2Mbit/s`"),
        ("{bandwidth: [1]}", "24: expected a bandwidth with its unit, such as 256kbit/s, not a list"),
        ("{queue: 64}", "20: `64` has no unit; write `64B`, `64KiB` or `64MiB`"),
        ("{queue: 64kb}", "20: `kb` is not a unit; write `64KiB`"),
        ("{profile: lossy-wfi}", "22: `lossy-wfi` is not a profile; did you mean `lossy-wifi`?"),
        (
            "{profile: 5g}",
            "22: `5g` is not a profile; it can be `perfect`, `cable`, `lte`, `lossy-wifi`, `3g`, `satellite` "
                + "or `lift`"
        ),
        (
            "{drop: {}}",
            "19: `drop` chooses nothing; write it like `drop: {event: call.accepted, to: alice, next: 2}`"
        ),
        (
            "{drop: bob}",
            "19: `drop` is a mapping, not text; write it like `drop: {event: call.accepted, to: alice, "
                + "next: 2}`"
        ),
        (
            "{delay: {event: custom}}",
            "20: `delay` needs `by`, the time; add a line like `by: 2s`"
        ),
        ("{drop: {evnt: custom}}", "20: `drop` has no key `evnt`; did you mean `event`?"),
        ("{drop: {event: custm}}", "27: `custm` is not an event; did you mean `custom`?"),
        (
            "{drop: {event: custom, count: 2}}",
            "35: `drop` has no key `count`; it can be `kind`, `size`, `time`, `resent`, `event`, `method`, "
                + "`path`, `status`, `type`, `messageId`, `token`, `query` and 59 more"
        ),
        ("{drop: {event: custom, next: 0}}", "41: `0` is not a whole number from 1 to 1000000"),
        (
            "{drop: {event: custom, next: al}}",
            "41: `al` is not a whole number from 1 to 1000000; write it in digits, such as `3`"
        ),
        ("{drop: {event: custom, nth: []}}", "40: `nth` names no packet; write it like `nth: [1, 3]`"),
        (
            "{drop: {event: custom, next: 1, nth: 2}}",
            "44: `next` and `nth` exclude each other; leave out one of them"
        ),
        ("{drop: {to: bop}}", "24: `bop` is not a sender or receiver of packets; did you mean `bob`?"),
    ])
    func `an invalid change is reported`(_ network: String, _ message: String) {
        #expect(complaints(steps: "- network: \(network)") == ["1:\(message)"])
    }

    @Test func `each wrong number of a list is reported`() {
        let steps = "- network: {drop: {event: custom, nth: [0, two]}}"
        #expect(
            complaints(steps: steps) == [
                "1:41: `0` is not a whole number from 1 to 1000000",
                "1:44: `two` is not a whole number from 1 to 1000000; write it in digits, such as `3`",
            ])
    }

    @Test(arguments: ["cut", "heal", "offline", "online", "drop", "profile", "sfu"])
    func `no participant can have the name of a part of the network`(_ name: String) {
        #expect(
            complaints(steps: "- wait: 1s", participants: "[alice, \(name)]") == [
                "-2:21: a participant cannot be called `\(name)`, which means something else; give it another name"
            ])
    }
}

extension Corruption {
    fileprivate var arriving: Corruption {
        var corruption = self
        corruption.arrives = true
        return corruption
    }
}
