import ProgramTesting
import ScenarioLanguage
import Testing

@testable import workshop

/// Which cases of a list scenarios and tests show.
@Suite struct CasesTests {
    private static let list = """
        # Behaviours

        - not a case
        ## VM: View model

        - **VM-01** an error shows.
        - **VM-07** [A] a telephone rings.

        ## RTC-PERM: Permissions
        - **RTC-PERM-01** a medium is off.
        - **RTC-PERM-02** a medium is off again.
        """

    private let folder: Folder
    private let workshop: Program

    init() throws {
        folder = try Folder()
        workshop = try Program("workshop", in: folder)
        try folder.write(Self.list, to: "cases.md")
    }

    private func writeScenario(covers: String) throws {
        try folder.write(
            """
            id: A-1
            name: Somebody connects
            covers: [\(covers)]
            participants: [alice]
            steps: [{wait: 1s}]
            """, to: "Scenarios/a.yaml")
    }

    private func tests(in code: String) -> [String] {
        let file = TestFile(Array(code.utf8), file: "T.swift")
        #expect(file.problems.isEmpty)
        return file.showings.map { showing in
            guard case .test(let suite, let name) = showing.source else { return "?" }
            return "\(showing.id) \(suite)/\(name) \(showing.place.line):\(showing.place.column)"
        }
    }

    // MARK: Lists

    @Test func `a list has areas and cases, and marks those that are to be adopted in spirit`() {
        let file = CaseFile(Array(Self.list.utf8), file: "cases.md")
        #expect(file.problems.isEmpty)
        #expect(file.areas.map(\.name) == ["VM", "RTC-PERM"] && file.areas.first?.title == "View model")
        #expect(file.cases.map(\.id) == ["VM-01", "VM-07", "RTC-PERM-01", "RTC-PERM-02"])
        #expect(file.cases.map(\.isInSpirit) == [false, true, false, false])
        #expect(file.cases.first?.text == "an error shows." && file.cases.last?.area == "RTC-PERM")
    }

    @Test(arguments: [
        ("", "there is no case in it"), ("\u{0}", "there is no case in it"),
        ("- **VM-01** an error", "the case stands before the first heading"),
        ("## VM: x\n- **VM-01 an error", "this is not a case"),
        ("## VM: x\n- **** an error", "this is not a case"),
        ("## VM: x\n- **VM-01** a\n- **VM-01** b", "there are two cases with the id `VM-01`"),
    ]) func `an invalid list is an error with its place and reason`(_ text: String, _ message: String) {
        let problems = CaseFile(Array(text.utf8), file: "cases.md").problems
        #expect(problems.first?.message == message)
        #expect(CaseFile([0xFF, 0xFE], file: "cases.md").problems.count == 1)
    }

    // MARK: Tests

    @Test func `a test shows the cases that its trait names`() {
        let code = """
            @Suite(.covers("S-1")) struct OuterTests {
                @Suite struct Inner {
                    @Test(.covers("A-1", "A-2"), arguments: [1]) func `it works`(_ n: Int) {}
                }
                @Test func other() { let x = Thing.covers("X-1") }
                @Test(.covers("B-1")) mutating func plain() async throws {}
            }
            @Test(.tags(.x), .covers("C-1")) func alone() {}
            """
        #expect(
            tests(in: code) == [
                "S-1 OuterTests/ 1:16", "A-1 OuterTests.Inner/it works 3:23", "A-2 OuterTests.Inner/it works 3:30",
                "B-1 OuterTests/plain 6:19", "C-1 /alone 8:26",
            ])
    }

    @Test func `comments and texts name no case`() {
        let code = #"""
            // @Test(.covers("N-1")) func a() {}
            /* @Test(.covers("N-2")) /* func b() {} */ func c() {} */
            let text = "@Test(.covers(\"N-3\")) func d() {}"
            let inner = "\(f("}") + "@Test(.covers(")"
            let long = """
                @Test(.covers("N-4")) func e() {}
                """
            let raw = ##"a " quote"# @Test(.covers("N-5")) func f() {}"##
            struct T { @Test(.covers("Y-1")) func `g`() {} }
            """#
        #expect(tests(in: code) == ["Y-1 T/g 9:26"])
    }

    @Test(arguments: [
        "@Test(.covers(", "@Test(.covers(\"A-1", "@Test", "\"", "`", "/*", "\"\\(", "@Test(\"\"\"", "}}}", "#\"",
    ])
    func `code that breaks off is read to its end`(_ code: String) {
        #expect(TestFile(Array(code.utf8), file: "T.swift").showings.isEmpty)
    }

    @Test func `a case must be named by a literal`() {
        let file = TestFile(Array("@Test(.covers(ids)) func a() {}".utf8), file: "T.swift")
        #expect(file.problems.map(\.description).first?.hasPrefix("T.swift:1:15: error: a case is named by") == true)
    }

    // MARK: The command

    @Test func `shown, omitted and open cases are listed with totals, and open ones are status 1`() throws {
        try writeScenario(covers: "VM-01")
        try folder.write("@Test(.covers(\"VM-01\")) func `b`() {}", to: "Tests/X/b.swift")
        try folder.write("RTC-PERM-01: there are no devices", to: "Docs/cases-left.yaml")
        let outcome = try workshop.run("cases", "Scenarios", "--cases", "cases.md")
        #expect(outcome.status == 1, "\(outcome.errors)")
        for line in [
            "  shown     VM-01  an error shows.\n            by scenario A-1  Scenarios/a.yaml:3\n"
                + "            by test `b`  Tests/X/b.swift:1\n",
            "  open      VM-07  [A] a telephone rings.\n",
            "  left out  RTC-PERM-01  a medium is off.\n            because there are no devices\n",
            "VM               2         1         0         1\n",
            "total            4         1         1         2\n",
            "1 of 4 cases are shown, 1 left out with a reason, 1 missing; 1 more are open",
        ] { #expect(outcome.output.contains(line), "\(outcome.output)") }
    }

    @Test func `nothing missing is status 0`() throws {
        try writeScenario(covers: "VM-01, RTC-PERM-02")
        try folder.write("RTC-PERM-01: there are no devices", to: "why.yaml")
        let outcome = try workshop.run("cases", "Scenarios", "--cases", "cases.md", "--reasons", "why.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("2 of 4 cases are shown, 1 left out with a reason, none is missing"))
    }

    @Test func `an id that no case has is an error at its place, in scenarios, tests and reasons`() throws {
        try writeScenario(covers: "VM-01, VM-09")
        try folder.write("@Test(.covers(\"VM-10\")) func `b`() {}", to: "Tests/b.swift")
        try folder.write("VM-11: x\nVM-01: y\nVM-07:", to: "Docs/cases-left.yaml")
        let outcome = try workshop.run("cases", "Scenarios", "Tests", "--cases", "cases.md")
        #expect(outcome.status == 65)
        for message in [
            "Scenarios/a.yaml:3:17: error: cases.md has no case `VM-09`\n", "Tests/b.swift:1:15: error: cases.md has",
            "Docs/cases-left.yaml:1:1: error: cases.md has no case `VM-11`", "did you mean `VM-01`?",
            "Docs/cases-left.yaml:2:1: error: `VM-01` is shown after all",
            "Docs/cases-left.yaml:3:7: error: the reason is a text, and this is nothing",
        ] { #expect(outcome.errors.contains(message), "\(outcome.errors)") }
    }

    @Test(
        arguments: [
            ([], 64, "write `workshop cases`, `workshop conformance`, `workshop events` or `workshop lines`"),
            (["cases", "--cases", "cases.md"], 64, "name a file or folder to read"),
            (["cases", "Scenarios"], 64, "name a list with --cases FILE"),
            (["cases", "Scenarios", "--cases"], 64, "--cases is not an option here, or has no value"),
            (["cases", "Scenarios", "--cases", "none.md"], 65, "none.md cannot be read: No such file"),
            (["cases", "Scenarios", "--cases", "."], 65, ". cannot be read: Is a directory"),
            (["cases", "nowhere", "--cases", "cases.md"], 65, "nowhere: error: there is no such file or folder"),
        ] as [([String], Int32, String)]) func `an unlistable input is an error with its reason`(
            _ words: [String], _ status: Int32, _ message: String
        ) throws
    {
        try writeScenario(covers: "VM-01")
        let outcome = try workshop.run(words)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
