import CallLibraryGuest
import Foundation
import ProgramTesting
import Testing

@testable import Harness
@testable import ScenarioVocabulary

/// A program in which every participant is a client of another call library: `Examples/guest-library`.
@Suite struct GuestLibraryTests {
    private static let scenarios = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/guest-library/scenarios").path

    private let folder: Folder
    private let guest: Program

    init() throws {
        folder = try Folder()
        guest = try Program("guest-library", in: folder)
    }

    @Test func `a library with a signalling of its own runs scenarios in virtual time, captured, and twice the same`()
        throws
    {
        let outcome = try guest.run("run", "--twice", Self.scenarios)
        #expect(outcome.output.contains("6 passed"), "\(outcome.output)")
        #expect(outcome.output.contains("all captured"))
    }

    @Test(arguments: [
        ("{expect: {alice.outgoingCallMembers: []}}", "the property outgoingCallMembers"),
        ("{packets: {event: call.ring, count: 0}}", "packets at line 4, because its server is its own"),
        ("{network: {drop: {path: /video/connect}}}", "network at line 4, because its server is its own"),
        ("{network: {cut: sfu}}", "network at line 4, because its server is its own"),
    ])
    func `a scenario with needs beyond the library is unsupported, with the reason`(
        _ step: String, _ reason: String
    ) throws {
        try folder.write("id: A\nname: n\nparticipants: [alice]\nsteps: [\(step)]\n", to: "a.yaml")
        let outcome = try guest.run("run", "a.yaml")
        let message = "Bell, the library of alice, does not support `\(reason)`"
        #expect(outcome.output.contains(message), "\(outcome.output)")
    }

    @Test func `a command that the language does not have is refused at the start`() {
        let registry = Registry(
            guest: GuestLibrary("Bell", commands: ["rnig"], properties: []) { _ in throw CancellationError() })
        #expect(
            RollcallMain.mistakes(in: registry) == [
                "the guest library Bell takes the command `rnig`, which the language does not have"
            ])
    }
}
