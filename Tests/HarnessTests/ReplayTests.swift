import Foundation
import ProgramTesting
import Testing
import Wire

@testable import Harness
@testable import Journal

/// The files of a run that did not pass, and its replay.
@Suite struct ReplayTests {
    private static let capsule = ".rollcall/A-1/capsule.rollcall"

    private let folder: Folder
    private let host: Program

    init() throws {
        folder = try Folder()
        host = try Program("TrapHost", in: folder)
    }

    private func fail(_ interceptor: String = "throw", _ options: String...) throws {
        try folder.writeScenario("A-1", interceptor: interceptor, to: "S/a.yaml")
        #expect(try host.run(["run", "S/a.yaml"] + options).status != 0)
    }

    @Test func `a run that passes leaves no capsule, and takes an old one away`() throws {
        try fail()
        #expect(folder.has(Self.capsule))
        try folder.writeScenario("A-1", to: "S/a.yaml")
        _ = try host.run("run", "S/a.yaml")
        #expect(!folder.has(Self.capsule))
    }

    @Test(arguments: ["throw", "trap", "leave"])
    func `the same code gives the same journal, without the scenario's file`(
        _ interceptor: String
    ) throws {
        try fail(interceptor, "--seed", "77")
        try FileManager.default.removeItem(atPath: folder.path + "/S")
        let outcome = try host.run("replay", Self.capsule)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("the same journal: all "))
        let journals = try [".rollcall/A-1", ".rollcall/.replay/A-1"].map {
            try folder.bytes(of: "\($0)/journal.ndjson")
        }
        #expect(journals.first == journals.last)
        #expect(try folder.names().allSatisfy { !$0.hasSuffix("scenario.yaml") })
    }

    @Test func `a run that hung hangs again`() throws {
        try fail("spin", "--limit", "2")
        #expect(try host.run("replay", Self.capsule).status == 0)
    }

    @Test func `a difference is reported with the first different entry and its possible cause`() throws {
        try fail("hash", "--repeat", "3")
        let outcome = try host.run("replay", Self.capsule)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("different: the journals, from entry "))
        #expect(outcome.output.contains("\n  then  {\"number\":") && outcome.output.contains("\n  now   {\"number\":"))
        #expect(outcome.output.contains("because, perhaps: the capsule's own scenario gave two results for one seed"))
    }

    @Test func `another program is a reason to differ`() throws {
        try fail()
        var capsule = try Capsule(reading: folder.bytes(of: Self.capsule))
        capsule.build = "another"
        let journal = String(decoding: capsule.journal, as: UTF8.self)
        capsule.journal = Array(journal.replacing("outgoing", with: "idle").utf8)
        try Data(capsule.bytes).write(to: folder.url.appendingPathComponent("other.rollcall"))
        let outcome = try host.run("replay", "other.rollcall")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("because, perhaps: the capsule is of another build of the program"))
    }

    @Test func `a scenario that this program cannot read is invalid, with its line`() throws {
        try fail("trap")
        let outcome = try Program("rollcall", in: folder).run("replay", Self.capsule)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("S/a.yaml:"), "\(outcome.errors)")
        #expect(outcome.errors.contains("note: the capsule is of another build of the program"))
    }

    // MARK: Files

    private func message(_ bytes: [UInt8]) -> String {
        do throws(CapsuleError) {
            _ = try Capsule(reading: bytes)
            return "read"
        } catch {
            return "\(error)"
        }
    }

    private static func small() -> Capsule {
        var capsule = Capsule()
        (capsule.id, capsule.file, capsule.seed) = ("A", "a.yaml", .max)
        (capsule.scenario, capsule.verdict, capsule.journal) = ([1], [2], [3])
        capsule.packets = [4]
        return capsule
    }

    @Test func `a capsule is read back as it was`() throws {
        let capsule = try Capsule(reading: Self.small().bytes)
        #expect(capsule.bytes == Self.small().bytes && capsule.seed == .max && capsule.packets == [4])
        var other = Self.small()
        (other.options.memory, other.options.isStrict) = (MemoryLimit(mebibytes: 7), true)
        other.options.judgesExpectations = false
        let read = try Capsule(reading: other.bytes)
        #expect(read.options.memory == other.options.memory && read.options.isStrict)
        #expect(!read.options.judgesExpectations)
    }

    @Test func `an invalid capsule fails with a reason`() {
        for bytes in [[], Array("id: A".utf8)] {
            #expect(message(bytes) == "it is not a capsule of `rollcall run`")
        }
        #expect(
            message([0xA1])
                .hasPrefix("it is not a capsule of `rollcall run`, or a damaged one: it is not a CBOR map"))
        #expect(message([0xA0]) == "it is not a capsule of `rollcall run`: it has no `rollcallCapsule`")
        let newer = CBOR.map(CBOR.Map([("rollcallCapsule", CBOR.unsigned(2))])).encoded()
        #expect(message(newer) == "it is a capsule of version 2, and this rollcall reads version 1")
        var large = Self.small()
        large.scenario = [UInt8](repeating: 32, count: Capsule.largestScenario + 1)
        #expect(message(large.bytes) == "its scenario has 1048577 bytes, and a scenario can have 1048576")
        #expect(
            "\(CapsuleError.tooLarge(bytes: 536_870_913))" == "it has 536870913 bytes, and a capsule can have 536870912"
        )
    }

    @Test func `a capsule that lost or changed any byte never traps`() {
        let bytes = Self.small().bytes
        for index in bytes.indices {
            #expect(message(Array(bytes.prefix(index))) != "read")
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                _ = message(changed)
            }
        }
    }

    @Test func `a capsule starts no program unless the user allows it`() throws {
        var capsule = Self.small()
        capsule.scenario = Array(
            """
            id: A
            name: A capsule from elsewhere
            participants:
              alice: {}
              bob: {driver: {command: [touch, made], patience: 1s}}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
            """.utf8)
        capsule.verdict = Verdict(.failed, id: "A", name: "A", file: "a.yaml", seed: 1, covers: []).json
        try Data(capsule.bytes).write(to: URL(fileURLWithPath: folder.path + "/evil.rollcall"))
        let refused = try host.run("replay", "evil.rollcall")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("its scenario starts programs: `touch made`"), "\(refused.errors)")
        #expect(!folder.has("made"))
        _ = try host.run("replay", "evil.rollcall", "--allow-programs")
        #expect(folder.has("made"), "the capsule itself is in order")
    }

    private func writeCapsule(_ scenario: String, _ change: (inout Capsule) -> Void = { _ in }) throws {
        var capsule = Self.small()
        capsule.scenario = Array(scenario.utf8)
        capsule.verdict = Verdict(.failed, id: "A", name: "A", file: "a.yaml", seed: 1, covers: []).json
        change(&capsule)
        try Data(capsule.bytes).write(to: URL(fileURLWithPath: folder.path + "/evil.rollcall"))
    }

    private static let waiting = "id: A\nname: A\nparticipants: [alice]\nsteps:\n  - wait: 1ms\n"

    @Test(arguments: ["\u{1B}[2J", "\u{202E}", "\0", "\u{9B}31m"])
    func `no text of a capsule commands the terminal`(_ text: String) throws {
        try writeCapsule(Self.waiting) { capsule in
            capsule.rollcall = "9\(text)\nthe same journal"
            capsule.file = "a\(text).yaml"
            let entry =
                #"{"number":1,"time":0,"kind":"state","participant":"al\#(text)ice","property":"callingState","from":"idle","to":"x\#(text)"}"#
            capsule.journal = Array("\(entry)\n".utf8)
        }
        for words in [
            ["inspect", "evil.rollcall"], ["replay", "evil.rollcall"], ["export", "--format=mermaid", "evil.rollcall"],
            ["why", "evil.rollcall"],
        ] {
            let outcome = try host.run(words)
            let lines = (outcome.output + outcome.errors).split(separator: "\n")
            #expect(!lines.isEmpty)
            #expect(lines.allSatisfy { !$0.unicodeScalars.contains(where: \.isCommand) }, "\(words): \(lines)")
            #expect(!lines.contains { $0.hasPrefix("the same journal") })
        }
    }

    @Test(arguments: ["golden: ../secret.golden", "golden: /etc/passwd", "include: [../secret.yaml]"])
    func `a capsule whose scenario names a file outside of it is not run, and the file is not read`(
        _ key: String
    ) throws {
        try folder.write("hunter2: [", to: "secret.golden")
        try folder.write("hunter2: [", to: "secret.yaml")
        try writeCapsule("\(key)\n\(Self.waiting)") { $0.file = "S/a.yaml" }
        let outcome = try host.run("replay", "evil.rollcall")
        #expect(outcome.status == 65, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.errors.contains("S/a.yaml:1:") && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(!(outcome.output + outcome.errors).contains("hunter2"))
    }

    @Test func `the mistakes of a foreign scenario write no commands to a terminal`() throws {
        try writeCapsule("\u{1B}[31m: x\u{9B}2J\n\(Self.waiting)") { $0.file = "S/\u{1B}[2Ja.yaml" }
        let outcome = try host.run("replay", "evil.rollcall")
        #expect(outcome.status == 65)
        let lines = (outcome.output + outcome.errors).split(separator: "\n")
        #expect(lines.allSatisfy { !$0.unicodeScalars.contains(where: \.isCommand) }, "\(lines)")
    }

    @Test func `a capsule whose capture is not a mode is not a capsule`() {
        let bytes = Self.small().bytes.replacing("auto".utf8, with: "odd!".utf8)
        #expect(message(bytes) == "it is not a whole capsule: its `capture` is missing or of another kind")
    }

    @Test func `an invalid capsule is status 65, and a wrong command line is 64`() throws {
        try folder.write("id: A", to: "a.yaml")
        try Data(Self.small().bytes).write(to: URL(fileURLWithPath: folder.path + "/odd.rollcall"))
        for file in ["a.yaml", "odd.rollcall", "nowhere", "."] {
            let outcome = try host.run("replay", file)
            #expect(outcome.status == 65 && outcome.errors.hasPrefix("TrapHost replay: \(file)"), "\(outcome.errors)")
        }
        #expect(try host.run("replay").status == 64)
    }
}
