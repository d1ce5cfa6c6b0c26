import ProgramTesting
import Testing

/// The text about a failure, which every report for people shows: it names the cause and accuses no one else.
@Suite struct FailureTextTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    private func run(_ steps: String, network: String? = nil, _ options: String...) throws -> Program.Outcome {
        let text = """
            id: A-1
            name: n
            participants: [alice, bob, carol]
            \(network.map { "network: \($0)" } ?? "")
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
            \(steps)

            """
        try folder.write(text, to: "a.yaml")
        return try rollcall.run(["run", "a.yaml"] + options)
    }

    private static let lost = """
          - within: 1s
            expect: {bob.callingState: incoming}
          - bob: accept
          - within: 3s
            expect: {alice.callingState: inCall}
        """

    @Test func `an acceptance that was lost is shown with the fault that took it, in every report`() throws {
        let network = #"{latency: 20ms, drop: {method: POST, path: "*/accept", next: all}}"#
        let outcome = try run(
            Self.lost, network: network, "--report", "junit=r.xml", "--report", "markdown=r.md", "--report",
            "html=r.html", "--report", "github=r.txt")
        let texts = [outcome.output] + (try ["r.xml", "r.md", "r.html", "r.txt"].map { try folder.text(of: $0) })
        for text in texts {
            #expect(text.contains("the faults so far") && text.contains("*/accept"), "\(text.prefix(3000))")
            #expect(text.contains("lost, damaged, refused or unanswered near the last change of state"))
            #expect(text.contains("POST /video/call/default/standup/accept"))
        }
    }

    @Test func `a request without a response so far is shown, and no request that has one`() throws {
        let steps = """
              - network: {bob: {down: {latency: 20s}}}
              - bob: accept
              - within: 2s
                expect: {bob.callingState: inCall}
            """
        let text = try run(steps).output
        let unanswered = text.split(separator: "\n").filter { $0.hasSuffix("… no response so far") }
        #expect(unanswered.count == 1, "\(text)")
        #expect(unanswered.first?.contains("bob → coordinator  CON ") == true, "\(text)")
        #expect(unanswered.first?.contains("POST /video/call/default/standup/accept") == true, "\(text)")
    }

    @Test func `a part of an event that differs is shown with the value that the event has`() throws {
        let steps = """
              - bob: accept
              - packets: {event: call.accepted, to: alice, body: {user.id: carol}}
            """
        let text = try run(steps).output
        #expect(text.contains("user.id of its body is bob and not carol"), "\(text)")
    }

    @Test func `a part of another event of the same batch does not count`() throws {
        let steps = """
              - packets: {event: call.ring, to: bob, body: {user.id: alice}, count: 1}
              - packets: {event: call.created, to: bob, body: {events.user.id: [alice]}, count: 1}
              - packets: {event: call.created, to: bob, body: {type: call.ring}}
            """
        let text = try run(steps).output
        #expect(text.contains("step 4: the packets were not as expected"), "\(text)")
        #expect(text.contains("type of its body is call.created and not call.ring"), "\(text)")
    }

    @Test func `an event of a batch has its parts, which the batch itself lacks`() throws {
        let steps = """
              - packets: {event: call.ring, to: bob, body: {user.id: none}, count: 1}
            """
        let text = try run(steps).output
        #expect(text.contains("user.id of its body is alice and not none"), "\(text)")
    }

    @Test func `every wrong expectation of a step is named, with missing and surplus elements of a list`() throws {
        let steps = """
              - bob: accept
              - within: 2s
                expect: {alice.callingState: inCall}
              - expect:
                  alice.callingState: idle
                  alice.roster: [alice, carol]
                  bob.callingState: inCall
                  bob.roster: []
            """
        let text = try run(steps).output
        #expect(text.contains("all that was not as expected:"), "\(text)")
        #expect(text.contains("alice.callingState: expected idle, and is inCall"))
        #expect(text.contains("(missing: carol; unexpected: bob)"))
        #expect(text.contains("(unexpected: alice, bob)"))
        #expect(!text.contains("bob.callingState: expected"))
    }

    @Test func `waits that exceed the limit under the real clock are refused before the run`() throws {
        try folder.write("id: A-1\nname: n\nparticipants: [alice]\nsteps: [{wait: 5s}]\n", to: "a.yaml")
        let outcome = try rollcall.run("run", "a.yaml", "--clock", "real", "--limit", "2")
        #expect(outcome.status == 64 && outcome.errors.contains("the waits of A-1 take 5s"), "\(outcome.errors)")
    }

    @Test func `a run that hangs is shown with its last step, and its journal in words`() throws {
        try folder.writeScenario("A-1", interceptor: "spin", to: "a.yaml")
        let outcome = try Program("TrapHost", in: folder).run("run", "a.yaml", "--limit", "2")
        #expect(outcome.status == 1 && outcome.output.contains("hung"), "\(outcome.output)")
        let place = try #require(outcome.output.firstMatch(of: /a\.yaml:\d+: step \d: (.*)/), "\(outcome.output)")
        #expect(place.output.1.hasPrefix("the scenario did not end within 2 s"))
        #expect(!outcome.output.contains(#""kind""#))
    }
}
