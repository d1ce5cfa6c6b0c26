import Foundation
import Journal
import ProgramTesting
import Testing

/// The number of participants and the media of a load's unit, given in the command line.
@Suite struct LoadUnitTests {
    private let folder: Folder
    private let rollcall: Program

    private static let meeting = """
        id: L-2
        name: A meeting
        participants:
          alice:
          guest: {count: 2, media: off}
        network: {latency: 5ms}
        steps:
          - everyone: join
            call: default:standup
          - within: 2s
            expect: {alice.session.participants: {count: 4}}
          - wait: 1s

        """

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(Self.meeting, to: "a.yaml")
    }

    private func load(_ options: String...) throws -> Program.Outcome {
        try rollcall.run(["load", "a.yaml", "--concurrency", "2", "--runs", "4", "--report", "json=r.json"] + options)
    }

    /// Returns a number of datagrams in the report.
    private func count(_ name: String) throws -> Int? {
        try JSON(parsing: folder.bytes(of: "r.json"))["statistics"]?["datagrams"]?[name]?.integer.map { Int($0) }
    }

    @Test func `the number of participants is the group's count`() throws {
        let outcome = try load()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("failed     4×  a.yaml:11"), "\(outcome.output)")
        #expect(try load("--participants", "3").status == 0)
        #expect(try load("--participants", "3", "--workers", "2").status == 0)
    }

    @Test func `media are switched for all participants`() throws {
        #expect(try load("--participants", "3").status == 0)
        #expect(try count("media") == 0)
        #expect(try load("--media", "on", "--participants", "3").status == 0)
        let everyone = try #require(try count("media"))
        #expect(everyone > 0)
        #expect(try load("--media", "audio", "--participants", "3").status == 0)
        #expect(try (1..<everyone).contains(#require(try count("media"))))
    }

    @Test func `the packets of a picture pass the kernel together, where no link delays them`() throws {
        for (latency, isJoined) in [("5ms", false), ("0ms", true)] {
            try folder.write(Self.meeting.replacing("latency: 5ms", with: "latency: \(latency)"), to: "a.yaml")
            #expect(try load("--media", "on", "--participants", "3").status == 0)
            let joined = try #require(try count("joined"))
            #expect(isJoined ? joined > 0 : joined == 0)
        }
    }

    @Test func `a scenario without a group has no number of participants to set`() throws {
        try folder.writeAcceptedCall(to: "a.yaml")
        let outcome = try load("--participants", "3")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("a.yaml:3:15: error: the number of participants"), "\(outcome.errors)")
        #expect(outcome.errors.contains("this scenario has none"), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["--participants", "0"], "a whole number from 1"), (["--participants", "10001"], "10000 at most"),
        (["--media", "yes"], "--media is off, on or audio"),
    ])
    func `a value that does not fit is refused`(_ options: [String], _ message: String) throws {
        let outcome = try rollcall.run(["load", "a.yaml", "--shape", "atOnce(1)"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
