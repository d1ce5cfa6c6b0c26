import Foundation
import ProgramTesting
import Testing

/// What only the command line of `rollcall inspect` does.
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
        #expect(outcome.errors.contains("hosts:2:1: error: `127.1.0.300` is no address"))
        #expect(outcome.errors.contains("hosts:3:3: error: the address has no name"))
        #expect(outcome.errors.contains("^^^^^^^^^^^"))
        let missing = try rollcall.run("inspect", "--hosts", "nowhere", capture)
        #expect(missing.status == 65)
        #expect(missing.errors == "rollcall inspect: nowhere cannot be read: No such file or directory\n")
    }

    @Test func `an event that no server sends is shown with the nearest one`() throws {
        let outcome = try rollcall.run("inspect", "--event", "call.rng", capture)
        #expect(outcome.status == 0 && outcome.errors.contains("did you mean `call.ring`?"), "\(outcome.errors)")
        #expect(try rollcall.run("inspect", "--event", "call.ring", capture).errors.isEmpty)
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

    @Test(arguments: [["--html", "--json"], ["--svg", "--mermaid"], ["--html", "--decode"], ["--svg", "--decode"]])
    func `views that exclude each other are an error`(_ words: [String]) throws {
        let outcome = try rollcall.run(["inspect"] + words + [capture])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words[1] == "--decode" ? "--decode goes with" : "exclude each other"))
    }
}
