import Foundation
import ProgramTesting
import Testing

/// Behaviour that only the command line of `rollcall inspect` has.
@Suite struct InspectTests {
    private let folder: Folder
    private let rollcall: Program
    private let capture = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/captures/lost-acceptances/capture.pcap").path

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    @Test func `problems of a hosts file are listed by line, and no view is shown`() throws {
        try folder.write("127.1.0.1 laptop\n127.1.0.300 phone\n  127.1.0.2\n", to: "hosts")
        let outcome = try rollcall.run("inspect", "--hosts", "hosts", capture)
        #expect(outcome.status == 65)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("hosts:2:1: error: `127.1.0.300` is not an address"))
        #expect(outcome.errors.contains("hosts:3:3: error: the address has no name"))
        #expect(outcome.errors.contains("^^^^^^^^^^^"))
        let missing = try rollcall.run("inspect", "--hosts", "nowhere", capture)
        #expect(missing.status == 65)
        #expect(missing.errors == "rollcall inspect: nowhere cannot be read: No such file or directory\n")
    }

    @Test func `the name of a scenario in a journal commands no terminal`() throws {
        let start = #"{"number":1,"time":0,"kind":"runStarted","scenario":"A\u001b[2J\u202e","file":"a","seed":1}"#
        try folder.write("\(start)\n", to: "run/journal.ndjson")
        try FileManager.default.copyItem(atPath: capture, toPath: "\(folder.path)/run/capture.pcap")
        let outcome = try rollcall.run("inspect", "run")
        #expect(outcome.output.contains("scenario A·[2J·, "), "\(outcome.output)\(outcome.errors)")
        let scalars = outcome.output.unicodeScalars
        #expect(!scalars.contains("\u{1B}") && !scalars.contains("\u{202E}"))
    }

    @Test func `an event that no server sends is shown with the nearest one`() throws {
        let outcome = try rollcall.run("inspect", "--event", "call.rng", capture)
        #expect(outcome.status == 0 && outcome.errors.contains("did you mean `call.ring`?"), "\(outcome.errors)")
        #expect(try rollcall.run("inspect", "--event", "call.ring", capture).errors.isEmpty)
    }

    @Test func `a participant without a packet is noted with the nearest one`() throws {
        let outcome = try rollcall.run("inspect", "--participant", "alcie", capture)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("no selected packet is from or to `alcie`; did you mean `alice`?"))
        #expect(try rollcall.run("inspect", "--participant", "alice", capture).errors.isEmpty)
    }

    @Test(arguments: [
        (["--call", "nope"], "note: no packet is of the call `nope`; it can be `default:"),
        (["--from", "1000"], "note: no packet is after --from: the last one is at "),
        (["--bpf", "tcp"], "note: no packet of 38 matches --bpf\n"),
        (["--html", "--event", "call.ring", "--from", "5"], "note: no packet of 38 matches --event, --from\n"),
    ]) func `a selection that matches nothing says what there is`(_ words: [String], _ message: String) throws {
        let outcome = try rollcall.run(["inspect"] + words + [capture])
        #expect(outcome.status == 0 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a time from which on packets are shown is not after the time up to which they are`() throws {
        let outcome = try rollcall.run("inspect", "--from", "5", "--to", "1s", capture)
        #expect(outcome.status == 64 && outcome.output == "")
        #expect(outcome.errors.contains("--from is after --to, 5 after 1s: exchange them"), "\(outcome.errors)")
        #expect(try rollcall.run("inspect", "--from", "1", "--to", "1", capture).status == 0)
    }

    @Test func `the page has every packet and the journal, and fetches nothing`() throws {
        let page = try rollcall.run("inspect", "--html", capture)
        #expect(page.status == 0)
        #expect(page.output.hasPrefix("<!doctype html>") && page.output.contains("</html>"))
        #expect(page.output.contains(#""number":38,"#) && page.output.contains(#""kind":"runStarted""#))
        #expect(page.output.contains("default-src 'none'"))
        #expect(page.output.firstMatch(of: /(src|href)="http/) == nil)
        let part = try rollcall.run("inspect", "--html", "--event", "call.ring", capture).output
        #expect(part.contains(#""number":11,"#) && !part.contains(#""number":12,"#))
        #expect(!part.contains(#""kind":"runStarted""#))
    }

    @Test func `the page of a damaged capture shows its readable part`() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: capture))
        try whole.dropLast(5).write(to: folder.url.appendingPathComponent("cut.pcap"))
        let page = try rollcall.run("inspect", "--html", "cut.pcap")
        #expect(page.status == 65)
        #expect(page.output.contains(#""number":37,"#) && page.output.contains("</html>"))
        #expect(page.errors.contains("cut.pcap: record 38 at byte "))
    }

    // MARK: Capsules

    /// Runs a scenario that fails, and returns the path of its capsule.
    private func capsule(_ options: String...) throws -> String {
        try folder.writeScenario("A-1", expecting: "reconnecting", to: "a.yaml")
        #expect(try rollcall.run(["run", "a.yaml"] + options).status == 1)
        return ".rollcall/A-1/capsule.rollcall"
    }

    @Test func `a capsule is shown like its capture, with the names of its journal`() throws {
        let capsule = try capsule()
        let outcome = try rollcall.run("inspect", capsule)
        let capture = try rollcall.run("inspect", ".rollcall/A-1").output
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(outcome.output.replacing("capsule.rollcall", with: "capture.pcap") == capture)
        let ladder = try rollcall.run("inspect", "--ladder", capsule).output
        #expect(ladder.contains("alice") && ladder.contains("call.ring"), "\(ladder)")
        try Data(folder.bytes(of: capsule)).write(to: folder.url.appendingPathComponent("renamed"))
        let renamed = try rollcall.run("inspect", "renamed").output
        #expect(renamed.replacing("renamed", with: ".rollcall/A-1/capture.pcap") == capture)
        let page = try rollcall.run("inspect", "--html", capsule).output
        #expect(page.contains("<h1>A-1/capsule.rollcall</h1>") && page.contains(#""kind":"runStarted""#))
    }

    @Test func `a capsule without a capture is run again, and leaves nothing behind`() throws {
        let capsule = try capsule("--capture", "off")
        try folder.write("", to: "scratch/kept")
        let environment = ["TMPDIR": folder.path + "/scratch"]
        let outcome = try rollcall.run(["inspect", "--json", capsule], environment: environment)
        #expect(outcome.status == 0 && outcome.output.contains(#""number":38,"#), "\(outcome.output)")
        #expect(
            outcome.errors
                == "rollcall inspect: note: \(capsule) has no capture, so its run was repeated\n", "\(outcome.errors)")
        #expect(try folder.names().filter { $0.hasPrefix("scratch/") } == ["scratch/kept"])
    }

    @Test func `a damaged capsule is an error that says where, and leaves nothing behind`() throws {
        let capsule = try capsule()
        let bytes = try folder.bytes(of: capsule)
        try folder.write("", to: "scratch/kept")
        let environment = ["TMPDIR": folder.path + "/scratch"]
        try Data(bytes.dropLast(9)).write(to: folder.url.appendingPathComponent("cut.rollcall"))
        let cut = try rollcall.run(["inspect", "cut.rollcall"], environment: environment)
        #expect(cut.status == 65 && cut.output == "")
        #expect(
            cut.errors.hasPrefix(
                "rollcall inspect: cut.rollcall: it is not a capsule of `rollcall run`, or a damaged one")
                && cut.errors.contains("8 or more bytes are missing (at byte "), "\(cut.errors)")
        // The capture is the last item, and its records begin after 24 bytes.
        let start = try #require(bytes.firstRange(of: [0x4D, 0x3C, 0xB2, 0xA1])?.lowerBound)
        var changed = bytes
        for index in start + 32..<start + 40 { changed[index] = 0xFF }
        try Data(changed).write(to: folder.url.appendingPathComponent("changed.rollcall"))
        let inner = try rollcall.run(["inspect", "changed.rollcall"], environment: environment)
        #expect(inner.status == 65)
        #expect(
            inner.errors.hasPrefix("rollcall inspect: changed.rollcall: its capture: record 1 at byte 24: "),
            "\(inner.errors)")
        #expect(try folder.names().filter { $0.hasPrefix("scratch/") } == ["scratch/kept"])
    }

    @Test func `a page is not written where packets go`() throws {
        let outcome = try rollcall.run("inspect", "--html", "--write", "page.html", capture)
        #expect(outcome.status == 64 && !folder.has("page.html"))
        #expect(outcome.errors.contains("--write writes packets into a capture"), "\(outcome.errors)")
    }

    @Test(arguments: [["--html", "--json"], ["--svg", "--mermaid"], ["--html", "--decode"], ["--svg", "--decode"]])
    func `views that exclude each other are an error`(_ words: [String]) throws {
        let outcome = try rollcall.run(["inspect"] + words + [capture])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words[1] == "--decode" ? "--decode requires" : "exclude each other"))
    }
}
