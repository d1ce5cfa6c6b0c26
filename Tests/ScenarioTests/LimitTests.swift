import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct LimitTests {
    private static func limits(_ change: (inout ScenarioLimits) -> Void) -> ScenarioLimits {
        var limits = ScenarioLimits.default
        change(&limits)
        return limits
    }

    @Test func `too many steps are reported once, and those inside sameTime count`() {
        let text = scenario(
            steps: "- sameTime: [{alice: connect}, {bob: connect}]\n- wait: 1s\n- wait: 1s\n- wait: 1s")
        let found = complaints(text, limits: Self.limits { $0.steps = 3 })
        #expect(found == ["7:5: error: a scenario can have at most 3 steps"])
        #expect(complaints(text, limits: Self.limits { $0.steps = 6 }) == [])
    }

    @Test(arguments: ["[a, b, c, d]", "{a: {count: 2}, c: , d: }", "{a: {count: 3}, d: {count: 3}}"])
    func `too many participants are reported once`(_ participants: String) {
        let text = scenario(steps: "- wait: 1s", participants: participants)
        let found = complaints(text, limits: Self.limits { $0.participants = 3 })
        #expect(found.map { String($0.drop { $0 != " " }) } == [" error: a scenario can have at most 3 participants"])
    }

    @Test func `a duration has a limit`() {
        let text = scenario(steps: "- wait: 11s")
        #expect(
            complaints(text, limits: Self.limits { $0.duration = .seconds(10) }) == [
                "6:11: error: `11s` is longer than 10s, the most that a duration can be"
            ])
    }

    @Test func `a text has a limit`() {
        let text = scenario(steps: "- wait: 11s")
        #expect(
            complaints(text, limits: Self.limits { $0.bytes = 20 }) == [
                "1:1: error: the text has \(text.utf8.count) bytes, more than the 20 allowed; "
                    + "split it into several files"
            ])
    }

    @Test func `of very many problems the first are shown and the others counted`() {
        let text = scenario(steps: (1...9).map { "- step\($0): x" }.joined(separator: "\n"))
        let library = ScenarioLibrary.load(text: text, file: "x.yaml", limits: Self.limits { $0.problems = 2 })
        #expect(library.diagnostics.map(\.line) == [6, 7, 0])
        #expect(
            library.diagnostics.last?.description
                == "x.yaml: error: there are 7 more problems in this file; 2 are shown")
    }

    @Test(arguments: [
        "- expect: {everyone.roster: [everyone]}", "- a, g: connect", "- packets: {from: [everyone]}",
        "- a: call.create\n  call: default:x\n  members: everyone",
    ])
    func `lists of names together have a limit`(_ step: String) {
        let steps = Array(repeating: step, count: 4).joined(separator: "\n")
        let text = scenario(steps: steps, participants: "{a: , g: {count: 4}}")
        let found = complaints(text, limits: Self.limits { $0.names = 19 })
        #expect(
            found.map { String($0.drop { $0 != " " }) } == [
                " error: the lists of participants in this scenario are longer than 19 altogether"
            ])
        #expect(complaints(text, limits: Self.limits { $0.names = 20 }) == [])
    }

    @Test func `a scenario as large as allowed is read`() throws {
        let steps = Array(repeating: "- {expect: {everyone.roster: everyone}}", count: 10_000).joined(separator: "\n")
        let text = scenario(steps: steps, participants: "{guest: {count: 10000}}")
        let scenario = try read(text)
        #expect(scenario.participants.count == 10_000)
        #expect(scenario.steps.count == 10_000)
    }
}
