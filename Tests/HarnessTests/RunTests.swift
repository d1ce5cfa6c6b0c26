import Foundation
import ProgramTesting
import Testing

@testable import Journal

@Suite struct RunTests {
    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    private func verdict(_ id: String) throws -> Verdict {
        try #require(Verdict(try JSON(parsing: try folder.bytes(of: ".rollcall/\(id)/verdict.json"))))
    }

    @Test func `no record names the folder of a scenario that was given by its absolute path`() throws {
        try folder.writeScenario("A-1", interceptor: "return", expecting: "idle", to: "own/a.yaml")
        let outcome = try host.run("run", "\(folder.path)/own/a.yaml")
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(" run own/a.yaml --seed 1"))
        let files = try folder.names().filter { $0.hasPrefix(".rollcall/A-1/") }
        #expect(files.contains { $0.hasSuffix(".rollcall") } && files.contains { $0.hasSuffix("journal.ndjson") })
        for file in files {
            let text = String(decoding: try folder.bytes(of: file), as: UTF8.self)
            #expect(!text.contains(folder.path), "\(file)")
        }
    }

    @Test func `a scenario that passes is status 0, a line, and a folder with all that happened`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml", "--report", "json=report.json")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.hasPrefix("passed   A-1  The callee accepts with the interceptor return"))
        #expect(outcome.output.contains("1 passed of 1 scenario: "))
        let verdict = try verdict("A-1")
        #expect(verdict.kind == .passed)
        #expect(verdict.seed == 1)
        #expect(verdict.covers == ["GAP-05"])
        #expect(verdict.datagramsSent > 0)
        #expect(verdict.datagramsCaptured == verdict.datagramsSent)
        #expect(try folder.bytes(of: ".rollcall/A-1/capture.pcap").count > 24)
        let journal = try folder.text(of: ".rollcall/A-1/journal.ndjson").split(separator: "\n")
        #expect(journal.first?.contains(#""kind":"runStarted""#) == true)
        #expect(journal.last?.contains(#""verdict":"passed""#) == true)
        let report = try JSON(parsing: try folder.bytes(of: "report.json"))
        #expect(report["totals"]?["passed"]?.integer == 1)
        #expect(report["scenarios"]?.elements?.first.flatMap { Verdict($0) } == verdict)
    }

    /// The entries of a run's journal with a kind, and with a name if they have one.
    private func entries(_ id: String, _ kind: String, named name: String? = nil) throws -> [String] {
        try folder.text(of: ".rollcall/\(id)/journal.ndjson").split(separator: "\n").filter { line in
            line.contains(#""kind":"\#(kind)""#) && name.map { line.contains(#""name":"\#($0)""#) } ?? true
        }.map { String($0.replacing(/^\{"number":\d+,"time":[\d.]+,/, with: "{")) }
    }

    @Test func `a journal begins with what rules depend on, and has the step that failed`() throws {
        let text = """
            id: TRAITS-1
            name: bob has traits of all kinds
            participants:
              alice:
              bob: {user: robert, interceptor: return, interceptorLimit: 2s, autoLeave: true, disconnectionTimeout: 40s}
            settings: {fastReconnectDeadline: 3s}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - expect:
                  alice.callingState: outgoing
                  bob.callingState: lobby
            """
        try folder.write(text, to: "a.yaml")
        #expect(try host.run("run", "a.yaml").status == 1)
        let log = #"{"kind":"log","source":"#
        #expect(
            try entries("TRAITS-1", "log", named: "servers")
                == [log + #""settings","name":"servers","attributes":{"fastReconnect":3000}}"#])
        #expect(
            try entries("TRAITS-1", "log", named: "participant") == [
                log + #""alice","name":"participant","attributes":{"user":"alice","interceptorLimit":5000,"#
                    + #""disconnectionTimeout":30000}}"#,
                log + #""bob","name":"participant","attributes":{"user":"robert","isIntercepted":true,"#
                    + #""leavesAlone":true,"interceptorLimit":2000,"disconnectionTimeout":40000}}"#,
            ])
        #expect(
            try entries("TRAITS-1", "expectation") == [
                #"{"kind":"expectation","step":2,"line":13,"text":"expect:","outcome":"failed","#
                    + #""expected":"bob.callingState: lobby","actual":"bob.callingState: incoming"}"#
            ])
    }

    @Test func `the two directions of a network have the qualities of their own`() throws {
        // An old phone sends 384 kbit/s and receives 1.6 Mbit/s.
        let text = """
            id: WAYS-1
            name: An old phone sends less video than it receives
            participants: {alice: {media: {frameRate: 60}}, phone: {media: {frameRate: 60}}}
            media: on
            steps:
              - everyone: call.join
                call: default:standup
                create: true
              - expect: {everyone.mediaPath: open}
              - network: {phone: {profile: 3g}}
              - wait: 8s
              - packets: {kind: rtp, from: phone, count: {lessThan: 900}}
              - packets: {kind: rtp, to: phone, count: {moreThan: 1100}}
            """
        try folder.write(text, to: "a.yaml")
        let outcome = try host.run("run", "a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `a run that exceeds its journal's limit ends with a verdict that names the limit`() throws {
        let text = """
            id: FULL-1
            name: A run writes more than its journal may hold
            participants: [alice, bob]
            settings: {journalLimit: 50}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - wait: 1h

            """
        try folder.write(text, to: "full.yaml")
        #expect(try host.run("run", "full.yaml", "--twice").status == 1)
        let verdict = try verdict("FULL-1")
        #expect(verdict.kind == .failed)
        #expect(
            verdict.failure?.reason == "the journal has 50 entries, which is the most that a run can have; "
                + "`journalLimit` in `settings` sets another limit")
        #expect(verdict.failure?.lastEntries.count == 20)
        let journal = try folder.text(of: ".rollcall/FULL-1/journal.ndjson").split(separator: "\n")
        #expect(journal.count == 51)
        #expect(journal.last?.contains(#""verdict":"failed""#) == true)
    }

    @Test func `the rules of every run hold under the real clock, whose times are not exact`() throws {
        // Longer than the period of the clients' pings, so that their timers fire.
        try folder.write(
            """
            id: REAL-1
            name: A call lasts longer than a ping
            participants: [alice, bob]
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - bob: accept
              - within: 2s
                expect: {everyone.callingState: inCall}
              - wait: 5500ms
              - alice: call.leave
              - within: 2s
                expect: {alice.callingState: idle}
            """, to: "a.yaml")
        let outcome = try Program("rollcall", in: folder).run("run", "a.yaml", "--clock", "real")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: ["virtual", "real"]) func `a start is as far ahead as the scenario says, with every clock`(
        clock: String
    ) throws {
        let steps = """
            steps:
              - host: call.createBackstage
                call: default:talk
                members: [guest]
                startsIn: 10min
                joinAhead: 5min
              - guest: call.join
                call: default:talk
                throws: APIError
                code: "4.03"
            """
        try folder.write("id: A-1\nname: n\nparticipants: [host, guest]\n\(steps)\n", to: "a.yaml")
        let outcome = try Program("rollcall", in: folder).run("run", "a.yaml", "--clock", clock)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `an expectation that does not hold is status 1, with the place and the command that repeats it`() throws
    {
        try folder.writeScenario("A-1", interceptor: "throw", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml", "--seed", "77", "--out", "results")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("failed   A-1"))
        for part in ["a.yaml:14:", "expected  bob.callingState: inCall", "run a.yaml --seed 77", "alice", "bob"] {
            #expect(outcome.output.contains(part), "\(part) in \(outcome.output)")
        }
        #expect(folder.has("results/A-1/verdict.json"))
    }

    @Test func `code that traps crashes its own scenario, and the others go on`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "trap", to: "S/b.yaml")
        try folder.writeScenario("C-1", to: "S/c.yaml")
        let outcome = try host.run("run", "S")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("2 passed, 1 crashed of 3 scenarios"), "\(outcome.output)")
        let verdict = try verdict("B-1")
        #expect(verdict.kind == .crashed)
        #expect(verdict.failure?.reason.hasPrefix("the process died of SIG") == true)
        #expect(verdict.failure?.output.contains { $0.contains("about to trap in") } == true)
        #expect(verdict.failure?.lastEntries.isEmpty == false)
        #expect(verdict.datagramsSent > 0)
        let journal = try folder.text(of: ".rollcall/B-1/journal.ndjson")
        #expect(journal.hasPrefix(#"{"number":1,"#))
        #expect(journal.hasSuffix("}\n"))
    }

    @Test func `code that never gives back the thread is hung after the limit, and nothing of it is left`() throws {
        try folder.writeScenario("A-1", interceptor: "spin", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml", "--limit", "2.5")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the scenario did not end within 2.5 s of the wall clock"), "\(outcome.output)")
        let verdict = try verdict("A-1")
        #expect(verdict.kind == .hung)
        #expect(verdict.failure?.replay?.contains("--limit 2.5") == true, "a repeated run has the same limit")
    }

    @Test func `code that ends the process is a crash, whatever status it ends with`() throws {
        try folder.writeScenario("A-1", interceptor: "leave", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the process ended with status 0 in the middle of the scenario"))
    }

    @Test func `results come in the order of the files, however long each takes`() throws {
        try folder.writeScenario("A-1", interceptor: "spin", to: "S/a.yaml")
        for name in ["b", "c", "d"] { try folder.writeScenario("\(name.uppercased())-1", to: "S/\(name).yaml") }
        let outcome = try host.run("run", "S", "--jobs", "4", "--limit", "2.5")
        let ids = outcome.output.matches(of: /(?m)^(?:passed|hung) +([A-D])-1/).map { String($0.output.1) }
        #expect(ids == ["A", "B", "C", "D"])
    }

    @Test func `two runs of one seed leave no second folder when they are equal`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml", "--twice")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(!folder.has(".rollcall/A-1/second"))
    }

    @Test func `code that depends on the hash seed is found by running it two times`() throws {
        try folder.writeScenario("A-1", interceptor: "hash", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml", "--twice")
        #expect(outcome.status == 2, "\(outcome.output)")
        #expect(outcome.output.hasPrefix("fault    A-1"))
        let failure = try #require(try verdict("A-1").failure)
        #expect(failure.reason.contains("two runs with the seed 1 differ: the first different entry"))
        #expect(failure.expected?.hasPrefix(#"{"number":"#) == true)
        #expect(failure.actual?.hasPrefix(#"{"number":"#) == true)
        #expect(folder.has(".rollcall/A-1/second/journal.ndjson"))
    }

    @Test func `a report that cannot be written is the harness's fault, and leaves nothing half written`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try host.run("run", "a.yaml", "--report", "json=nowhere/report.json")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("nowhere/report.json cannot be written: No such file or directory"))
        #expect(try folder.names().allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test func `an interrupt leaves a valid report and no process`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("B-1", interceptor: "spin", to: "S/b.yaml")
        let (process, output, _) = try host.start(["run", "S", "--jobs", "1", "--report", "json=report.json"])
        // The line of the first scenario says that the second one has begun, or is about to.
        let first = output.fileHandleForReading.availableData
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("passed   A-1"))
        process.interrupt()
        // The pipe ends when no process is left that could write to it.
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let report = try JSON(parsing: try folder.bytes(of: "report.json"))
        #expect(report["totals"]?["notRun"]?.integer == 1)
        #expect(report["totals"]?["passed"]?.integer == 1)
    }
}
