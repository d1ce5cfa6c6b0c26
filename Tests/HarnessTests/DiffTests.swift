import Foundation
import ProgramTesting
import Testing

@Suite struct DiffTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
        try folder.writeScenario("B-1", interceptor: "throw", to: "b.yaml")
        #expect(try rollcall.run("run", "a.yaml", "b.yaml").output.contains("2 scenarios"))
    }

    @Test func `the same run is the same, as a folder and as a capture`() throws {
        let outcome = try rollcall.run("diff", ".rollcall/A-1", ".rollcall/A-1/capture.pcap")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    @Test func `another run is different, and the differences read like a patch`() throws {
        let outcome = try rollcall.run("diff", ".rollcall/A-1", ".rollcall/B-1")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.prefix(2) == ["--- .rollcall/A-1/capture.pcap", "+++ .rollcall/B-1/capture.pcap"])
        #expect(lines.contains { $0.hasPrefix("-") && $0.hasSuffix("* bob: inCall") })
        #expect(lines.last?.contains("differences: ") == true)
    }

    @Test func `an approved capture becomes the expected one`() throws {
        let approval = try rollcall.run("diff", "a.golden", ".rollcall/A-1", "--approve")
        #expect(approval.status == 0)
        #expect(approval.output.hasPrefix("a.golden has the "))
        #expect(try rollcall.run("diff", "a.golden", ".rollcall/A-1").status == 0)
        #expect(try rollcall.run("diff", "a.golden", ".rollcall/B-1").status == 1)
        #expect(try rollcall.run("diff", "a.golden", ".rollcall/B-1", "--approve").status == 0)
        #expect(try rollcall.run("diff", "a.golden", ".rollcall/B-1").status == 0)
    }

    @Test func `approving overwrites nothing but a golden file`() throws {
        let outcome = try rollcall.run("diff", "a.yaml", ".rollcall/A-1", "--approve")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("a.yaml exists and is not a golden file"))
        #expect(try folder.text(of: "a.yaml").hasPrefix("id: A-1"))
        #expect(try rollcall.run("diff", "nowhere/a.golden", ".rollcall/A-1", "--approve").status == 2)
    }

    @Test func `unreadable captures are named, and their readable parts are compared`() throws {
        let missing = try rollcall.run("diff", "none.pcap", ".rollcall/A-1")
        #expect(missing.status == 65)
        #expect(missing.errors == "rollcall diff: none.pcap: No such file or directory\n")
        let whole = try folder.bytes(of: ".rollcall/A-1/capture.pcap")
        try Data(whole.dropLast(7)).write(to: folder.url.appendingPathComponent("cut.pcap"))
        let cut = try rollcall.run("diff", ".rollcall/A-1/capture.pcap", "cut.pcap")
        #expect(cut.status == 65)
        #expect(cut.errors.contains("cut.pcap: record "))
        try folder.write("# rollcall call events 1\nsoon something\n", to: "bad.golden")
        let golden = try rollcall.run("diff", "bad.golden", ".rollcall/A-1")
        #expect(golden.status == 65)
        #expect(golden.errors.contains("bad.golden: line 2: "))
    }

    @Test(arguments: [["diff"], ["diff", "a"], ["diff", "a", "b", "c"], ["diff", "a", "b", "--tolerance", "soon"]])
    func `a wrong command line is reported`(_ words: [String]) throws {
        let outcome = try rollcall.run(words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("rollcall diff: "))
    }
}
