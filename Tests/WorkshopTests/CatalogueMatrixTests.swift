import CallLibraryGuest
import Foundation
import ProgramTesting
import ScenarioLanguage
import ScenarioStage
import ScenarioVocabulary
import Testing

@testable import Journal
@testable import workshop

/// The states that the catalogue shows and reaches.
@Suite struct CatalogueMatrixTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `the document is that of the catalogue, and every possible move is reached or has a reason`() throws {
        let workshop = try Program("workshop", in: try CatalogueRun.shared().folder)
        let outcome = try workshop.run("conformance", CatalogueRun.scenarios)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let document = Self.root.appendingPathComponent("Docs/conformance.md")
        let shown = try String(contentsOf: document, encoding: .utf8)
        let fresh = FileManager.default.temporaryDirectory.appendingPathComponent("conformance.md")
        try outcome.output.write(to: fresh, atomically: true, encoding: .utf8)
        #expect(shown == outcome.output, "copy \(fresh.path) over Docs/conformance.md")
    }

    @Test func `the possible transitions of the calling state are those that its machine makes`() throws {
        let graph = try #require(StateGraph.own.first { $0.name == "callingState" })
        let transitions = graph.transitions.map(\.text)
        for move in ["idle → incoming", "joining → inCall", "inCall → reconnecting", "reconnecting → inCall"] {
            #expect(transitions.contains(move))
        }
        for move in ["idle → reconnecting", "incoming → reconnecting", "inCall → joining", "reconnecting → joining"] {
            #expect(!transitions.contains(move))
        }
    }

    private func matrix(_ verdicts: [String: Verdict.Kind], journal: String, reasons: String) -> CatalogueMatrix {
        let place = Place.start
        var transitions = TransitionCount()
        transitions.read(Array(journal.utf8))
        return CatalogueMatrix(
            showings: [
                Showing(id: "VM-10", source: .scenario("A"), file: "a", place: place),
                Showing(id: "VM-9", source: .scenario("A"), file: "a", place: place),
                Showing(id: "VM-9", source: .scenario("B"), file: "b", place: place),
                Showing(id: "AB-1", source: .test(suite: "S", name: "t"), file: "t", place: place),
            ], scenarios: [], verdicts: verdicts, transitions: transitions,
            reasons: ReasonFile(Array(reasons.utf8), file: "r.yaml"))
    }

    @Test func `a case is as good as its worst scenario`() {
        func verdicts(_ verdicts: [String: Verdict.Kind]) -> [String] {
            let all = matrix(verdicts, journal: "", reasons: "x: y")
            return all.areas.flatMap(\.rows).map { "\($0.id) \(all.verdict(on: $0))" }
        }
        #expect(verdicts(["A": .passed, "B": .passed]) == ["AB-1 test", "VM-9 passed", "VM-10 passed"])
        #expect(verdicts(["A": .passed]) == ["AB-1 test", "VM-9 not run", "VM-10 passed"])
        #expect(verdicts(["A": .passed, "B": .hung]) == ["AB-1 test", "VM-9 hung", "VM-10 passed"])
    }

    @Test func `transitions are counted from journals, and empty reasons are reported`() throws {
        let journal = """
            {"number":1,"kind":"state","participant":"a","property":"stage default:x","from":"idle","to":"joining"}
            {"number":2,"kind":"state","participant":"a","property":"members","from":"","to":"a b"}
            {"number":3,"kind":"log","text":"\\"kind\\":\\"state\\""}
            half a line
            """
        let reasons = "callStage idle → joining: never\ncallStage idle → error: never\ncallStage idle → moon: never"
        let all = matrix([:], journal: journal, reasons: reasons)
        let rows = try #require(all.machines.first { $0.graph.name == "callStage" }).rows
        let joining = rows.first { $0.transition.text == "idle → joining" }
        let error = rows.first { $0.transition.text == "idle → error" }
        #expect(joining?.count == 1 && error?.count == 0 && error?.reason == "never")
        #expect(
            all.problems.map(\.message) == [
                "`callStage idle → joining` is reached after all",
                "no machine has the transition `callStage idle → moon`",
            ])
    }
}
