import CallLibraryGuest
import Testing

@testable import ScenarioDrivers
@testable import ScenarioLanguage
@testable import ScenarioStage

/// The needs of a scenario for an outside program, beside commands and expectations.
@Suite struct DriverNeedsTests {
    private func needs(_ steps: String, of name: String = "bob", participants: String = "[alice, bob]") throws
        -> DriverNeeds
    {
        let scenario = try read(scenario(steps: steps, participants: participants))
        return DriverNeeds(of: try #require(scenario.participants.first { $0.name == name }), in: scenario, .standard)
    }

    @Test(arguments: [
        ("- journal: [{bob: {callingState: incoming}}, {bob: {callingState: idle}}]", ["callingState"]),
        ("- journal: [{alice: {begins: ring}}, {bob: {event: call.ring}}]", ["events"]),
        ("- journal: [{alice: {event: call.ended}}, {bob: {notification: callEnded}}]", ["notifications"]),
        ("- journal: {bob: {event: call.ring, count: 0}}", ["events"]),
        ("- journal: {alice: {event: call.ring}}", []),
        ("- journal: {bob: {notification: callEnded}}", ["notifications"]),
        ("- journal: {bob: {sessionId: {not: none}, count: 1}}", ["sessionId"]),
        ("- journal: {bob: {begins: accept}}", []),
        ("- packets: {event: call.ring, to: bob}", []),
    ])
    func `the journal needs the properties whose changes it names`(_ steps: String, _ properties: [String])
        throws
    {
        let needs = try needs(steps)
        #expect(needs.properties == properties)
        #expect(needs.impossible == [])
    }

    @Test(arguments: [
        ("- journal: [{bob: {begins: accept}}, {bob: {timer: \"*\"}}]", "its timers in the journal"),
        ("- journal: [{bob: {begins: accept}}, {bob: {stage: joined}}]", "the stages of its calls in the journal"),
        (
            "- journal: {bob: {log: {matches: \"retransmitted*\"}, count: 0}}",
            "the log of the call library in the journal"
        ),
        (
            "- {bob: call.join, interceptor: hang}", "the argument interceptor of call.join"
        ),
    ])
    func `a program cannot report values that only the call library has`(_ steps: String, _ what: String)
        throws
    {
        #expect(try needs(steps).impossible == [what])
        #expect(try needs(steps, of: "alice").impossible == [])
    }

    @Test(arguments: [
        ("- network: {rebind: bob}", "the network change rebind"),
        ("- network: {bob: offline}", "the network change offline, which a program cannot notice"),
        (
            "- network: {flap: {who: bob, off: 1s, on: 1s, times: 2}}",
            "the network change offline, which a program cannot notice"
        ),
    ])
    func `a change of its socket needs a program in virtual time`(_ steps: String, _ what: String) throws {
        #expect(try needs(steps).socketNeeds == [what])
        #expect(try needs(steps).impossible == [])
        #expect(try needs(steps, of: "alice").socketNeeds == [])
    }

    @Test func `a token that ends early is not renewed for a program`() throws {
        let needs = try needs("- bob: accept", participants: "{alice: , bob: {tokenLifetime: 1min}}")
        #expect(needs.impossible == ["a token that ends early, which only the call library gets renewed"])
    }

    @Test func `another way of losing what is sent needs nothing`() throws {
        let steps = "- network: {flap: {who: bob, off: 1s, on: 1s, times: 2, by: cut}, alice: offline}"
        #expect(try needs(steps).impossible == [])
    }
}

extension DriverNeedsTests {
    @Test(arguments: [
        ("- wait: 14999ms", "14999ms"), ("- {at: 1.001s, bob: accept}", "1001ms"),
        ("- network: {bob: {up: {latency: 999ms}}}", "999ms"),
        ("- {repeat: 2, steps: [{repeat: 1, steps: [{wait: 101ms}]}]}", "101ms"),
        ("- wait: 5ms", nil), ("- wait: 1.5s", nil), ("- {always: {bob.callingState: idle}, for: 14999ms}", nil),
        ("- {within: 999ms, expect: {bob.callingState: idle}}", nil), ("- network: {latency: 25ms, jitter: 5ms}", nil),
    ])
    func `a time that is meant to the millisecond is none that the real clock can keep`(
        _ steps: String, _ time: String?
    ) throws {
        #expect(try read(scenario(steps: steps)).exactTime?.written == time)
    }
}
