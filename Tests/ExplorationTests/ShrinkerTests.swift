import CallLibraryGuest
import Covering
import Exploration
import ScenarioLanguage
import ScenarioVocabulary
import Testing

/// How scenarios that fail become small.
@Suite struct ShrinkerTests {
    private static let text = """
        id: A-1
        name: Something breaks
        participants: [alice, bob, carol]
        settings: {autoCancelTimeout: 30s}
        steps:
          - alice: ring
            call: default:standup
            members: [bob, carol]
          - wait: 3217ms
          - network: {cut: bob, offline: carol}
          - bob: accept
          - carol: reject
          - wait: 5s
          - network: {heal: bob}
        """

    private func shrink(_ runner: inout FakeProbeRunner, seed: UInt64 = 7) throws -> Shrinker.Result? {
        let scenario = try #require(read(Self.text))
        return try? Shrinker.result(
            of: PlainScenario(scenario), file: "a.yaml", seed: seed, .standard, in: &runner
        ).get()
    }

    @Test func `only the steps and faults that the failure needs are left`() throws {
        var runner = FakeProbeRunner { probe in
            ["cut: bob", "bob: accept"].allSatisfy(probe.text.contains) ? "broken" : nil
        }
        let result = try #require(try shrink(&runner))
        let steps = result.scenario.steps.map { ScenarioText.flow($0) }
        #expect(steps == ["{network: {cut: bob}}", "{bob: accept}"])
        #expect(result.needsFaults && result.seed == 1)
        #expect(!result.scenario.text().contains("carol") && !result.scenario.text().contains("settings"))
    }

    @Test func `a fault and its end are left out together`() throws {
        var runner = FakeProbeRunner { probe in
            let isWhole = probe.text.contains("cut: bob") == probe.text.contains("heal: bob")
            return isWhole && probe.text.contains("bob: accept") ? "broken" : nil
        }
        let result = try #require(try shrink(&runner))
        #expect(result.scenario.steps.map { ScenarioText.flow($0) } == ["{bob: accept}"])
    }

    @Test func `steps that send packets before a chosen one are left out with its position`() throws {
        let text = Self.text.replacing(
            "network: {cut: bob, offline: carol}", with: "network: {drop: {path: \"*/accept\", nth: [2]}}"
        ).replacing("  - carol: reject", with: "  - bob: call.accept\n    call: default:standup")
        var runner = FakeProbeRunner { probe in
            let answers = probe.text.ranges(of: "accept").count - 1
            let nth = probe.text.firstMatch(of: /nth: \[(\d)\]/).flatMap { Int($0.output.1) } ?? 0
            return nth > 0 && nth == answers ? "broken" : nil
        }
        let scenario = try #require(read(text))
        let result = try Shrinker.result(
            of: PlainScenario(scenario), file: "a.yaml", seed: 1, .standard, in: &runner
        ).get()
        #expect(result.scenario.steps.count == 2, "\(result.scenario.text())")
    }

    @Test func `a candidate that fails without its faults too does not count`() throws {
        var runner = FakeProbeRunner { probe in
            // Without alice nothing works, whatever the network does.
            !probe.text.contains("alice: ring") || probe.text.contains("cut: bob") ? "broken" : nil
        }
        let result = try #require(try shrink(&runner))
        #expect(result.scenario.text().contains("alice: ring"))
        #expect(result.scenario.text().contains("cut: bob"))
    }

    @Test func `participants get the names that readers expect`() throws {
        let text = Self.text.replacing("alice", with: "zoe").replacing("bob", with: "yann-phone")
        var runner = FakeProbeRunner { probe in
            guard let scenario = read(probe.text), probe.text.contains("cut: ") else { return nil }
            return scenario.participants.count > 1 && probe.text.contains(": accept") ? "broken" : nil
        }
        let scenario = try #require(read(text))
        let result = try Shrinker.result(
            of: PlainScenario(scenario), file: "a.yaml", seed: 1, .standard, in: &runner
        ).get()
        #expect(!result.scenario.text().contains("zoe") && !result.scenario.text().contains("yann"))
        #expect(read(result.scenario.text()) != nil)
    }

    @Test func `an order becomes the choices that the failure needs`() throws {
        let choices = [(2, 1), (5, 2), (9, 1), (11, 3)].map { number, value in
            "{\"time\":1.5,\"kind\":\"log\",\"name\":\"choice\",\"attributes\":"
                + "{\"number\":\(number),\"of\":4,\"value\":\(value),\"first\":\"the socket of bob\"}}"
        }
        var runner = FakeProbeRunner { probe in
            let order = read(probe.text)?.settings.order
            let isNeeded =
                switch order {
                case .drawn: true
                case .chosen(let values): values[5] == 2 && values[11] == 3
                default: false
                }
            return isNeeded ? "broken" : nil
        }
        runner.entries = { _ in choices }
        let text = Self.text.replacing("autoCancelTimeout: 30s", with: "order: 7")
        let scenario = PlainScenario(try #require(read(text)))
        let result = try Shrinker.result(of: scenario, file: "a.yaml", seed: 1, .standard, in: &runner).get()
        #expect(result.scenario["settings"].map { ScenarioText.flow($0) } == "{order: {5: 2, 11: 3}}")
        #expect(result.comments.contains("At 1.500 s the socket of bob comes first, of 4 that are ready."))
    }

    @Test func `the usual order of what is ready at one instant is tried first`() throws {
        var runner = FakeProbeRunner { $0.text.contains("cut: bob") ? "broken" : nil }
        let scenario = try #require(read(Self.text.replacing("30s}", with: "30s, order: 7}")))
        let result = try Shrinker.result(
            of: PlainScenario(scenario), file: "a.yaml", seed: 1, .standard, in: &runner
        ).get()
        #expect(!result.scenario.text().contains("order"))
        #expect(result.comments.contains { $0.contains("8 of 8 other orders") })
    }

    @Test func `the comments name the bound of a loss`() throws {
        let text = Self.text.replacing(
            "network: {cut: bob, offline: carol}", with: "network: {drop: {path: \"*/accept\", next: 6}}")
        var runner = FakeProbeRunner { probe in
            let next = probe.text.firstMatch(of: /next: (\d)/).flatMap { Int($0.output.1) } ?? 1
            return probe.text.contains("drop") && next >= 4 ? "broken" : nil
        }
        let scenario = try #require(read(text))
        let result = try Shrinker.result(
            of: PlainScenario(scenario), file: "a.yaml", seed: 1, .standard, in: &runner
        ).get()
        #expect(result.comments.contains("It fails with 4 losses, and not with 3."), "\(result.comments)")
    }

    @Test func `chosen packets keep what they are chosen by, and expectations their limit`() throws {
        let drop = "network: {drop: {path: \"*/accept\", from: bob, nth: [1, 2, 5]}}"
        let text = Self.text.replacing("network: {cut: bob, offline: carol}", with: drop).replacing(
            "- wait: 5s", with: "- within: 20s\n    expect: {alice.callingState: inCall}")
        var runner = FakeProbeRunner { $0.text.contains("drop") ? "broken" : nil }
        let scenario = try #require(read(text))
        let result = try Shrinker.result(
            of: PlainScenario(scenario), file: "a.yaml", seed: 1, .standard, in: &runner
        ).get()
        #expect(result.scenario.text().contains("path: \"*/accept\""), "\(result.scenario.text())")
        #expect(result.scenario.text().contains("next: 1"))
        #expect(!runner.probes.contains { $0.text.contains("within:") && !$0.text.contains("within: 20s") })
    }

    /// Entries of runs in which alice and bob take part, alice rings, and bob's acceptance changes both.
    private static func story(_ probe: Probe) -> [String] {
        var entries = ["alice", "bob", "carol"].map {
            #"{"time":0,"kind":"log","source":"\#($0)","name":"participant","attributes":{"user":"\#($0)"}}"#
        }
        if probe.text.contains("alice: ring") {
            entries.append(
                #"{"time":0,"kind":"log","source":"backend","name":"request getOrCreate call=c user=alice code=2.01 Created"}"#
            )
        }
        if probe.text.contains("bob: accept") {
            entries.append(
                #"{"time":0,"kind":"state","participant":"alice","property":"callingState","from":"idle","to":"inCall"}"#
            )
        }
        return entries
    }

    @Test func `what leads to the participant of a failed step is kept, and nothing of others`() throws {
        var runner = FakeProbeRunner { _ in "alice.callDuration was not as expected" }
        runner.failedStep = 3
        runner.entries = Self.story
        let result = try #require(try shrink(&runner))
        let steps = result.scenario.steps.map { ScenarioText.flow($0) }
        #expect(steps.count == 2 && steps[1] == "{bob: accept}", "\(steps)")
        #expect(steps[0].hasPrefix("{alice: ring"), "\(steps)")
    }

    @Test func `another failure does not count`() throws {
        var runner = FakeProbeRunner { probe in
            if probe.text.contains("cut: bob") && probe.text.contains("carol: reject") { return "broken" }
            return probe.text.contains("cut: bob") ? "something else" : nil
        }
        let result = try #require(try shrink(&runner))
        #expect(result.scenario.text().contains("carol: reject"))
    }

    @Test func `times become round`() throws {
        var runner = FakeProbeRunner { probe in
            let scenario = read(probe.text)
            let waits = scenario?.shortestDuration ?? .zero
            return waits >= .milliseconds(3000) && probe.text.contains("cut: bob") ? "broken" : nil
        }
        let result = try #require(try shrink(&runner))
        #expect(result.scenario.text().contains("wait: 10s") || result.scenario.text().contains("wait: 3s"))
        #expect(!result.scenario.text().contains("3217ms"))
    }

    @Test func `a scenario that passes is refused`() throws {
        var runner = FakeProbeRunner { _ in nil }
        let scenario = try #require(read(Self.text))
        let result = try Shrinker.result(of: PlainScenario(scenario), file: "a.yaml", seed: 1, .standard, in: &runner)
        #expect(throws: Shrinker.Refusal.passes) { try result.get() }
    }

    @Test func `an interrupted search returns the smallest scenario so far`() throws {
        var runner = FakeProbeRunner { $0.text.contains("cut: bob") ? "broken" : nil }
        runner.patience = 6
        let result = try #require(try shrink(&runner))
        #expect(result.interruption == .interrupted)
        #expect(result.scenario.text().contains("cut: bob"))
    }
}
