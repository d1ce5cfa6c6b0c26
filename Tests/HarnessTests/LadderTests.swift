import Foundation
import ProgramTesting
import Testing

/// The levels of the ladder, run with drivers that are wrong in one way each (`Tests/Drivers/wrong_phone.py`).
@Suite struct LadderTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let rollcall: Program

    init() throws {
        rollcall = try Program("rollcall", in: Folder())
    }

    /// The misdeed, the file of a level that shows it, and a part of the verdict.
    private static let misdeeds = [
        ("does not acknowledge", "connect", "has not acknowledged this confirmable message"),
        ("acknowledges once", "reject-and-cancel", "has not acknowledged this confirmable message"),
        ("has no format", "connect", "its body has no Content-Format, and not 60"),
        ("uses message ids twice", "connect", "its message id 7 is that of another request"),
        ("sends nothing again", "reject-and-cancel", "expected  bob.callingState: incoming"),
        ("does not ask for its connection", "connect", "expected  packets with method GET"),
        ("ends at an unknown event", "leave-and-end", "actual    alice.callingState: idle"),
        ("dies at an unknown event", "connect", "ValueError: novelty"),
        ("leaves the rest of a batch", "ring", "actual    bob.callingState: idle"),
        ("dies at an unknown event of the SFU", "leave-and-end", "ValueError: novelty"),
        ("takes events twice", "reject-and-cancel", "ring of a callee: bob"),
        ("has no limit as a caller", "time-out", "actual    alice.callingState: outgoing"),
        ("has no limit as a callee", "time-out", "body reason timeout, from bob: 1"),
        ("ignores the end of a call", "leave-and-end", "actual    alice.callingState: outgoing"),
        ("opens a new stream", "reconnect", "body resume not none and last_event 4, from alice: at least 1"),
        ("names another last event", "reconnect", "body resume not none and last_event 4, from alice: at least 1"),
        ("is not fast", "reconnect", "body fast_reconnect true and reconnect_details.strategy 2"),
        ("rejoins with the old session", "reconnect", "actual    bob.callingState: idle"),
        ("names no previous session", "reconnect", "actual    alice.roster: [bob, alice, bob]"),
        ("migrates from another SFU", "migrate", "reconnect_details.from_sfu_id sfu-1"),
        ("counts events twice", "events", "actual    bob.events.call.ring: 2"),
        ("counts repeated events of the SFU", "events", "actual    alice.events.participant_left: 2"),
        ("notifies twice", "events", "actual    bob.notifications.callEnded: 2"),
        ("stays in its session", "accept", "is signalLost: it has no health requests, and no leave"),
        ("stays connected", "accept", "is forgotten"),
    ]

    @Test(arguments: misdeeds) func `a wrong driver fails the level about its fault`(
        _ misdeed: String, _ level: String, _ message: String
    ) throws {
        let path = { (file: String) in Self.root.appendingPathComponent(file).path }
        let driver = "python3 -B '\(path("Tests/Drivers/wrong_phone.py"))' '\(misdeed)'"
        let outcome = try rollcall.run(
            "run", path("Sources/DriverKit/Ladder/\(level).yaml"), "--driver", driver)
        #expect(outcome.status == 1 && outcome.output.contains(message), "\(outcome.output)")
    }
}
