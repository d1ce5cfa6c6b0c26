import Foundation
import ProgramTesting
import Testing

/// Ways to choose scenarios on the command line, and how much is shown of them.
@Suite struct TerminalTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "Scenarios/a.yaml")
        try folder.writeScenario("A-2", interceptor: "throw", to: "Scenarios/b.yaml")
        try folder.write(Self.rows, to: "Scenarios/rows.yaml")
    }

    private static let rows = """
        id: ROWS-1
        name: A callee rings for ${pause}
        participants: [alice, bob]
        rows:
          short:
            pause: 1s
          long:
            pause: 2s
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - wait: ${pause}
          - expect: {bob.callingState: incoming}

        """

    private func shell(_ line: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run(["-c", line], environment: ["R": rollcall.path.path])
    }

    private func chosen(_ words: String...) throws -> [String] {
        let outcome = try rollcall.run(["list"] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test func `an id chooses a scenario, or all of its rows`() throws {
        #expect(try chosen("A-1") == ["A-1"])
        #expect(try chosen("A-2", "Scenarios/a.yaml") == ["A-2", "A-1"])
        #expect(try chosen("ROWS-1.long") == ["ROWS-1.long"])
        #expect(try chosen("ROWS-1") == ["ROWS-1.short", "ROWS-1.long"])
    }

    @Test func `mistakes in other files do not keep a scenario from being run by its id`() throws {
        try folder.write("id: BAD-1\n", to: "Scenarios/bad.yaml")
        #expect(try rollcall.run("run", "A-1").status == 0)
    }

    @Test(arguments: [
        ("5", ["ROWS-1.short"]), ("6:9", ["ROWS-1.short"]), ("8", ["ROWS-1.long"]),
        ("1", ["ROWS-1.short", "ROWS-1.long"]), ("13", ["ROWS-1.short", "ROWS-1.long"]),
    ]) func `a line of a file chooses the row at it, or the file`(_ line: String, _ ids: [String]) throws {
        #expect(try chosen("Scenarios/rows.yaml:\(line)") == ids)
    }

    @Test func `a scenario from the standard input leaves nothing but results`() throws {
        let outcome = try shell("$R run - < Scenarios/a.yaml")
        #expect(outcome.status == 0 && outcome.output.contains("passed   A-1"), "\(outcome.errors)")
        #expect(try folder.names().allSatisfy { !$0.contains(".input") })
        #expect(try shell("$R run - < Scenarios/b.yaml").output.contains("-:"))
    }

    @Test func `only what differs from a commit runs`() throws {
        let commit = "git -c user.name=a -c user.email=a@example.org commit -q -m first"
        #expect(try shell("git init -q . && git add Scenarios && \(commit)").status == 0)
        let none = try rollcall.run("run", "Scenarios", "--only-changed")
        #expect(none.status == 0 && none.output == "nothing that is selected differs from HEAD\n")
        #expect(try shell("printf '\\n# new\\n' >> Scenarios/a.yaml").status == 0)
        try folder.writeScenario("NEW-1", to: "Scenarios/new.yaml")
        let changed = try shell("cd Scenarios && $R run . --only-changed=HEAD --out ../out")
        #expect(changed.output.contains("passed   A-1") && changed.output.contains("NEW-1"), "\(changed.errors)")
        #expect(changed.output.contains("2 passed of 2 scenarios"))
        let wrong = try rollcall.run("run", "Scenarios", "--only-changed=nothere")
        #expect(wrong.status == 64 && wrong.errors.contains("bad revision 'nothere'"))
    }

    @Test func `a quiet run shows failures and totals`() throws {
        let outcome = try rollcall.run("run", "-q", "-j", "2", "Scenarios/a.yaml", "Scenarios/b.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("failed   A-2") && !outcome.output.contains("passed   A-1"))
        #expect(outcome.output.contains("1 passed, 1 failed of 2 scenarios"))
    }

    @Test func `a verbose run shows every step with its time and line`() throws {
        let outcome = try rollcall.run("run", "--verbose", "ROWS-1.short")
        #expect(outcome.output.contains("    0.000 s  step 1, line 10: alice: ring\n"), "\(outcome.output)")
        #expect(outcome.output.contains("    1.000 s  step 2, line 13: wait: 1s\n"))
    }
}
