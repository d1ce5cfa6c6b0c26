import Foundation
import ProgramTesting
import Testing

/// The HTML report and the pages of `rollcall ui`, as a browser shows them.
@Suite(.serialized, .enabled(if: Browser.isThere, "Scripts/setup tests installs chromium")) struct PageTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.writeScenario("A-1", to: "a.yaml")
        try folder.writeScenario("B-1", expecting: "reconnecting", to: "b.yaml")
        try folder.write(
            """
            id: C-1
            name: Bob crashes in the call
            participants: [alice, bob]
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - bob: accept
              - wait: 1s
              - bob: crash
              - wait: 1s
              - bob: restart

            """, to: "c.yaml")
    }

    /// Writes and runs a scenario with 25 participants, of which one loses its network.
    private func writeCrowd() throws {
        try folder.write(
            """
            id: CROWD-1
            name: The tenth of twenty-five is cut off
            participants:
              guest: {count: 25}
            steps:
              - everyone: join
                call: default:standup
              - wait: 3s
              - network: {guest10: cut}
              - wait: 12s
              - within: 2s
                expect:
                  guest1.roster: {count: 26}
                  guest10.callingState: inCall

            """, to: "crowd.yaml")
        let rollcall = try Program("rollcall", in: folder)
        #expect(try rollcall.run("run", "crowd.yaml", "--report", "html=crowd.html").status == 1)
    }

    @Test func `a person finds the failure, its cause and its datagrams on the page`() throws {
        let host = try Program("TrapHost", in: folder)
        let outcome = try host.run("run", "a.yaml", "b.yaml", "c.yaml", "--report", "html=report.html")
        try #require(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        try writeCrowd()
        try Browser.check("report.py", [folder.path], in: folder, count: 15)
    }

    @Test func `a person reads a report that loads its runs from a folder`() throws {
        let host = try Program("TrapHost", in: folder)
        let outcome = try host.run("run", "a.yaml", "b.yaml", "c.yaml", "--report", "html=page/")
        try #require(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        try Browser.check("folder.py", [folder.path], in: folder, count: 6)
    }

    @Test func `a person compares runs, capsules and folders from the disk`() throws {
        let host = try Program("TrapHost", in: folder)
        let outcome = try host.run(
            "run", "a.yaml", "b.yaml", "c.yaml", "--report", "html=report.html", "--report", "html=page/")
        try #require(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        try Browser.check("records.py", [folder.path], in: folder, count: 9)
    }

    @Test func `a person reads the curves of a load on its page`() throws {
        try folder.writeAcceptedCall(to: "l.yaml")
        let rollcall = try Program("rollcall", in: folder)
        let outcome = try rollcall.run(
            "load", "l.yaml", "--shape", "constant(5/s, 4s)", "--report", "html=load.html")
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        try Browser.check("load.py", [folder.path], in: folder, count: 5)
    }

    @Test func `a person runs, watches, shrinks and compares scenarios from the page`() throws {
        let host = try Program("TrapHost", in: folder)
        let (process, output, _) = try host.start(["ui", ".", "--port", "0"])
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var said = ""
        while !said.hasSuffix("ready\n"), process.isRunning {
            said += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let address = try #require(said.split(separator: "\n").first.map(String.init), "the service did not start")
        try Browser.check("ui.py", [folder.path, address], in: folder, count: 6)
    }
}

/// Debian's Chromium without a window, driven by Playwright.
enum Browser {
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium") }

    /// Runs the checks of a script in `Tests/Browsing`, each of which opens pages of its own.
    static func check(_ script: String, _ arguments: [String], in folder: Folder, count: Int) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let python = try Program.python(in: folder)
        let path = tests.appendingPathComponent("Browsing/\(script)").path
        let outcome = try python.run([path] + arguments, environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        let lines = outcome.output.split(separator: "\n")
        for line in lines where !line.hasPrefix("ok ") { Issue.record("\(line)") }
        #expect(lines.count == count, "\(outcome.errors)")
    }
}
