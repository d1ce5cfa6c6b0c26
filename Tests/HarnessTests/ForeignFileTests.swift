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
        let expected = words.hasPrefix("serve") ? 2 : 65
        #expect(outcome.status == expected, "\(outcome.status): \(outcome.output)\(outcome.errors)")
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
