import Foundation
import ProgramTesting
import Testing

/// Files from others, and places where others may have put something.
@Suite struct ForeignFileTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    private func shell(_ script: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run("-c", script)
    }

    /// Writes a file that has eight gibibytes and no blocks.
    private func writeLarge(_ name: String) throws {
        try folder.write("", to: name)
        let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
        try file.truncate(atOffset: 8 << 30)
        try file.close()
    }

    @Test(arguments: [
        "replay big", "inspect in.pcap --hosts big", "serve --users big", "check big", "run big", "format big",
        "why big/1 alice.callingState", "merge big --report json=out.json",
    ])
    func `a file of eight gibibytes is refused without its bytes in memory`(_ words: String) throws {
        let captures = Self.root.appendingPathComponent("Examples/captures").path
        try writeLarge("big")
        try folder.writeScenario("A-1", to: "Scenarios/a.yaml")
        _ = try shell("cp \"$(find \(captures) -name '*.pcap' | head -1)\" in.pcap")
        // The limit of the address space is far below the file's size.
        let outcome = try shell("ulimit -v 3000000; exec '\(rollcall.path.path)' \(words)")
        #expect(outcome.status == 65, "\(outcome.status): \(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: ["replay pipe", "why pipe alice.callingState", "merge pipe --report json=out.json", "format pipe"])
    func `a named pipe without a writer is refused and not waited for`(_ words: String) throws {
        let outcome = try shell("mkfifo pipe; exec timeout 20 '\(rollcall.path.path)' \(words)")
        #expect(outcome.status == 65, "\(outcome.status): \(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: ["capture.pcap", "journal.ndjson", "verdict.json"])
    func `a run does not write through a link in its folder`(_ name: String) throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        try folder.write("precious", to: "precious")
        _ = try shell("mkdir -p .rollcall/A-1 && ln -s ../../precious .rollcall/A-1/\(name)")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(try folder.text(of: "precious") == "precious")
    }

    @Test(arguments: [".rollcall/A-1", ".rollcall/.last.json", ".rollcall/.last-failed", ".rollcall/.lock"])
    func `a run writes and deletes nothing behind a link in the folder of results`(_ link: String) throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        for file in ["journal.ndjson", "capture.pcap", "verdict.json", "capsule.rollcall"] {
            try folder.write("precious", to: "there/\(file)")
        }
        let target = link.hasSuffix("A-1") ? "../there" : "../there/journal.ndjson"
        _ = try shell("mkdir .rollcall && ln -s \(target) \(link)")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        for file in ["journal.ndjson", "capture.pcap", "verdict.json", "capsule.rollcall"] {
            #expect(try folder.text(of: "there/\(file)") == "precious", "\(file)")
        }
        #expect(folder.has(".rollcall/A-1/verdict.json") && !folder.has("there/A-1"))
    }

    @Test func `earlier seeds behind a link are kept`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        try folder.write("precious", to: "there/journal.ndjson")
        _ = try shell("mkdir -p .rollcall/A-1 && ln -s ../../there .rollcall/A-1/seed-7")
        #expect(try rollcall.run("run", "a.yaml").status == 0)
        #expect(try folder.text(of: "there/journal.ndjson") == "precious")
        #expect(!folder.has(".rollcall/A-1/seed-7"))
    }

    @Test(arguments: ["check", "run", "list", "check --format json"])
    func `no message shows the text of a file that is not a scenario and that a link or an include leads to`(
        _ words: String
    ) throws {
        try folder.write("password=hunter2 {\0", to: "secret/key")
        try folder.write("id: [hunter2", to: "secret/other")
        _ = try shell("mkdir S && ln -s ../secret/key S/a.yaml && ln -s ../secret/other S/b.yaml")
        for (number, file) in ["key", "other"].enumerated() {
            try folder.write(
                "id: C-\(number)\nname: C\ninclude: [../secret/\(file)]\nsteps: []\n", to: "S/c\(number).yaml")
        }
        let outcome = try shell("exec '\(rollcall.path.path)' \(words) S")
        #expect(outcome.status == 65, "\(outcome.status): \(outcome.output)\(outcome.errors)")
        #expect(!(outcome.output + outcome.errors).contains("hunter2"), "\(outcome.output)\(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains("a.yaml"))
    }

    @Test(arguments: ["runs", "datagramsSent", "datagramsCaptured", "virtualSeconds", "wallSeconds", "line"])
    func `a report with numbers that none can have does not stop merge`(_ key: String) throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", to: "S/b.yaml")
        #expect(try rollcall.run("run", "S", "--report", "json=r.json").status == 0)
        for number in ["9223372036854775807", "4611686018427387904", "-9223372036854775808", "1e308", "-1e308", "-1"] {
            let report = try folder.text(of: "r.json").replacing(/"id"/, with: "\"\(key)\":\(number),\"id\"")
            try folder.write(report, to: "m.json")
            let words = [
                "merge", "m.json", "--report", "json=o.json", "--report", "html=o.html", "--report", "junit=o.xml",
            ]
            let outcome = try rollcall.run(words)
            #expect([0, 65].contains(outcome.status), "\(number): \(outcome.status) \(outcome.errors)")
        }
    }

    @Test(arguments: ["id", "file", "verdict", "seed", "runs", "datagramsSent", "wallSeconds"])
    func `merge names the key of a report that is wrong`(_ key: String) throws {
        let report =
            #"{"schemaVersion":1,"totals":{"selected":1},"scenarios":[{"id":"A","name":"n","file":"f","verdict":"#
            + #""passed","seed":1,"runs":1,"datagramsSent":1,"datagramsCaptured":1,"wallSeconds":1}]}"#
        try folder.write(report, to: "good.json")
        #expect(try rollcall.run("merge", "good.json").status == 0)
        try folder.write(report.replacing("\"\(key)\":", with: "\"\(key)\":[],\"other\":"), to: "m.json")
        let outcome = try rollcall.run("merge", "m.json")
        #expect(outcome.status == 65, "\(outcome.output)")
        let message = "m.json: `\(key)` of its scenario number 1 is missing or wrong"
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: ["check", "run", "list", "format", "format --check"])
    func `no name of a file commands the terminal`(_ words: String) throws {
        _ = try shell("mkdir S; printf 'id: [' > \"S/$(printf 'x\\n::error::y\\033[31m\\342\\200\\256')\".yaml")
        let outcome = try shell("exec '\(rollcall.path.path)' \(words) S")
        #expect(outcome.status == 65, "\(outcome.output)\(outcome.errors)")
        let lines = (outcome.output + outcome.errors).split(separator: "\n")
        #expect(lines.contains { $0.contains("x\u{FFFD}::error::y\u{FFFD}[31m\u{FFFD}.yaml") }, "\(lines)")
        #expect(
            !lines.contains {
                $0.hasPrefix("::") || $0.unicodeScalars.contains { "\u{1B}\u{202E}".unicodeScalars.contains($0) }
            })
    }

    @Test func `without a proc file system the program names what is missing`() throws {
        let script = "mount -t tmpfs none /proc && exec '\(rollcall.path.path)' list Scenarios"
        let outcome = try shell("unshare --user --map-root-user --mount sh -c \"\(script)\"")
        // A system without user namespaces cannot hide /proc.
        #expect(outcome.status != 0)
        #expect(
            outcome.errors.contains("/proc is needed: mount it with `mount -t proc proc /proc`")
                || outcome.errors.contains("unshare:"), "\(outcome.errors)")
    }
}
