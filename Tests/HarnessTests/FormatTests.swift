import Foundation
import ProgramTesting
import Testing

/// Scenario files in one shape.
@Suite struct FormatTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    private static let untidy = """
        # What this file is.


        name:   A scenario   \t
        id: A-1
        # Who takes part
        participants:
            alice:    # the caller
            bob: {interceptor: hang}
        description: |
              kept as it is   \("")
                and deeper


              # no comment
        steps:
        -   alice: ring
            call: default:standup
            members: [bob,
              carol]
        # before the step

        - within: 1s
          expect:
             alice.callingState: outgoing
             # at the end of the mapping
        -
           sameTime:
           - alice: hangUp
           - bob: >
               accept
        # at the end
        """

    private static let tidy = """
        id: A-1
        # What this file is.

        name:   A scenario
        description: |
              kept as it is   \("")
                and deeper


              # no comment
        # Who takes part
        participants:
          alice:    # the caller
          bob: {interceptor: hang}
        steps:
          - alice: ring
            call: default:standup
            members: [bob,
              carol]
          # before the step

          - within: 1s
            expect:
              alice.callingState: outgoing
          # at the end of the mapping
          -
            sameTime:
              - alice: hangUp
              - bob: >
                  accept
        # at the end

        """

    @Test func `indentation, order and white space are corrected, and comments and values remain`() throws {
        try folder.write(Self.untidy, to: "S/a.yaml")
        let check = try rollcall.run("format", "S", "--check")
        #expect(check.status == 1 && check.output == "S/a.yaml\n")
        #expect(try folder.text(of: "S/a.yaml") == Self.untidy)
        let outcome = try rollcall.run("format", "S")
        #expect(outcome.status == 0 && outcome.output == "S/a.yaml\n", "\(outcome.errors)")
        #expect(try folder.text(of: "S/a.yaml") == Self.tidy)
    }

    @Test func `a file in shape is left alone`() throws {
        try folder.write(Self.tidy, to: "a.yaml")
        let outcome = try rollcall.run("format", "a.yaml")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(try rollcall.run("format", "a.yaml", "--check").status == 0)
    }

    @Test func `line ends of other systems become those of this one`() throws {
        try folder.write("id: A\r\nname: n\r\nsteps: []\r\n", to: "a.yaml")
        _ = try rollcall.run("format", "a.yaml")
        #expect(try folder.text(of: "a.yaml") == "id: A\nname: n\nsteps: []\n")
    }

    @Test(arguments: [
        "a: &x {b: 1}\nc: *x\n", "a: &x\n  b: 1\nc: *x\n", "- - a\n  - b\n- - c\n", "a:\n- b\n- c\n", "a: !!str b\n",
        "{a: 1,\n b: 2}\n",
        "\"a\": b\n'c': d\n", "a: 'x\n  y'\nb: \"x\\\n  y\"\n", "? a\n: b\n", "a: |2\n    x\n",
        "a:\n  b:\n    - c\n    -\n      - d\n",
        "---\na: b\n", "a: # c\n  - b\n", "a:\n\n\n  - b\n", "text", "- a\n-\n", "a: |\n  x\n\n\n", "a: >+\n  x\n\n\n",
    ]) func `formatting never changes a file's meaning, and is idempotent`(_ text: String) throws {
        try folder.write(text, to: "a.yaml")
        let first = try rollcall.run("format", "a.yaml")
        let shaped = try folder.text(of: "a.yaml")
        guard first.status == 0 else {
            #expect(shaped == text && first.errors.contains("and is unchanged"), "\(first.errors)")
            return
        }
        #expect(try rollcall.run("format", "a.yaml", "--check").status == 0, "\(shaped)")
    }

    @Test(arguments: [("a: [", 65), ("\u{0}", 65), ("a: b\nc: *x\n", 65)])
    func `invalid YAML is reported and left unchanged`(
        _ text: String, _ status: Int32
    ) throws {
        try folder.write(text, to: "a.yaml")
        let outcome = try rollcall.run("format", "a.yaml")
        #expect(outcome.status == status && outcome.errors.hasPrefix("a.yaml:"), "\(outcome.errors)")
        #expect(try folder.text(of: "a.yaml") == text)
    }

    private func shell(_ line: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run(["-c", line], environment: ["R": rollcall.path.path])
    }

    @Test func `the standard input is formatted to the standard output, or only compared`() throws {
        try folder.write(Self.untidy, to: "untidy")
        try folder.write(Self.tidy, to: "tidy")
        try folder.write("a: [", to: "broken")
        let formatted = try shell("$R format - < untidy")
        #expect(formatted.status == 0 && formatted.output == Self.tidy, "\(formatted.output)\(formatted.errors)")
        let compared = try shell("$R format - --check < untidy")
        #expect(compared.status == 1 && compared.output == "-\n", "\(compared.output)\(compared.errors)")
        #expect(try shell("$R format - --check < tidy").output.isEmpty)
        let broken = try shell("$R format - < broken")
        #expect(broken.status == 65 && broken.output.isEmpty && broken.errors.hasPrefix("-:"), "\(broken.errors)")
        #expect(try shell("$R format - a.yaml < tidy").status == 64)
        #expect(try folder.text(of: "untidy") == Self.untidy)
    }

    @Test func `a folder may be named like a scenario`() throws {
        try folder.write("name: n\nid: A\nsteps: []\n", to: "S/x.yaml/a.yml")
        let outcome = try rollcall.run("format", "S")
        #expect(outcome.status == 0 && outcome.output == "S/x.yaml/a.yml\n", "\(outcome.errors)")
    }

    @Test func `a file keeps its mode and its other names`() throws {
        try folder.write("name: n\nid: A\nsteps:   []\n", to: "a.yaml")
        try folder.write("name: n\nid: A\nsteps:   []\n", to: "b.yaml")
        let outcome = try shell(
            "chmod 600 a.yaml && chmod 755 b.yaml && ln a.yaml other.yml && $R format a.yaml b.yaml "
                + "&& stat -c '%n %a %h' a.yaml b.yaml")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines == ["a.yaml", "b.yaml", "a.yaml 600 2", "b.yaml 755 1"], "\(outcome.output)\(outcome.errors)")
        for name in ["a.yaml", "b.yaml", "other.yml"] {
            #expect(try folder.text(of: name) == "id: A\nname: n\nsteps:   []\n")
        }
    }

    @Test func `a read-only file is left as it is`() throws {
        let text = "name: n\nid: A\nsteps: []\n"
        try folder.write(text, to: "a.yaml")
        // The superuser may write everything, unless it gives up that right.
        let command = "if [ $(id -u) = 0 ]; then drop='setpriv --bounding-set=-dac_override'; fi; "
        let outcome = try shell("chmod 400 a.yaml; \(command)$drop $R format a.yaml")
        #expect(outcome.status == 2, "\(outcome.status): \(outcome.errors)")
        #expect(outcome.errors.contains("a.yaml cannot be written: Permission denied"), "\(outcome.errors)")
        #expect(try folder.text(of: "a.yaml") == text)
    }

    @Test func `a wrong command line is status 64, and a file that is not there 65`() throws {
        #expect(try rollcall.run("format").status == 64)
        #expect(try rollcall.run("format", "nowhere.yaml").status == 65)
    }
}
