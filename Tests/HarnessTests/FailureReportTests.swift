import Foundation
import ProgramTesting
import Testing

/// Reports of failures, compared as wholes. Numbers of datagrams and messages are left out.
@Suite struct FailureReportTests {
    /// A scenario of alice and bob that fails, and its report.
    struct Failing: Sendable {
        let id: String
        let steps: String
        let report: [String]

        init(_ id: String, _ steps: String, _ report: [String]) {
            (self.id, self.steps, self.report) = (id, steps, report)
        }

        var text: String {
            let lines = steps.split(separator: "\n").map { "  \($0)\n" }.joined()
            return "id: \(id)\nname: n\nparticipants: [alice, bob]\nwholeRun: none\nsteps:\n\(lines)"
        }
    }

    private static let ring = "- alice: ring\n  call: default:standup\n  members: [bob]"

    private static let scenarios: [Failing] = [
        Failing(
            "expect-several",
            """
            \(ring)
            - expect:
                everyone.callingState: idle
                alice.roster: [alice, bob]
                bob.incomingCall.caller: alice
            """,
            [
                "2 at 10:7: alice.callingState was not as expected",
                "expected alice.callingState: idle",
                "actual alice.callingState: outgoing",
                "findings: alice.callingState: expected idle, and is outgoing",
                "findings: bob.callingState: expected idle, and is incoming",
                "findings: alice.roster: expected [alice, bob], and is [] (missing: alice, bob)",
            ]),
        Failing(
            "expect-within",
            """
            \(ring)
            - within: 3s
              expect: {bob.callingState: inCall}
            """,
            [
                "2 at 10:14: bob.callingState was not as expected within 3s",
                "expected bob.callingState: inCall",
                "actual bob.callingState: incoming",
            ]),
        Failing(
            "hold",
            """
            \(ring)
            - for: 30s
              always: {bob.callingState: incoming}
            """,
            [
                "2 at 10:14: bob.callingState was not as expected",
                "expected bob.callingState: incoming",
                "actual bob.callingState: idle",
            ]),
        Failing(
            "rule",
            """
            \(ring)
            - always: {alice.callingState: outgoing}
            - bob: accept
            - wait: 5s
            """,
            [
                "2 at 9:14: a rule of the whole run broke: alice.callingState was not as expected",
                "expected alice.callingState: outgoing",
                "actual alice.callingState: inCall",
            ]),
        Failing(
            "packets-count",
            """
            \(ring)
            - packets: {event: call.ring, to: bob, count: 2}
            """,
            [
                "2 at 9:5: the packets were not as expected",
                "expected packets with event call.ring, to bob: 2",
                "actual 1",
                "candidates: #  0.000 s  coordinator → bob  CON 2.05 Content /video/connect "
                    + "[call.created, call.ring] from no. 2: it matches",
                "candidates: #  0.000 s  coordinator → bob  ACK 4.01 Unauthorized /video/connect (asks "
                    + "for a proof of the address): event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → bob  ACK: event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → bob  CON 2.05 Content /video/connect "
                    + "[connection.ok] from no. 1: event is connection.ok and not call.ring",
            ]),
        Failing(
            "packets-near",
            """
            \(ring)
            - packets: {event: call.ring, to: alice}
            """,
            [
                "2 at 9:5: the packets were not as expected",
                "expected packets with event call.ring, to alice: at least 1",
                "actual 0",
                "candidates: #  0.000 s  coordinator → alice  ACK 4.01 Unauthorized /video/connect (asks "
                    + "for a proof of the address): event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → alice  ACK: event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → alice  CON 2.05 Content /video/connect "
                    + "[connection.ok] from no. 1: event is connection.ok and not call.ring",
                "candidates: #  0.000 s  coordinator → alice  ACK 2.01 Created "
                    + "/video/call/default/standup: event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → bob  CON 2.05 Content /video/connect "
                    + "[call.created, call.ring] from no. 2: its receiver is bob",
            ]),
        Failing(
            "packets-body",
            """
            \(ring)
            - packets: {event: call.ring, to: bob, body: {user.id: bob, call.cid: "default:standup"}}
            """,
            [
                "2 at 9:5: the packets were not as expected",
                "expected packets with event call.ring, body user.id bob and call.cid default:standup, "
                    + "to bob: at least 1",
                "actual 0",
                "candidates: #  0.000 s  coordinator → bob  CON 2.05 Content /video/connect "
                    + "[call.created, call.ring] from no. 2: user.id of its body is alice and not bob",
            ]),
        Failing(
            "journal-count",
            """
            \(ring)
            - journal: {bob: {event: call.ring, count: 3}}
            """,
            [
                "2 at 9:5: the journal was not as expected",
                "expected entries of kind event, participant bob, type call.ring: 3",
                "actual 1",
                "candidates: 0.000 s  event: participant bob, type call.ring, cid default:standup, "
                    + "datagram: it matches",
                "candidates: 0.000 s  event: participant bob, type connection.ok, datagram: type is "
                    + "connection.ok and not call.ring",
                "candidates: 0.000 s  event: participant bob, type call.created, cid default:standup, "
                    + "datagram: type is call.created and not call.ring",
            ]),
        Failing(
            "journal-near",
            """
            \(ring)
            - journal: {bob: {callingState: incoming, from: outgoing}}
            """,
            [
                "2 at 9:5: the journal was not as expected",
                "expected entries of kind state, participant bob, property callingState, to incoming, "
                    + "from outgoing: at least 1",
                "actual 0",
                "candidates: 0.000 s  state: participant bob, property callingState, from idle, to "
                    + "incoming, cause: from is idle and not outgoing",
            ]),
        Failing(
            "order-never",
            """
            \(ring)
            - wait: 1s
            - journal: [{bob: {event: call.ring}}, {bob: {event: call.accepted}}]
            """,
            [
                "3 at 10:43: item 2 of the order, `bob: event call.accepted`, did not occur after item 1",
                "expected bob: event call.accepted, after bob: event call.ring at 0.000 s (#)",
                "actual it never occurred",
                "candidates: 1. bob: event call.ring: 0.000 s (#)",
                "candidates: 2. bob: event call.accepted: did not occur",
            ]),
        Failing(
            "order-before",
            """
            \(ring)
            - bob: accept
            - wait: 2s
            - journal: [{bob: {callingState: inCall}}, {bob: {callingState: incoming}}]
            """,
            [
                "4 at 11:47: item 2 of the order, `bob: callingState incoming`, did not occur after item "
                    + "1",
                "expected bob: callingState incoming, after bob: callingState inCall at 0.000 s (#)",
                "actual it occurred before that, at 0.000 s (#)",
                "candidates: 1. bob: callingState inCall: 0.000 s (#)",
                "candidates: 2. bob: callingState incoming: did not occur",
            ]),
        Failing(
            "order-packet",
            """
            \(ring)
            - journal: [{packet: {event: call.ring, to: bob}}, {packet: {event: call.ring, to: alice}}]
            """,
            [
                "2 at 9:55: item 2 of the order, `packet with event call.ring, to alice`, did not occur "
                    + "after item 1",
                "expected packet with event call.ring, to alice, after packet with event call.ring, to "
                    + "bob at 0.000 s (#)",
                "actual it never occurred",
                "candidates: 1. packet with event call.ring, to bob: 0.000 s (#)",
                "candidates: 2. packet with event call.ring, to alice: did not occur",
            ]),
        Failing(
            "order-first",
            """
            \(ring)
            - journal: [{bob: {callingState: lobby}}, {bob: {event: call.ring}}]
            """,
            [
                "2 at 9:16: item 1 of the order, `bob: callingState lobby`, did not occur",
                "expected bob: callingState lobby",
                "actual it never occurred",
                "candidates: 1. bob: callingState lobby: did not occur",
                "candidates: 0.000 s  state: participant bob, property callingState, from idle, to "
                    + "incoming, cause: to is incoming and not lobby",
            ]),
        Failing(
            "throws-other",
            """
            - alice: call.accept
              throws: CallLeftError
              within: 5s
            """,
            [
                "1 at 6:5: `alice: call.accept` threw another error",
                "expected throws CallLeftError within 5s",
                "actual threw NoCallError: alice is in no call and none rings here; name one with `call: "
                    + "type:id`",
            ]),
        Failing(
            "throws-code",
            """
            - alice: call.join
              call: default:x
              throws: APIError
              code: 4.03
            """,
            [
                "1 at 6:5: `alice: call.join` threw another error",
                "expected throws APIError 4.03",
                "actual threw APIError: the server refused: there is no call default:x (create it first)",
                "troubles: #  0.000 s  coordinator → alice  ACK 4.04 Not Found /video/call/default/x/join",
            ]),
        Failing(
            "group-command",
            """
            - everyone: call.join
              call: default:x
              within: 5s
            - wait: 1s
            """,
            [
                "1 at 6:5: `everyone: call.join` of alice threw",
                "expected returns within 5s",
                "actual threw APIError: the server refused: there is no call default:x (create it first)",
                "troubles: #  0.000 s  coordinator → alice  ACK 4.04 Not Found /video/call/default/x/join",
                "troubles: #  0.000 s  coordinator → bob  ACK 4.04 Not Found /video/call/default/x/join",
            ]),
        Failing(
            "outcome-late",
            """
            - network: {alice: {latency: 2s}}
            - alice: call.get
              call: default:x
              within: 1s
            - wait: 9s
            """,
            [
                "2 at 7:5: `alice: call.get` has not ended",
                "expected returns within 1s",
                "actual still running",
                "faults: 0.000 s  alice: latency 2s",
                "troubles: #–  2.000 s  coordinator → alice  ACK 4.04 Not Found /video/call/default/x  … "
                    + "delayed until 4.000 s",
                "troubles: #  2.000 s  alice → coordinator  CON GET /video/call/default/x  … no response "
                    + "so far",
            ]),
        Failing(
            "outcome-underlying",
            """
            - alice: call.join
              call: default:x
              create: true
              interceptor: throw
              throws: CallJoinInterceptionError
              underlying: Nothing
            """,
            [
                "1 at 6:5: `alice: call.join` threw another error",
                "expected throws CallJoinInterceptionError (underlying: Nothing)",
                "actual threw CallJoinInterceptionError: the join was refused by its interceptor: "
                    + "InterceptorVeto",
            ]),
        Failing(
            "throws-nothing",
            """
            - alice: disconnect
              throws: APIError
              within: 5s
            """,
            [
                "1 at 6:5: `alice: disconnect` did not throw",
                "expected throws APIError within 5s",
                "actual returned",
            ]),
        Failing(
            "took-too-long",
            """
            - network: {alice: {latency: 2s}}
            - alice: call.get
              call: default:x
              mayThrow: true
              within: 3999ms
            - wait: 4s
            """,
            [
                "2 at 7:5: `alice: call.get` took too long",
                "expected returns within 3999ms",
                "actual threw APIError: the server refused: there is no call default:x (create it first) "
                    + "after 4s",
                "faults: 0.000 s  alice: latency 2s",
                "troubles: #  4.000 s  coordinator → alice  ACK 4.04 Not Found /video/call/default/x",
            ]),
        Failing(
            "fault-shown",
            """
            - network: {loss: 1%, drop: {event: custom}}
            - sfu: shutDown
            - wait: 1s
            - expect: {alice.callingState: inCall}
            """,
            [
                "4 at 9:14: alice.callingState was not as expected",
                "expected alice.callingState: inCall",
                "actual alice.callingState: idle",
                "faults: 0.000 s  alice: loss 1%",
                "faults: 0.000 s  bob: loss 1%",
                "faults: 0.000 s  drops the next packet with event custom",
                "faults: 0.000 s  sfu: shutDown",
            ]),
        Failing(
            "drop-trouble",
            """
            - network: {drop: {method: POST, next: all}}
            \(ring)
            - within: 2s
              expect: {bob.callingState: incoming}
            """,
            [
                "3 at 11:14: bob.callingState was not as expected within 2s",
                "expected bob.callingState: incoming",
                "actual bob.callingState: idle",
                "faults: 0.000 s  drops all packets with method POST",
                "troubles: #  0.000 s  alice → coordinator  CON POST /video/call/default/standup  ✗ lost "
                    + "(chosen)",
            ]),
        Failing(
            "repeat-trail",
            """
            - repeat: 2
              as: n
              steps:
                - wait: ${n}s
                - expect: {alice.events.custom: {moreThan: 0}}
            """,
            [
                "3 at 10:18: alice.events.custom was not as expected, in repetition 1 of 2",
                "expected alice.events.custom: more than 0",
                "actual alice.events.custom: 0",
            ]),
        Failing(
            "unchanged",
            """
            \(ring)
            - expect: {bob.ringingCall: {not: unchanged}}
            """,
            [
                "2 at 9:14: bob.ringingCall was not as expected",
                "expected bob.ringingCall: not unchanged (from default:standup)",
                "actual bob.ringingCall: default:standup",
            ]),
        Failing(
            "expect-mark",
            """
            - mark: m
            \(ring)
            - expect: {alice.createdAt: {after: m + 1s}}
            """,
            [
                "3 at 10:14: alice.createdAt was not as expected",
                "expected alice.createdAt: after m + 1s",
                "actual alice.createdAt: 0.000 s",
            ]),
        Failing(
            "members",
            """
            \(ring)
            - expect: {alice.members: [bob], alice.events.call.created: 2}
            """,
            [
                "2 at 9:14: alice.members was not as expected",
                "expected alice.members: [bob]",
                "actual alice.members: [alice, bob]",
                "findings: alice.members: expected [bob], and is [alice, bob] (unexpected: alice)",
                "findings: alice.events.call.created: expected 2, and is 0",
            ]),
        Failing(
            "at-late",
            """
            \(ring)
            - within: 20s
              expect: {alice.callingState: idle}
            - at: 5s
              expect: {alice.callingState: idle}
            """,
            [
                "3 at 12:5: the step could not be performed at its time: it was reached 10s after that",
                "expected at: 5s",
                "actual it was reached 10s after that",
            ]),
        Failing(
            "time",
            """
            - mark: m
            - wait: 2s
            \(ring)
            - packets: {event: call.ring, to: bob, time: {before: m + 1s}}
            """,
            [
                "4 at 11:5: the packets were not as expected",
                "expected packets with time before m + 1s, event call.ring, to bob: at least 1",
                "actual 0",
                "candidates: #  0.000 s  coordinator → bob  ACK 4.01 Unauthorized /video/connect (asks "
                    + "for a proof of the address): event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → bob  ACK: event is none and not call.ring",
                "candidates: #  0.000 s  coordinator → bob  CON 2.05 Content /video/connect "
                    + "[connection.ok] from no. 1: event is connection.ok and not call.ring",
                "candidates: #  2.000 s  coordinator → bob  CON 2.05 Content /video/connect "
                    + "[call.created, call.ring] from no. 2: time is 2.000 s and not before m + 1s",
            ]),
    ]

    /// Returns a text without the numbers that other packets of the library would change.
    private static func plain(_ text: String) -> String {
        text.replacing(/#\d+/, with: "#").replacing(/\b(CON|ACK|NON|RST|datagram|cause) \d+/) { "\($0.1)" }
    }

    private static func report(of failure: [String: Any]) -> [String] {
        func text(_ key: String) -> String { failure[key].map { "\($0)" } ?? "nothing" }
        let place = "\(text("step")) at \(text("line")):\(text("column")): \(text("reason"))"
        let lists = ["findings", "candidates", "faults", "troubles"].flatMap { key in
            (failure[key] as? [String] ?? []).map { "\(key): \($0)" }
        }
        return ([place, "expected \(text("expected"))", "actual \(text("actual"))"] + lists).map(plain)
    }

    @Test func `a failure is reported with its place, what was expected and found, and what is near`() throws {
        let folder = try Folder()
        for scenario in Self.scenarios { try folder.write(scenario.text, to: "S/\(scenario.id).yaml") }
        let outcome = try Program("rollcall", in: folder).run("run", "S", "--report", "json=r.json")
        #expect(outcome.status == 1, "\(outcome.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(folder.bytes(of: "r.json"))) as? [String: Any]
        let runs = try #require(json?["scenarios"] as? [[String: Any]])
        #expect(runs.count == Self.scenarios.count)
        for scenario in Self.scenarios {
            let run = runs.first { $0["id"] as? String == scenario.id }
            let failure = run?["failure"] as? [String: Any]
            #expect(Self.report(of: failure ?? [:]) == scenario.report, "\(scenario.id)")
        }
    }
}
