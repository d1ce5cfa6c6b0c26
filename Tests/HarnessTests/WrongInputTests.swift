import Foundation
import ProgramTesting
import Testing

/// The mistakes of a whole command line: each message says where the mistake is, and what would be right.
@Suite struct WrongInputTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(Self.good, to: "good.yaml")
        try folder.write("[\"nothing\"]", to: "list.json")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("folder"), withIntermediateDirectories: true)
    }

    private static let good = """
        id: GOOD-1
        name: Bob accepts
        participants: [alice, bob]
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - bob: accept

        """

    /// Runs a line of a shell in the folder, with the program's path in `$R`.
    private func shell(_ line: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run(["-c", line], environment: ["R": rollcall.path.path])
    }

    private static let lines: [(line: String, status: Int32, message: String)] = [
        ("check ''", 64, "an empty word names no file"),
        ("new ''", 64, "an empty word names no file"),
        (
            "schema > /dev/null && cp good.yaml b.yaml && $R run good.yaml --report json=b.yaml", 2,
            "b.yaml cannot be replaced by a report: its name is that of a scenario"
        ),
        ("run good.yaml --report json=a --report html=a", 64, "two reports would go to a: name a file for each"),
        ("check nothere.yaml", 65, "nothere.yaml: error: there is no such file or folder"),
        ("check /dev/zero", 65, "it is neither a file nor a folder"),
        ("check folder", 64, "there is no scenario in folder"),
        ("merge nothere.json", 65, "nothere.json cannot be read: No such file or directory"),
        ("merge folder", 65, "folder cannot be read: Is a directory"),
        (
            "merge good.yaml", 65,
            "it is not a report of `rollcall run --report json=FILE`: it is not JSON (this is not a value"
        ),
        ("merge list.json", 65, "it has no `schemaVersion`"),
        ("replay good.yaml", 65, "good.yaml: it is not a capsule of `rollcall run`"),
        ("replay folder", 65, "folder cannot be read: Is a directory"),
        ("inspect good.yaml", 65, "good.yaml: it is not a capture, neither pcap nor pcapng"),
        ("diff good.yaml list.json", 65, "good.yaml: it is not a capture, neither pcap nor pcapng"),
        ("format nothere.yaml", 65, "nothere.yaml: error: there is no such file or folder"),
        ("format god.yaml", 65, "did you mean `good.yaml`?"),
        ("format /dev/zero", 65, "/dev/zero: error: it is neither a file nor a folder"),
        ("schema > /dev/null && mkfifo pipe && $R format pipe", 65, "pipe: error: it is neither a file nor a folder"),
        ("ui nosuch9 --port 0", 65, "nosuch9: error: there is no such file or folder, and no scenario in"),
        ("ui nosuch/nine --port 0", 65, "nosuch/nine: error: there is no such file or folder"),
        ("merge /dev/zero", 65, "/dev/zero cannot be read: it has more than 268435456 bytes"),
        ("check god.yaml", 65, "did you mean `good.yaml`?"),
        ("check good.yaml:99", 65, "good.yaml: error: there is no line 99: the file has 9"),
        ("run GOD-1", 65, "did you mean `GOOD-1`?"),
        ("check - </dev/null", 65, "-:1:1: error: there is nothing in it"),
        ("run - good.yaml", 64, "`-`, the standard input, is one scenario"),
        ("run - --watch", 64, "--watch needs files: the standard input is read once"),
        ("run good.yaml -qv", 64, "--quiet and --verbose exclude each other"),
        ("run good.yaml --only-changed", 64, "--only-changed needs a git repository and a commit in it: fatal"),
        ("completions", 64, "name one shell: bash, zsh, fish"),
        ("completions bsh", 64, "did you mean `bash`?"),
        ("man rnu", 64, "there is no verb `rnu`; did you mean `run`?"),
        ("good.yaml", 64, "to run it: rollcall run good.yaml"),
        ("shrink nothere.rollcall", 65, "nothere.rollcall cannot be read"),
        (
            "schema > /dev/null && cp good.yaml bad.rollcall && $R shrink bad.rollcall", 65,
            "bad.rollcall: it is not a capsule of `rollcall run`"
        ),
        ("replay nothere.rollcall", 65, "nothere.rollcall cannot be read"),
        ("serve --users nothere.yaml --port 0", 65, "nothere.yaml cannot be read"),
        (
            "schema > /dev/null && printf -- '- \"\"\\n' > us && timeout 20 $R serve --users us --port 0", 65,
            "us:1:3: error: the id is empty"
        ),
        ("driver check", 64, "driver check needs a command, as in \"python3 driver.py\"\nTry"),
        ("driver ladder", 64, "driver ladder needs a command, as in \"python3 driver.py\"\nTry"),
        ("conformance nothere.yaml", 65, "nothere.yaml: error: there is no such file or folder"),
        ("run good.yaml --report json=good.yaml", 2, "good.yaml cannot be replaced by a report: it is an input"),
        ("run good.yaml --report json=./folder/../good.yaml", 2, "it is an input"),
        (
            "schema > /dev/null && cp good.yaml b.yaml && $R run good.yaml --report json=b.yaml", 2,
            "b.yaml cannot be replaced by a report: its name is that of a scenario"
        ),
        ("run good.yaml --report json=a --report html=./a", 64, "two reports would go to ./a: name a file for each"),
        ("inspect folder", 65, "folder/capture.pcap"),
        ("run good.yaml --driver carol=cat", 64, "no scenario that is selected has a participant `carol`"),
        ("conformance good.yaml --driver carol=cat", 64, "no scenario that is selected has a participant `carol`"),
        (
            "schema >/dev/null && mv good.yaml folder/$(printf '\\377').yaml && $R check folder", 65,
            "its name is not text in UTF-8"
        ),
        ("run good.yaml --out good.yaml", 2, "good.yaml cannot be made: it is a file, where a folder is expected"),
        ("run good.yaml --report json=folder", 2, "folder cannot be written: Is a directory"),
        ("run good.yaml --report json=none/r.json", 2, "none/r.json cannot be written: No such file or directory"),
        ("run good.yaml --report json=/dev/full", 2, "/dev/full cannot be written: No space left on device"),
        ("run good.yaml --report json > /dev/full", 2, "the standard output cannot be written: No space left"),
        ("schema > /dev/full", 2, "the standard output cannot be written: No space left"),
        ("new folder/a/b && $R new folder/a/b", 65, "folder/a/b.yaml exists already"),
    ]

    @Test(arguments: lines) func `wrong input is reported with its status`(
        _ row: (line: String, status: Int32, message: String)
    ) throws {
        let outcome = try shell("$R \(row.line)")
        #expect(outcome.status == row.status)
        #expect(outcome.errors.contains(row.message), "\(outcome.errors)")
    }

    @Test func `an unwritable report is reported before the first run`() throws {
        let outcome = try shell("$R run good.yaml --report html=none/r.html")
        #expect(outcome.status == 2 && outcome.output == "")
        #expect(!folder.has(".rollcall/GOOD-1"))
    }

    @Test func `no report replaces an input of a run or a merge, under whatever name`() throws {
        #expect(try shell("ln good.yaml hard.yaml && ln -s good.yaml soft.yaml").status == 0)
        for name in ["hard.yaml", "soft.yaml"] {
            let outcome = try shell("$R run good.yaml --report json=\(name)")
            #expect(outcome.status == 2 && outcome.errors.contains("it is an input"), "\(outcome.errors)")
        }
        #expect(try shell("$R run good.yaml --report json=a.json").status == 0)
        #expect(try shell("$R merge a.json --report html=a.json").status == 2)
        #expect(try folder.text(of: "good.yaml") == Self.good)
        #expect(try folder.text(of: "a.json").hasPrefix("{\"schemaVersion\""))
    }

    @Test func `a reader that closes the output early does not keep the reports from being written`() throws {
        let outcome = try shell("$R run good.yaml --report json=a.json | true; test -s a.json")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `a report goes into a device and through a link, and replaces neither`() throws {
        #expect(try shell("ln -s real.json link.json; : > real.json").status == 0)
        let outcome = try shell("$R run good.yaml --report json=link.json --report tap=/dev/null")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.text(of: "real.json").contains("GOOD-1"))
        #expect(try shell("test -L link.json && test -c /dev/null").status == 0)
    }

    @Test func `a report with a byte order mark is read, and one in UTF-16 is refused by name`() throws {
        #expect(try shell("$R run good.yaml --report json=a.json").status == 0)
        #expect(try shell("{ printf '\\357\\273\\277'; cat a.json; } > b.json; $R merge b.json").status == 0)
        let wide = try shell("printf '\\377\\376{\\0}\\0' > c.json; $R merge c.json")
        #expect(wide.status == 65 && wide.errors.contains("it is UTF-16, and a report is UTF-8"))
    }

    private static let texts: [(name: String, bytes: [UInt8], message: String)] = [
        ("UTF-16", [0xFF, 0xFE] + wide(good), "1:1: error: the text is UTF-16"),
        ("UTF-16 without a mark", wide(good), "1:1: error: the text is UTF-16"),
        ("Latin 1", Array("id: A\nname: g".utf8) + [0xF6, 0x0A], "2:8: error: not a text in UTF-8"),
        ("a bell", Array("id: A\nname: \"a\u{7}\"\n".utf8), "2:9: error: a control character is not allowed here"),
        ("a tag", Array(good.replacing("Bob", with: "!!str Bob").utf8), "2:7: error: a scenario has no tags"),
        ("a tag of others", Array(good.replacing("[alice", with: "!who [alice").utf8), "and here is `!who`"),
        ("a version", Array("%YAML 9.9\n---\nid: A\n".utf8), "write `%YAML 1.2` or remove the line"),
        ("tabs", Array(good.replacing("    call", with: "\tcall").utf8), "indent with spaces; a tab cannot indent"),
        ("200 brackets", Array("steps: \(String(repeating: "[", count: 200))".utf8), "nested more than 64 deep"),
        ("2 MiB", Array(repeating: 0x23, count: 2 << 20), "a scenario can have at most 1048576"),
        ("nothing", [], "there is nothing in it"),
    ]

    private static func wide(_ text: String) -> [UInt8] { text.utf8.flatMap { [$0, 0] } }

    @Test(arguments: texts) func `an invalid scenario is reported with its place`(
        _ row: (name: String, bytes: [UInt8], message: String)
    ) throws {
        try Data(row.bytes).write(to: folder.url.appendingPathComponent("a.yaml"))
        let outcome = try rollcall.run("check", "a.yaml")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("a.yaml:") && outcome.errors.contains(row.message), "\(outcome.errors)")
    }

    @Test(arguments: ["\u{FEFF}" + good, good.replacing("\n", with: "\r\n"), good.replacing("\n", with: "\r")])
    func `a mark before the text and other ends of lines do no harm`(_ text: String) throws {
        try folder.write(text, to: "a.yaml")
        #expect(try rollcall.run("check", "a.yaml").status == 0)
    }
}
