import Foundation
import ProgramTesting
import Testing

/// `rollcall why`: the causes of a property's value.
@Suite struct WhyTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    /// The chain of a run, without the column of times.
    private func chain(_ words: String...) throws -> [String] {
        let outcome = try rollcall.run(["why"] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count <= 10)
        return lines.map { $0.replacing(/^ *([0-9.]+ s)? +/, with: "") }
    }

    private func writeCut() throws {
        let text = """
            id: CUT-1
            name: The acceptance is lost
            participants: [alice, bob]
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - expect: {bob.callingState: incoming}
              - network: {bob: {up: cut}}
              - bob: accept
              - within: 1s
                expect: {bob.callingState: inCall}
            """
        try folder.write(text, to: "cut.yaml")
    }

    @Test func `a state comes from an event, its datagrams, a command and a step`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml").status == 0)
        let lines = try chain(".rollcall/A-1", "bob.ringingCall", "--at", "0")
        #expect(lines.first?.hasPrefix("bob.ringingCall is ") == true)
        let joining = try chain("A-1", "alice.stage")
        #expect(
            joining.contains { $0.hasPrefix("← step 1, line 7: alice: ring") || $0.hasPrefix("← step 2") }, "\(joining)"
        )
        #expect(joining.contains { $0.contains("alice → ") || $0.contains("bob → ") }, "\(joining)")
    }

    @Test func `a chain crosses participants, from the caller's state to the callee's command`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml").status == 0)
        let journal = try folder.text(of: ".rollcall/A-1/journal.ndjson")
        // The instant is that of the whole call, so the journal is cut before the call is joined.
        let lines = journal.split(separator: "\n")
        let end = try #require(
            lines.firstIndex { $0.contains("\"participant\":\"alice\"") && $0.contains("\"to\":\"joining\"") })
        try folder.write(lines[...end].joined(separator: "\n") + "\n", to: "cut.ndjson")
        let chain = try chain("cut.ndjson", "alice.callingState", "--at", "1")
        #expect(chain[0].hasPrefix("alice.callingState is joining since 0.000 s"))
        #expect(chain[1] == "alice.callingState: outgoing → joining")
        #expect(chain[2] == "← event call.accepted at alice")
        #expect(chain[3].contains("coordinator → alice  CON "))
        #expect(chain[4].contains("bob → coordinator  CON ") && chain[4].contains("/accept"))
        #expect(chain[5] == "← command bob: accept")
        #expect(chain[6] == "← step 2, line 11: bob: accept")
        #expect(chain.count == 7)
    }

    @Test func `the wrong property of a failed run is explained, with the losses after it`() throws {
        try writeCut()
        #expect(try rollcall.run("run", "cut.yaml").status == 1)
        for run in ["CUT-1", ".rollcall/CUT-1", ".rollcall/CUT-1/capsule.rollcall"] {
            let chain = try chain(run)
            #expect(chain.first?.hasPrefix("bob.callingState is ") == true)
            #expect(
                chain.last?.contains("bob → coordinator") == true && chain.last?.contains("lost") == true, "\(chain)")
        }
    }

    @Test(
        arguments: [
            (["why"], 64, "name a run and a property"), (["why", "nothere"], 65, "nothere cannot be read"),
            (["why", "."], 65, ". is not a folder of a run: it has no journal.ndjson"),
            (["why", "A-1"], 64, "the run did not fail at a property: name one"),
            (["why", "A-1", "bob.calingState"], 64, "did you mean `bob.callingState`?"),
            (["why", "A-1", "carol.roster"], 64, "the journal shows no change of carol.roster"),
            (["why", "a.yaml", "bob"], 65, "a.yaml: it is neither a journal nor a capsule of `rollcall run`"),
            (["export", "A-1"], 64, "--format is missing; there is: perfetto, chrome, mermaid, otlp, pcapng"),
            (["export", "A-1", "--format", "crome"], 64, "there is no format `crome`; did you mean `chrome`?"),
            (["export", "nothere", "--format", "chrome"], 65, "nothere cannot be read"),
            (["export", "A-1", "--format", "chrome", "--write", "none/x"], 2, "none/x cannot be written"),
        ] as [([String], Int32, String)]) func `wrong use is explained`(
            _ words: [String], _ status: Int32, _ message: String
        ) throws
    {
        try folder.writeScenario("A-1", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml").status == 0)
        let outcome = try rollcall.run(words)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
    }
}
