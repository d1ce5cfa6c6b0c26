import CallLibraryGuest
import Covering
import Exploration
import Foundation
import ScenarioLanguage
import ScenarioVocabulary
import Testing
import YAML

/// Scenarios written out as files of their own.
@Suite struct PlainScenarioTests {
    @Test func `variables, rows, sequences and repetitions are written out`() throws {
        let library = ScenarioLibrary.load(
            text: """
                id: A-1
                name: Waits for ${limit}
                variables: {who: bob}
                rows: {short: {limit: 5s}, long: {limit: 60s}}
                participants: [alice, bob]
                sequences:
                  ring:
                    parameters: [callee]
                    steps:
                      - alice: ring
                        call: default:standup
                        members: ["${callee}"]
                steps:
                  - do: ring
                    with: {callee: "${who}"}
                  - repeat: 2
                    as: n
                    steps:
                      - wait: ${limit}
                  - expect: {alice.callingState: idle}
                """, file: "a.yaml")
        let plain = library.scenarios.map { PlainScenario($0) }
        #expect(plain.map { $0["id"]?.scalar?.text } == ["A-1.short", "A-1.long"])
        #expect(
            plain.last?.steps.map { ScenarioText.flow($0) } == [
                "{alice: ring, call: default:standup, members: [bob]}", "{wait: 60s}", "{wait: 60s}",
                "{expect: {alice.callingState: idle}}",
            ])
    }

    @Test func `a copy keeps the seeds with which a scenario holds, and one without expectations does not`() throws {
        let library = ScenarioLibrary.load(
            text: """
                id: A-1
                name: A scenario
                participants: [alice]
                seeds: {only: 1..20, because: why}
                steps: [{wait: 1s}]
                """, file: "a.yaml")
        let plain = PlainScenario(try #require(library.scenarios.first))
        #expect(plain["seeds"].map(ScenarioText.flow) == "{only: 1..20, because: why}")
        #expect(plain.withoutExpectations(.standard)["seeds"] == nil)
    }

    @Test func `a scenario that is written out is read as the same steps`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scenarios").path
        let library = ScenarioLibrary.load(paths: [folder])
        #expect(library.scenarios.count > 500)
        for scenario in library.scenarios where !scenario.isDriven {
            let text = PlainScenario(scenario).text()
            let again = ScenarioLibrary.load(text: text, file: scenario.file)
            let copy = try #require(again.scenarios.first, "\(scenario.id): \(again.rendered())")
            #expect(copy.steps.map(\.action).count == PlainScenario(scenario).steps.count, "\(scenario.id)")
            #expect(copy.participants.map(\.name) == scenario.participants.map(\.name))
            #expect(copy.settings == scenario.settings && copy.wholeRun.isSubset(of: Set(WholeRunRule.allCases)))
            #expect(try FileShape(of: Array(text.utf8)).text == text, "\(scenario.id)")
        }
    }
}
