import Covering
import Foundation
import ProgramTesting
import Testing

/// Whole programs as hosts of a scenario.
@Suite struct ProgramTests {
    private let folder: Folder
    private let rollcall: Program
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    /// True when this machine has TUN devices that the tests may open.
    private var hasTUN: Bool { access("/dev/net/tun", R_OK | W_OK) == 0 }

    private func write(_ programs: String, _ steps: String = "- wait: 1s") throws {
        try folder.write(
            "id: P-1\nname: A program\nprograms:\n  one: \(programs)\nparticipants: []\nsteps:\n  \(steps)\n",
            to: "p.yaml")
    }

    @Test func `programs talk under loss and through a cut where there is TUN`() throws {
        guard hasTUN else { return try expectUnsupported(try rollcall.run("run", echo, "--out", "out")) }
        let run = try rollcall.run("run", echo, "--out", "out")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("1 passed"))
    }

    @Test func `without TUN faults are unsupported, with the reason, and plain programs run on the loopback`() throws {
        // Only root can hide the device; a user sees the same where it cannot be opened.
        guard hasTUN, getuid() == 0 else { return try expectUnsupported(try rollcall.run("run", echo, "--out", "out")) }
        let unshare = Program(at: "/usr/bin/unshare", in: folder)
        let hiding = ["-m", "sh", "-c", "mount -t tmpfs none /dev/net && exec \"$@\"", "sh", rollcall.path.path, "run"]
        try expectUnsupported(try unshare.run(hiding + [echo, "--out", "out"]))
        try write("{command: [sh, -c, \"echo ready; sleep 60\"], ready: {line: ready}}")
        let plain = try unshare.run(hiding + ["p.yaml", "--out", "out"])
        #expect(plain.status == 0, "\(plain.output)\(plain.errors)")
        #expect(plain.output.contains("Programs ran on the loopback interface, and were not captured: /dev/net/tun"))
    }

    private var echo: String { Self.root.appendingPathComponent("Examples/programs/echo.yaml").path }

    private func expectUnsupported(_ run: Program.Outcome) throws {
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(run.output.contains("1 unsupported") && run.output.contains("/dev/net/tun"))
    }

    @Test func `a program that ends early fails the run with its last lines`() throws {
        try write("{command: [sh, -c, \"echo far away; exit 3\"]}")
        let run = try rollcall.run("run", "p.yaml")
        #expect(run.status == 1)
        #expect(run.output.contains("the program one ended with status 3 before the end of the run"))
        #expect(run.output.contains("far away"))
    }

    @Test func `output with CR and LF is shown line by line`() throws {
        try write("{command: [sh, -c, \"printf 'SIP/2.0 404 Not Found\\\\r\\\\nCSeq: 1\\\\r\\\\n'; exit 3\"]}")
        let run = try rollcall.run("run", "p.yaml")
        let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("SIP/2.0 404 Not Found") && lines.contains("CSeq: 1"), "\(run.output)")
    }

    @Test func `a program may end with status 0 when the scenario says so`() throws {
        try write("{command: [\"true\"], mayEnd: true}")
        let run = try rollcall.run("run", "p.yaml")
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func `a program that is not ready in time fails the run with the sign that is missing`() throws {
        try write("{command: [sleep, \"60\"], ready: {udp: 9, within: 200ms}}")
        let run = try rollcall.run("run", "p.yaml")
        #expect(run.status == 1)
        #expect(run.output.contains("was not ready within 200ms: it has no UDP socket with port 9"))
    }

    @Test func `a program that cannot be started is named with the reason`() throws {
        try write("{command: [./nothing-here]}")
        let run = try rollcall.run("run", "p.yaml")
        #expect(run.status == 1)
        #expect(run.output.contains("could not be started: `./nothing-here`: No such file or directory"))
    }

    @Test func `files are written with the addresses of programs, and processes end with the run`() throws {
        try folder.write(
            """
            id: P-2
            name: Files
            programs:
              one:
                command: [sh, -c, "cat note; sleep 1000 & wait"]
                files: {note: "I am ${name} at ${host}, beside ${two.host}\\n"}
                ready: {line: I am one}
              two: {command: [sleep, "1000"]}
            participants: []
            steps:
              - wait: 10ms
            """, to: "p.yaml")
        let run = try rollcall.run("run", "p.yaml", "--out", "out")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let place = folder.url.appendingPathComponent("out/P-2/programs/one")
        let note = try String(contentsOf: place.appendingPathComponent("note"), encoding: .utf8)
        #expect(note.hasPrefix("I am one at 1") && note.contains("beside 1"))
    }
}
