import Foundation
import ProgramTesting
import Testing

@testable import Harness

/// Rows, sequences and times as the command line shows them.
@Suite struct StructureTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(
            """
            sequences:
              ring:
                parameters: [caller, callee]
                steps:
                  - ${caller}: ring
                    call: default:standup
                    members: ["${callee}"]
                  - expect: {"${callee}.callingState": idle}

            """, to: "S/common/ringing.yaml")
    }

    private func write(_ steps: String, more: String = "", to file: String = "S/a.yaml") throws {
        let lines = steps.split(separator: "\n").map { "  \($0)\n" }.joined()
        try folder.write(
            "id: A-1\nname: A scenario\nparticipants: [alice, bob]\n\(more)\nsteps:\n\(lines)", to: file)
    }

    /// Returns the first lines of the failure of a scenario with these steps.
    private func failure(_ steps: String, more: String = "") throws -> String {
        try write(steps, more: more)
        let outcome = try rollcall.run("run", "S/a.yaml")
        #expect(outcome.status == 1, "\(outcome.output)")
        return outcome.output
    }

    @Test func `a failure in a file that is included is shown there, with repetition and sequence`() throws {
        let steps = """
            - repeat: 1
              steps:
                - do: ring
                  with: {caller: alice, callee: bob}
            """
        let said = try failure(steps, more: "include: [common/ringing.yaml]")
        #expect(
            said.contains(
                "S/common/ringing.yaml:8:18: step 4: bob.callingState was not as expected, in repetition 1 of 1, in `ring`"
            ), "\(said)")
        #expect(said.contains("8 |       - expect: {\"${callee}.callingState\": idle}"), "\(said)")
        #expect(said.contains("expected  bob.callingState: idle"))
    }

    @Test func `a step that is reached after its time fails`() throws {
        let steps = """
            - mark: m
            - alice: ring
              call: default:standup
              members: [bob]
            - within: 20s
              expect: {bob.callingState: {not: incoming}}
            - at: m + 1s
              alice: hangUp
            """
        let said = try failure(steps)
        #expect(said.contains("the step could not be performed at its time: it was reached 14s after that"), "\(said)")
        #expect(said.contains("expected  at: m + 1s"))
    }

    @Test func `a drop that matches no packet is reported, and alone fails the run`() throws {
        try write("- network: {drop: {path: \"*/raise_hand\", next: all}}\n- expect: {everyone.callingState: idle}")
        let outcome = try rollcall.run("run", "S/a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("a fault never had an effect: `drops all packets with path */raise_hand`"))
    }

    @Test func `an intruder that sends nothing says why, in the notes and in the journal`() throws {
        try folder.write(
            """
            id: A-1
            name: A scenario
            participants: {alice: , bob: {connected: false}}
            steps:
              - network: {intruder: {request: {method: GET, path: /video/edges, as: bob}}}
              - network: {intruder: {request: {method: POST, path: /sfu/leave, as: bob}, to: sfu}}
              - network: {intruder: {replay: {path: "*/accept"}}}
              - expect: {alice.callingState: idle}
            """, to: "S/a.yaml")
        let outcome = try rollcall.run("run", "S/a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)")
        for note in [
            "`an intruder forges GET /video/edges, with the id of bob` sent nothing: "
                + "no request of bob had a connection id so far",
            "`an intruder forges POST /sfu/leave, with the id of bob, to sfu` sent nothing: "
                + "no request of bob had a session id so far",
            "`an intruder repeats the last packet with path */accept` matched no packet",
        ] {
            #expect(outcome.output.contains("a fault never had an effect: \(note)"), "\(outcome.output)")
        }
        let journal = try folder.text(of: ".rollcall/A-1/journal.ndjson")
        #expect(journal.contains("the intruder sends nothing: no request of bob had a connection id so far"))
        #expect(journal.contains("the intruder sends nothing: no packet matches"))
    }

    @Test func `servers that hold different rights fail the rule of views in plain words`() throws {
        let steps = """
            - everyone: join
              call: default:a
            - sfu: grants
              call: default:a
              participant: bob
              grants: [video]
            """
        try write(steps)
        let outcome = try rollcall.run("run", "S/a.yaml")
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(outcome.output.contains("after the last change two servers hold different values"), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "sfu-1: bob may publish video, and by its capabilities audio, video, screenshare"), "\(outcome.output)")
    }

    @Test(arguments: [
        (
            "- coordinator: fail\n  path: \"*/accept\"",
            "`coordinator refuses the next request to */accept: internalError` matched no request"
        ),
        ("- network: {heal: [alice, bob]}", "`heal: alice, bob` had nothing to restore"),
        ("- network: {bob: online}", "`online: bob` had nothing to restore"),
        ("- network: {spoof: bob}", "`spoof: bob` had no media path to imitate"),
        ("- network: {babble: bob}", "`babble: bob` had no SFU to send to"),
        (
            "- sfu: endSession\n  call: default:nowhere",
            "`sfu ends the session of everyone in default:nowhere: sessionEnded` is about a call that does not exist then"
        ),
    ])
    func `a fault without an effect is reported`(_ fault: String, _ note: String) throws {
        try write("\(fault)\n- expect: {everyone.callingState: idle}")
        let outcome = try rollcall.run("run", "S/a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("a fault never had an effect: \(note)"), "\(outcome.output)")
    }

    @Test func `a golden file that is missing is a problem of the check`() throws {
        try write("- expect: {everyone.callingState: idle}", more: "golden: no.golden")
        let outcome = try rollcall.run("check", "S/a.yaml")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("there is no file `S/no.golden`"), "\(outcome.errors)")
    }

    @Test func `each row has a verdict, a folder and a line in reports of its own`() throws {
        try write(
            "- wait: ${t}\n- expect: {alice.callingState: \"${state}\"}",
            more: "rows:\n  good: {t: 1s, state: idle}\n  bad: {t: 2s, state: inCall}")
        #expect(try rollcall.run("list", "S").output.hasPrefix("A-1.good  A scenario  S/a.yaml\nA-1.bad "))
        let outcome = try rollcall.run("run", "S", "--report", "junit=r.xml")
        #expect(outcome.status == 1 && outcome.output.contains("1 passed"), "\(outcome.output)")
        #expect(folder.has(".rollcall/A-1.bad/capsule.rollcall") && !folder.has(".rollcall/A-1.good/capsule.rollcall"))
        let report = try folder.text(of: "r.xml")
        #expect(report.contains("name=\"A-1.good: A scenario\"") && report.contains("line=\"5\""), "\(report)")
        #expect(outcome.output.contains("run S/a.yaml --seed 1 --filter A-1.bad"), "\(outcome.output)")
        let one = try rollcall.run("run", "S", "--filter", "a-1.good")
        #expect(one.status == 0 && one.output.contains("1 passed of 1 scenario"), "\(one.output)")
    }

    @Test func `a capsule has the files that its scenario includes`() throws {
        _ = try failure("- do: ring\n  with: {caller: alice, callee: bob}", more: "include: [common/ringing.yaml]")
        try FileManager.default.removeItem(atPath: folder.path + "/S")
        let outcome = try rollcall.run("replay", ".rollcall/A-1/capsule.rollcall")
        #expect(outcome.status == 0 && outcome.output.contains("the same journal: all "), "\(outcome.output)")
        #expect(try folder.names().allSatisfy { !$0.hasSuffix("includes.cbor") })
    }

    @Test func `files of sequences are checked and formatted, and nothing is run of them`() throws {
        try write("- wait: 1s")
        #expect(try rollcall.run("check", "S").output == "1 scenario and 1 file of sequences are valid\n")
        #expect(try rollcall.run("check", "S/common").output == "1 file of sequences is valid\n")
        #expect(try rollcall.run("run", "S/common").status == 64)
        #expect(try rollcall.run("format", "--check", "S/common").status == 0)
    }

    @Test func `a scenario runs again when a file that it includes changes`() throws {
        let steps = "- do: ring\n  with: {caller: alice, callee: bob}"
        try write(steps, more: "include: [../T/common/ringing.yaml]")
        try folder.write(folder.text(of: "S/common/ringing.yaml"), to: "T/common/ringing.yaml")
        let (process, output, _) = try rollcall.start(["run", "S/a.yaml", "--watch"])
        defer { process.terminate() }
        var said = ""
        while !said.contains("waiting for changes") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            said += String(decoding: data, as: UTF8.self)
        }
        #expect(said.contains("1 failed"), "\(said)")
        let text = try folder.text(of: "T/common/ringing.yaml").replacing("idle", with: "incoming")
        try folder.write(text, to: "T/common/ringing.yaml")
        var later = ""
        while !later.contains("1 passed") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            later += String(decoding: data, as: UTF8.self)
        }
        #expect(later.contains("1 passed of 1 scenario"), "\(later)")
    }
}
