import CallLibraryGuest
import Signaling
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioStage
@testable import ScenarioVocabulary

/// The facts that a run derives from its scenario before it begins, and the targets of loads.
@Suite struct RunTraitTests {
    private func traits(_ steps: String = "- wait: 1s", participants: String = "[alice, bob]", more: String = "") throws
        -> Scenario
    {
        try read(scenario(steps: steps, participants: participants, more: more))
    }

    @Test(arguments: [
        ("- wait: 1s", "", 0), ("- wait: 1s", "media: off", 0), ("- wait: 1s", "media: on", 8),
        ("- wait: 999ms", "media: audio", 4),
        ("- wait: 0s", "media: on", 4), ("- wait: 1s\n- wait: 1s", "media: on", 12),
    ])
    func `the work of a run is its seconds times its links of media`(_ steps: String, _ more: String, _ weight: Int)
        throws
    {
        #expect(try traits(steps, more: more).weight == weight)
    }

    @Test(arguments: [
        ("{alice: {media: on}, bob: }", 8), ("{alice: {media: off}, bob: }", 0),
        ("{alice: {media: {frameRate: 5}}}", 2),
    ])
    func `the media of one participant are enough`(_ participants: String, _ weight: Int) throws {
        #expect(try traits(participants: participants).weight == weight)
    }

    @Test(arguments: [
        ("- wait: 1s", "", false), ("- wait: 1s", "settings: {order: 1}", true),
        ("- wait: 1s", "settings: {order: 0}", false), ("- wait: 1s", "settings: {order: {3: 1}}", true),
        ("- wait: 1s", "network: {delay: {event: custom, by: 1s}}", true),
        ("- wait: 1s", "network: {drop: {event: custom}}", false),
        ("- network: {repeat: {event: custom, by: 1s}}", "", true), ("- network: {loss: 1%}", "", false),
        ("- repeat: 1\n  steps: [{network: {delay: {event: custom, by: 1s}}}]", "", true),
    ])
    func `some decisions need virtual time`(_ steps: String, _ more: String, _ needs: Bool) throws {
        #expect(try traits(steps, more: more).needsVirtualTime == needs)
    }

    @Test func `drivers and programs are outsiders`() throws {
        #expect(try !traits().hasOutsiders)
        #expect(try traits(participants: "{alice: {driver: {command: [a]}}}").hasOutsiders)
        #expect(try traits(more: "programs: {p: {command: [a]}}").hasOutsiders)
    }

    @Test(
        arguments: [
            ("- wait: 100ms", nil), ("- wait: 101ms", "101ms"), ("- wait: 110ms", nil), ("- wait: 99ms", nil),
            ("- wait: 1s", nil),
            ("- network: {latency: 101ms}", "101ms"), ("- network: {latency: 100ms}", nil),
            ("- wait: 1s\n- wait: 1.005s\n- wait: 1.007s", "1005ms"),
        ] as [(String, String?)])
    func `a time of at least 100 ms in single milliseconds is exact`(_ steps: String, _ time: String?) throws {
        #expect(try traits(steps).exactTime?.written == time)
    }

    @Test func `the first network has exact times too`() throws {
        #expect(try traits("- wait: 103ms", more: "network: {latency: 101ms}").exactTime == .milliseconds(101))
    }

    // MARK: Servers

    @Test func `the servers know regular users once each, with their names and roles`() throws {
        let participants =
            "{alice: {displayName: Anna, role: admin}, phone: {user: bob}, desk: {user: bob}, g: {kind: guest}, "
            + "n: {kind: anonymous, connected: false}}"
        let users = try traits(participants: participants).knownUsers
        #expect(
            users.map(\.id) == ["alice", "bob"] && users.map(\.name) == ["Anna", "bob"]
                && users.map(\.role) == ["admin", "user"])
    }

    // MARK: Targets of loads

    @Test(arguments: [
        ("sip:127.0.0.1", HostAddress(127, 0, 0, 1), UInt16(5060)),
        ("sip:bob@127.0.0.2:5070", HostAddress(127, 0, 0, 2), 5070),
        ("sip:b.o-b_+1@127.1.2.3:1", HostAddress(127, 1, 2, 3), 1),
        ("sip:127.0.0.1:65535", HostAddress(127, 0, 0, 1), 65_535),
    ])
    func `a target is a URI with an address of this machine`(_ text: String, _ host: HostAddress, _ port: UInt16) throws
    {
        let target = try #require(SIPTarget(text))
        #expect(target.uri == text && target.address == SocketAddress(host: host, port: port))
    }

    @Test(arguments: [
        "", "sip:", "127.0.0.1", "sips:127.0.0.1", "sip:10.0.0.1", "sip:bob@example.com", "sip:@127.0.0.1",
        "sip:127.0.0.1:0", "sip:127.0.0.1:65536",
        "sip:127.0.0.1:", "sip:127.0.0.1:1:2", "sip:bo b@127.0.0.1", "sip:bób@127.0.0.1", "sip:bob@127.0.0.1;x=y",
        "sip:bob@", "sip:127.0.0.1:-1",
    ])
    func `another text is no target`(_ text: String) {
        #expect(SIPTarget(text) == nil)
    }

    @Test func `the hosts of outside servers are those of the coordinator and its SFU`() {
        let coordinator = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
        let servers = OutsideServers(coordinator: coordinator, secret: [1], tag: "")
        #expect(servers.hosts.first == coordinator.host && servers.hosts.count == 3)
        #expect(servers.firstAddressIndex == 0)
        #expect(
            OutsideServers(coordinator: coordinator, secret: [1], tag: "a").firstAddressIndex == 97
                % AddressPlan.capacity)
        #expect(
            OutsideServers(coordinator: coordinator, secret: [1], tag: "ab").firstAddressIndex == (97 * 31 + 98)
                % AddressPlan.capacity)
    }

    // MARK: Differences

    private func mismatch(_ count: Int) -> Mismatch {
        var mismatch = Mismatch()
        for number in 0..<count { mismatch.add("difference \(number + 1)") }
        return mismatch
    }

    @Test func `the first of several differences is described`() {
        #expect(mismatch(0).text == "" && mismatch(0).count == 0)
        #expect(mismatch(1).text == "difference 1" && mismatch(2).text == "difference 1" && mismatch(2).count == 2)
    }

    @Test func `the last five matches and near matches are shown in order, matches first`() {
        func nearest(_ counts: [Int]) -> [String] {
            Mismatch.nearest(Array(counts.enumerated()), mismatch: { mismatch($0.element) }, line: { "#\($0.offset)" })
        }
        #expect(nearest([]) == [])
        #expect(nearest([1, 0, 2, 1]) == ["#1: it matches", "#0: difference 1", "#3: difference 1"])
        #expect(nearest([0, 0, 0, 0, 0, 0, 1]) == (1...5).map { "#\($0): it matches" } + ["#6: difference 1"])
        #expect(nearest([1, 1, 1, 1, 1, 1, 2, 0]) == ["#7: it matches"] + (1...5).map { "#\($0): difference 1" })
        #expect(nearest([0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]).count == 10)
    }

    @Test func `positions of an order are by entry, then by packet`() {
        typealias Position = OrderProgress.Position
        let positions = [
            Position(), Position(packet: 1), Position(entry: 1), Position(entry: 1, packet: 2), Position(entry: 2),
        ]
        #expect(positions.reversed().sorted() == positions)
        let match = OrderProgress.Match(position: Position(), time: Instant(nanoseconds: 1_500_000_000), datagram: nil)
        #expect(match.text == "1.500 s")
        #expect(OrderProgress.Match(position: Position(), time: .start, datagram: 7).text == "0.000 s (#7)")
    }
}
