import Glibc
import Journal
import ProgramTesting
import Testing

@testable import Harness

@Suite struct SupervisionTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func run(_ name: String, _ kind: Verdict.Kind, digest: String = "1", journal: String) throws
        -> (Verdict, RunFolder)
    {
        try folder.write(journal, to: "\(name)/journal.ndjson")
        var verdict = Verdict(kind, id: "A-1", name: "n", file: "a.yaml", seed: 5)
        verdict.payloadDigest = digest
        return (verdict, RunFolder(existing: "\(folder.path)/\(name)"))
    }

    private func compare(_ first: (Verdict, RunFolder), _ second: (Verdict, RunFolder)) -> Verdict {
        RunComparison.verdict(first: first.0, in: first.1, second: second.0, in: second.1)
    }

    /// A pcap file with nanoseconds and two packets, of 3 bytes and of none.
    private static let capture: [UInt8] =
        [0x4D, 0x3C, 0xB2, 0xA1] + zeros(28) + [3, 0, 0, 0, 3, 0, 0, 0, 7, 8, 9] + zeros(16)

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test(arguments: [
        (0, 0, 0), (3, 0, 0), (23, 0, 0), (24, 0, 24), (42, 0, 24), (43, 1, 43), (58, 1, 43), (59, 2, 59),
    ])
    func `the capture of a process that ended early has its whole packets`(
        _ length: Int, _ packets: Int, _ kept: Int
    ) throws {
        let sent = #"{"number":1,"time":0.5,"kind":"datagram","fate":"sent"}"# + "\n"
        try folder.write(String(repeating: sent, count: 2), to: "1/journal.ndjson")
        let run = RunFolder(existing: "\(folder.path)/1")
        try FileStore.write(Array(Self.capture.prefix(length)), to: run.capture)
        let item = Judge.Case(id: "A-1", name: "n", file: "a.yaml", covers: [], seed: 5, again: "")
        let verdict = Judge.verdict(on: item, WorkerEnd(way: .overran(limit: 2)), in: run)
        #expect(verdict.datagramsCaptured == packets && verdict.capture == (packets > 0 ? "partial" : "off"))
        #expect(FileStore.read(run.capture)?.count == kept)
        let note =
            "A-1: the capture has the first 1 of 2 datagrams, because the process ended before it had written the others"
        #expect(verdict.notes == (packets == 1 ? [note] : []))
    }

    @Test func `equal runs have the first one's verdict`() throws {
        let first = try run("1", .failed, journal: "a\nb\n")
        #expect(compare(first, try run("2", .failed, journal: "a\nb\n")) == first.0)
    }

    @Test func `journals that differ are the harness's fault, and the first entry that does is shown`() throws {
        let verdict = compare(
            try run("1", .passed, journal: "a\nb\nc\n"), try run("2", .passed, journal: "a\nx\nc\n"))
        #expect(verdict.kind == .harnessFault)
        #expect(verdict.failure?.reason.contains("with the seed 5 differ") == true)
        #expect(verdict.failure?.reason.contains("number 2") == true)
        #expect(verdict.failure?.expected == "b")
        #expect(verdict.failure?.actual == "x")
        #expect(ExitStatus([verdict]) == .fault)
    }

    @Test func `a journal that ends earlier differs`() throws {
        let verdict = compare(try run("1", .passed, journal: "a\n"), try run("2", .passed, journal: "a\nb\n"))
        #expect(verdict.failure?.expected == "(the run had ended)")
        #expect(verdict.failure?.actual == "b")
    }

    @Test func `captured payloads that differ are found though the journals are equal`() throws {
        let verdict = compare(
            try run("1", .passed, digest: "1", journal: "a\n"), try run("2", .passed, digest: "2", journal: "a\n"))
        #expect(verdict.kind == .harnessFault)
        #expect(verdict.failure?.reason.contains("captured payloads are not") == true)
    }

    @Test func `judgements that differ are found`() throws {
        let verdict = compare(try run("1", .passed, journal: "a\n"), try run("2", .crashed, journal: "a\n"))
        #expect(verdict.kind == .harnessFault)
    }

    @Test func `a journal of a process that died is cut behind its last whole entry`() throws {
        try folder.write("a\nb\nhalf\0\0\0\0", to: "1/journal.ndjson")
        let run = RunFolder(existing: "\(folder.path)/1")
        #expect(run.mendedJournal() == Array("a\nb\n".utf8))
        #expect(try folder.text(of: "1/journal.ndjson") == "a\nb\n")
    }

    @Test(arguments: ["..", ".", "", "a/../b"]) func `no id leads out of the folder of results`(_ id: String) {
        let path = RunFolder(out: "out", id: id).path
        #expect(path.hasPrefix("out/"))
        #expect(path.split(separator: "/").count == 2)
        #expect(!path.hasSuffix("/.."))
    }

    @Test(
        arguments: [
            ([], 0), ([.passed], 0), ([.passed, .failed], 1), ([.crashed], 1), ([.hung], 1),
            ([.failed, .harnessFault], 2),
        ] as [([Verdict.Kind], Int32)]) func `the exit status reflects the worst verdict`(
            _ kinds: [Verdict.Kind], _ status: Int32
        )
    {
        let verdicts = kinds.map { Verdict($0, id: "a", name: "n", file: "f", seed: 1) }
        #expect(ExitStatus(verdicts).rawValue == status)
    }

    @Test func `time in which a run waits for a processor does not count against its limit`() {
        var allowance = TimeAllowance(60, from: 100, waited: 5)
        let answers = [(159, 5), (160, 35), (190, 35)].map { allowance.isOver(at: $0.0, waited: $0.1) }
        #expect(answers == [false, false, true])
        #expect(allowance.deadline == 190)
    }

    @Test func `time in which the program was suspended does not count against the limit of a run`() {
        var allowance = TimeAllowance(60, from: 100, waited: 0)
        allowance.resume(after: 30, at: 150)
        #expect(allowance.deadline == 190)
        #expect(!allowance.isOver(at: 189, waited: 0) && allowance.isOver(at: 190, waited: 0))
        // The program was suspended before this run began.
        var later = TimeAllowance(60, from: 200, waited: 0)
        later.resume(after: 500, at: 201)
        #expect(later.deadline == 261)
    }

    @Test func `the system counts how long a process has waited for a processor`() {
        #expect(TimeAllowance.secondsWaited(by: getpid()) > 0)
        #expect(TimeAllowance.secondsWaited(by: -1) == 0)
    }

    @Test func `a failed replacement keeps the earlier file and leaves no draft`() throws {
        try folder.write("old", to: "report/old.json")
        let target = "\(folder.path)/report"
        #expect(throws: FileError.self) { try FileStore.write([1], to: target) }
        #expect(try folder.text(of: "report/old.json") == "old")
        #expect(try folder.names() == ["report", "report/old.json"])
    }
}
