import Foundation
import ProgramTesting
import Testing

/// Golden files of scenarios, and captures with comments.
@Suite struct GoldenTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    /// A scenario whose calls must be those of `calls.golden`.
    private func write() throws {
        try folder.writeScenario("A-1", to: "set/a.yaml")
        let text = try folder.text(of: "set/a.yaml")
        try folder.write("golden: calls.golden\n" + text, to: "set/a.yaml")
    }

    /// Makes bob's interceptor return after 700 ms.
    private func delayInterceptor() throws {
        let text = try folder.text(of: "set/a.yaml")
        try folder.write(
            text.replacing("interceptor: return", with: "interceptor: {then: return, after: 700ms}"), to: "set/a.yaml")
    }

    @Test func `a run must have the calls of its golden file, and shows a patch when it has not`() throws {
        try write()
        let missing = try rollcall.run("run", "set/a.yaml")
        #expect(missing.status == 1)
        #expect(missing.output.contains("set/a.yaml:1:9: there is no file `set/calls.golden`"))
        let approval = try rollcall.run("diff", "--approve", "set/calls.golden", ".rollcall/A-1")
        #expect(approval.status == 0)
        #expect(try rollcall.run("run", "set/a.yaml", "--twice").status == 0)
        // The same scenario, whose bob needs longer: the golden file's times no longer hold.
        try delayInterceptor()
        let later = try rollcall.run("run", "set/a.yaml")
        #expect(later.status == 1)
        #expect(later.output.contains("the calls are not those of `set/calls.golden`: "))
        #expect(later.output.contains("--- set/calls.golden"))
        #expect(later.output.contains("* bob: inCall  (now at 0.700 s)"))
        #expect(try folder.text(of: ".rollcall/A-1/journal.ndjson").contains(#""verdict":"failed""#))
        let verdict = try folder.text(of: ".rollcall/A-1/verdict.json")
        #expect(verdict.contains(#""differences":["--- set/calls.golden""#))
    }

    @Test func `a time of a golden file may differ by a millisecond, which its digits leave out`() throws {
        try write()
        try delayInterceptor()
        #expect(try rollcall.run("run", "set/a.yaml").status == 1)
        #expect(try rollcall.run("diff", "--approve", "set/calls.golden", ".rollcall/A-1").status == 0)
        let golden = try folder.text(of: "set/calls.golden")
        #expect(golden.contains("     0.700  * bob: inCall\n"), "\(golden)")
        for (time, isSame) in [
            ("0.701", true), ("0.701000001", false), ("0.699", true), ("0.698999999", false),
        ] {
            try folder.write(golden.replacing("     0.700  *", with: "     \(time)  *"), to: "set/calls.golden")
            let outcome = try rollcall.run("run", "set/a.yaml")
            #expect(outcome.status == (isSame ? 0 : 1), "\(outcome.output)")
            #expect(outcome.output.contains("1 difference: 1 at another time") == !isSame, "\(outcome.output)")
        }
    }

    @Test func `without a capture no calls are compared, and a note states it`() throws {
        try write()
        let outcome = try rollcall.run("run", "set/a.yaml", "--capture", "off")
        #expect(outcome.status == 0)
        #expect(try folder.text(of: ".rollcall/A-1/verdict.json").contains("The calls were not compared with"))
    }

    @Test func `a golden file outside of the scenario's folder is refused before a run`() throws {
        for name in ["../calls.golden", "sub/../../calls.golden"] {
            try write()
            let text = try folder.text(of: "set/a.yaml")
            try folder.write(text.replacing("golden: calls.golden", with: "golden: \(name)"), to: "set/a.yaml")
            let outcome = try rollcall.run("check", "set/a.yaml")
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("set/a.yaml:1:9: error: `\(name)` is not seen from"), "\(outcome.errors)")
        }
    }

    @Test func `a golden file that is none fails the run with its line`() throws {
        try write()
        try folder.write("# rollcall call events 1\nnonsense\n", to: "set/calls.golden")
        let outcome = try rollcall.run("run", "set/a.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("is not a golden file: line 2: "))
    }

    @Test func `a run writes pcapng on request, with names and comments`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml", "--capture-format", "pcapng", "--twice").status == 0)
        #expect(folder.has(".rollcall/A-1/capture.pcapng"))
        #expect(!folder.has(".rollcall/A-1/capture.pcap"))
        #expect(try rollcall.run("inspect", ".rollcall/A-1/capture.pcapng").output.contains("scenario A-1"))
        #expect(try rollcall.run("diff", ".rollcall/A-1", ".rollcall/A-1/capture.pcapng").status == 0)
        let bytes = try folder.bytes(of: ".rollcall/A-1/capture.pcapng")
        #expect(bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]))
        let text = String(decoding: bytes, as: UTF8.self)
        for part in ["alice\0", "coordinator\0", "caused bob.callingState: incoming → joining"] {
            #expect(text.contains(part), "\(part)")
        }
        // A later run in the other format leaves nothing of the first one.
        #expect(try rollcall.run("run", "a.yaml").status == 0)
        #expect(!folder.has(".rollcall/A-1/capture.pcapng"))
        #expect(try rollcall.run("run", "a.yaml", "--capture-format", "cap").status == 64)
    }
}
