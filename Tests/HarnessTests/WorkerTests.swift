import Foundation
import Journal
import ProgramTesting
import Testing

@testable import Harness

/// How scenarios share worker processes, and how little they notice.
@Suite struct WorkerTests {
    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    /// Runs what is in the folder `S` one by one, and answers how many workers that took.
    private func run(_ words: String..., status: Int32 = 0) throws -> Int {
        let starts = "\(folder.path)/starts"
        try? FileManager.default.removeItem(atPath: starts)
        let outcome = try host.run(["run", "S", "--jobs", "1"] + words, environment: ["TRAPHOST_STARTS": starts])
        #expect(outcome.status == status, "\(outcome.output)")
        return try folder.bytes(of: "starts").count
    }

    private func kind(_ id: String) throws -> Verdict.Kind? {
        Verdict(try JSON(parsing: try folder.bytes(of: ".rollcall/\(id)/verdict.json")))?.kind
    }

    private func write(_ interceptors: (id: String, interceptor: String)...) throws {
        for (id, interceptor) in interceptors {
            let state = interceptor == "hang" ? "joining" : "inCall"
            try folder.writeScenario(id, interceptor: interceptor, expecting: state, to: "S/\(id).yaml")
        }
    }

    @Test func `scenarios that pass share a process`() throws {
        try write(("A-1", "return"), ("B-1", "ready"), ("C-1", "return"), ("D-1", "return"))
        #expect(try run() == 1)
    }

    @Test func `a scenario in a process that ran others leaves what it leaves alone`() throws {
        try write(("A-1", "return"), ("B-1", "ready"), ("C-1", "return"))
        #expect(try run() == 1)
        for id in ["A-1", "B-1", "C-1"] {
            _ = try run("--filter", id, "--out", "alone")
            for file in ["journal.ndjson", "capture.pcap"] {
                let alone = try folder.bytes(of: "alone/\(id)/\(file)")
                #expect(try folder.bytes(of: ".rollcall/\(id)/\(file)") == alone, "\(file) of \(id)")
            }
        }
    }

    @Test func `code that waits for a thread of its own in virtual time ends as hung, with what to do`() throws {
        try write(("A-1", "thread"))
        _ = try run(status: 1)
        #expect(try kind("A-1") == .hung)
        let verdict = try String(decoding: folder.bytes(of: ".rollcall/A-1/verdict.json"), as: UTF8.self)
        #expect(verdict.contains("runs on a thread of its own") && verdict.contains("--clock real"), "\(verdict)")
    }

    @Test(arguments: ["throw", "trap", "leave", "spin"])
    func `whatever becomes of a scenario, the next one has a fresh process and all others their verdicts`(
        _ interceptor: String
    ) throws {
        try write(("A-1", "return"), ("B-1", interceptor), ("C-1", "return"), ("D-1", "return"))
        #expect(try run("--limit", interceptor == "spin" ? "2.5" : "60", status: 1) == 2)
        for id in ["A-1", "C-1", "D-1"] { #expect(try kind(id) == .passed) }
        #expect(try kind("B-1")?.isBad == true)
    }

    @Test func `registered code never sees its own state from another scenario`() throws {
        try write(("A-1", "remember"), ("B-1", "remember"), ("C-1", "return"), ("D-1", "remember"))
        #expect(try run() == 3)
    }

    @Test func `a process in which a task waits for ever runs nothing else`() throws {
        try write(("A-1", "hang"), ("B-1", "return"), ("C-1", "return"))
        #expect(try run() == 2)
        #expect(try kind("A-1") == .passed)
    }

    @Test func `of two runs that are compared one has a fresh process, and the other one that ran others`() throws {
        try write(("A-1", "return"), ("B-1", "return"), ("C-1", "return"))
        #expect(try run("--twice") == 4)
        #expect(try run("--repeat", "3") == 4)
    }

    @Test func `scenarios in real time have a process each`() throws {
        try write(("A-1", "return"), ("B-1", "return"))
        #expect(try run("--clock", "real") == 2)
    }

    @Test func `a repeated scenario starts without the files of an earlier run`() throws {
        try write(("A-1", "trap"))
        _ = try run("--capture-format", "pcapng", status: 1)
        try write(("A-1", "return"))
        _ = try run()
        let capture = try folder.bytes(of: ".rollcall/A-1/capture.pcap").count
        #expect(capture > 24)
        _ = try run("--capture", "off")
        #expect(
            try folder.names().filter { $0.hasPrefix(".rollcall/A-1/") }.map { $0.dropFirst(14) } == [
                "journal.ndjson", "verdict.json",
            ])
    }

    // MARK: Reports and looks

    @Test func `a task comes through its channel as it is`() {
        let task = WorkerTask(
            id: "A-1", file: "a \"b\"\n.yaml", seed: .max, folder: "ö/ü", again: "x 'y'", name: "n", beside: nil,
            isAlone: true)
        #expect(task.line.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(WorkerTask(line: Array(task.line.dropLast())) == task)
        #expect(WorkerTask(line: Array("{}".utf8)) == nil)
    }

    @Test func `a worker is replaced after a fixed number of scenarios`() {
        var health = WorkerHealth()
        var held = true
        for _ in 1...WorkerHealth.maxScenarios { held = health.isUnchanged() }
        #expect(!held)
    }

    @Test func `lines are taken apart wherever their pieces end`() {
        var reader = LineReader()
        for piece in ["on", "e\n\ntw", "o\nthr"] { reader.add(Array(piece.utf8)) }
        var lines: [String] = []
        while let line = reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(lines == ["one", "", "two"])
    }

    @Test func `heavy scenarios come first, and all others in their order`() {
        #expect(RunPlan.order(of: [0, 50, 1, 400, 39, 50, 0]) == [3, 1, 5, 0, 2, 4, 6])
        #expect(RunPlan.order(of: []) == [])
    }
}
