import CallLibraryGuest
import FoundationEssentials
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// A folder that lives as long as a test.
final class Folder {
    let path: String

    init(_ name: String = #function) throws {
        let safe = String(name.unicodeScalars.filter { $0.isLetterOrDigit }.map(Character.init))
        path =
            FileManager.default.temporaryDirectory.path + "/scenarios-\(ProcessInfo.processInfo.processIdentifier)-"
            + safe
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        let file = "\(path)/\(name)"
        let folder = URL(filePath: file).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    /// Returns the messages about the folder or about paths in it, without the folder's own path.
    func found(_ paths: String..., limits: ScenarioLimits = .default) -> [String] {
        let library = ScenarioLibrary.load(
            paths: paths.isEmpty ? [path] : paths.map { "\(path)/\($0)" }, limits: limits)
        return library.diagnostics.map { $0.description.replacing(path, with: "DIR") }
    }
}

@Suite struct ScenarioLibraryTests {
    private static func scenario(_ id: String) -> String {
        "id: \(id)\nname: n\nparticipants: [alice]\nsteps: [{alice: connect}]\n"
    }

    @Test func `folders are walked in the order of their names, and each file is read once`() throws {
        let folder = try Folder()
        for name in ["b.yaml", "a/z.yml", "a/b/c.yaml", "C.yaml", ".hidden.yaml", ".git/x.yaml", "notes.txt"] {
            try folder.write(Self.scenario(String(name.filter(\.isLetter))), to: name)
        }
        let library = ScenarioLibrary.load(paths: [folder.path + "//", folder.path + "/b.yaml"])
        #expect(library.rendered() == "")
        #expect(
            library.scenarios.map(\.file)
                == ["C.yaml", "a/b/c.yaml", "a/z.yml", "b.yaml"].map { "\(folder.path)/\($0)" })
    }

    @Test func `a library is up to date until one of its files has other lines, or is gone`() throws {
        let folder = try Folder()
        let scenario = "include: [lib.yaml]\n" + Self.scenario("A")
        let sequences = "sequences: {greet: {steps: [{alice: connect}]}}\n"
        func reload() throws -> ScenarioLibrary {
            try folder.write(scenario, to: "a.yaml")
            try folder.write(sequences, to: "lib.yaml")
            return ScenarioLibrary.load(paths: [folder.path + "/a.yaml"])
        }
        for name in ["a.yaml", "lib.yaml"] {
            let library = try reload()
            #expect(library.rendered() == "" && library.isUpToDate())
            try folder.write((name == "a.yaml" ? scenario : sequences) + "# more\n", to: name)
            #expect(!library.isUpToDate(), "\(name)")
            _ = try reload()
            #expect(library.isUpToDate())
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            #expect(!library.isUpToDate(), "\(name)")
        }
    }

    @Test func `a file that is named is read whatever it is called`() throws {
        let folder = try Folder()
        try folder.write(Self.scenario("A"), to: "scenario.txt")
        #expect(ScenarioLibrary.load(paths: [folder.path + "/scenario.txt"]).scenarios.map(\.id) == ["A"])
    }

    @Test func `two scenarios with one id are reported, with the place of the first`() throws {
        let folder = try Folder()
        try folder.write("# comment\n" + Self.scenario("A"), to: "a.yaml")
        try folder.write("name: n\nid: A\nparticipants: [alice]\nsteps: [{alise: connect}]\n", to: "b.yaml")
        let library = ScenarioLibrary.load(paths: [folder.path])
        #expect(library.scenarios.map(\.file) == ["\(folder.path)/a.yaml"])
        #expect(
            library.rendered().replacing(folder.path, with: "DIR") == """
                DIR/b.yaml:2:5: error: another scenario has the id `A` too
                  |
                2 | id: A
                  |     ^ give one of them another id
                DIR/a.yaml:2:5: note: the first one is here
                  |
                2 | id: A
                  |     ^

                DIR/b.yaml:4:10: error: there is no participant `alise`
                  |
                4 | steps: [{alise: connect}]
                  |          ^^^^^ did you mean `alice`?

                """)
    }

    @Test func `a folder without scenarios is reported`() throws {
        let folder = try Folder()
        try folder.write("x", to: "notes.txt")
        #expect(
            folder.found() == [
                "DIR: error: there is no scenario in this folder; a scenario is a file whose name ends in `.yaml`"
            ])
    }

    @Test func `a path to nothing is reported`() throws {
        #expect(try Folder().found("nothing.yaml") == ["DIR/nothing.yaml: error: there is no such file or folder"])
    }

    @Test func `links to files are followed, and those to folders and to nothing are not`() throws {
        let folder = try Folder()
        try folder.write(Self.scenario("A"), to: "elsewhere.txt")
        try folder.link("a.yaml", to: "elsewhere.txt")
        try folder.link("b.yaml", to: "nowhere")
        try folder.link("loop", to: folder.path)
        #expect(folder.found() == ["DIR/b.yaml: error: the file cannot be read: the link leads nowhere"])
        #expect(ScenarioLibrary.load(paths: [folder.path]).scenarios.map(\.id) == ["A"])
    }

    @Test func `a link in a circle is reported, in a folder, by itself and in an include`() throws {
        let folder = try Folder()
        try folder.link("a.yaml", to: "b.yaml")
        try folder.link("b.yaml", to: "./a.yaml")
        let message = "error: the file cannot be read: the link leads in a circle"
        #expect(folder.found() == ["DIR/a.yaml: \(message)", "DIR/b.yaml: \(message)"])
        #expect(folder.found("a.yaml") == ["DIR/a.yaml: \(message)"])
        try folder.write("include: [a.yaml]\n" + Self.scenario("A"), to: "c.yaml")
        let text = ScenarioLibrary.load(paths: ["\(folder.path)/c.yaml"]).rendered()
        #expect(text.contains("` cannot be read: the link leads in a circle"), "\(text)")
    }

    @Test func `a path that is neither a file nor a folder is reported`() {
        let library = ScenarioLibrary.load(paths: ["/dev/null"])
        #expect(library.rendered() == "/dev/null: error: it is neither a file nor a folder\n")
    }

    @Test func `an unreadable file is reported`() {
        let library = ScenarioLibrary.load(paths: ["/proc/self/mem"])
        #expect(
            library.rendered() == "/proc/self/mem: error: the file cannot be read\n  = check its permissions\n")
    }

    @Test func `a file that is too long is not read`() throws {
        let folder = try Folder()
        try folder.write(Self.scenario("A"), to: "a.yaml")
        var limits = ScenarioLimits.default
        limits.bytes = 10
        #expect(
            folder.found(limits: limits) == [
                "DIR/a.yaml: error: the file has 62 bytes, and a scenario can have at most 10; "
                    + "split it into several scenarios"
            ])
    }

    @Test func `folders that are too deep are reported`() throws {
        let folder = try Folder()
        try folder.write(Self.scenario("A"), to: "a/b/a.yaml")
        var limits = ScenarioLimits.default
        limits.folders = 2
        #expect(
            folder.found(limits: limits) == ["DIR/a/b: error: folders lie more than 2 deep inside one another"])
    }

    @Test func `bytes that are not text are reported`() throws {
        let folder = try Folder()
        try folder.write("", to: "a.yaml")
        try Data([0x69, 0xFF, 0xFE, 0x00]).write(to: URL(filePath: folder.path + "/a.yaml"))
        #expect(
            folder.found() == [
                "DIR/a.yaml:1:2: error: not a text in UTF-8: invalid leading UTF-8 octet; save the file as UTF-8 text"
            ])
    }

    @Test func `lines are counted as YAML counts them`() throws {
        let text = "id: A\r\nname: n\rparticipants: [alice]\u{2028}steps:\n  - alise: connect\n"
        let library = ScenarioLibrary.load(text: text, file: "x.yaml")
        #expect(
            library.rendered() == """
                x.yaml:5:5: error: there is no participant `alise`
                  |
                5 |   - alise: connect
                  |     ^^^^^ did you mean `alice`?

                """)
    }
}
