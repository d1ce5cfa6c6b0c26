import ScenarioLanguage
import Testing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the reasons of rejections after commands of view models.
@Suite struct RejectionReasonsTests {
    private static let client = HostAddress(127, 1, 0, 1)

    /// Returns the violation of a rejection after a command.
    ///
    /// - Parameter shown: The properties of the participant.
    private static func words(
        _ reason: String?, _ shown: [String: Value], call: Value? = nil, of cid: String = "standup",
        again: Bool = false, hangsUp: Bool = false
    ) throws -> String? {
        var reasons = RejectionReasons()
        reasons.note(client, call: call, hangsUp: hangsUp) { shown[$0.description] ?? .none }
        if again { reasons.noteCommand(of: client) }
        let body: CBOR.Map = reason.map { ["reason": .text($0)] } ?? [:]
        return reasons.violation(of: try SampleRequest.facts(2, "video/call/default/\(cid)/reject", body), by: client)
    }

    private static func shown(_ state: String, active: Value = .none) -> [String: Value] {
        ["callingState": .text(state), "ringingCall": .text("default:standup"), "activeCall": active]
    }

    @Test(arguments: [
        ("incoming", Value.none, "decline"), ("outgoing", .none, "cancel"), ("inCall", .text("default:other"), "busy"),
    ])
    func `a rejection has the reason of the client's situation`(_ state: String, _ active: Value, _ reason: String)
        throws
    {
        let shown = Self.shown(state, active: active)
        #expect(try Self.words(reason, shown) == nil)
        #expect(try Self.words("timeout", shown) == "its reason is timeout, and not \(reason)")
        #expect(try Self.words(nil, shown) == "its reason is none, and not \(reason)")
    }

    @Test func `a rejection of another call, after another command, or of the active call is not judged`() throws {
        let shown = Self.shown("incoming")
        #expect(try Self.words("busy", shown, of: "other") == nil)
        #expect(try Self.words("busy", shown, call: .text("default:other")) == nil)
        #expect(try Self.words("busy", shown, call: .text("default:standup")) != nil)
        #expect(try Self.words("busy", shown, again: true) == nil)
        #expect(try Self.words("decline", Self.shown("inCall", active: .text("default:standup"))) == nil)
        let crossed = Self.shown("outgoing").merging(["events.call.ring": .integer(1)]) { $1 }
        #expect(try Self.words("decline", crossed) == nil)
        let busy = Self.shown("inCall", active: .text("default:other"))
        #expect(try Self.words("timeout", busy, hangsUp: true) == nil)
        #expect(try Self.words("decline", ["callingState": .text("incoming")]) == nil)
    }
}
