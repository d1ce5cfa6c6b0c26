import ScenarioLanguage
import Testing

@testable import ScenarioStage

/// The check of a participant after its commands.
@Suite struct EffectWatchTests {
    /// The values of properties that a participant shows, by their descriptions.
    private typealias Shown = [String: Value]

    private static let inCall: Shown = [
        "callCid": .text("default:standup"), "isInitialized": .boolean(true),
        "ownCapabilities": .texts(["send-audio"]),
    ]

    /// Performs commands that begin together and end in their order; returns the violation.
    private static func violation(
        of steps: [String], from before: Shown = [:], to after: Shown, isDone: Bool = true
    ) throws -> String? {
        var watch = EffectWatch()
        let reading = { (shown: Shown) in
            { (property: Property) in shown[property.description] ?? inCall[property.description] ?? .none }
        }
        let commands = try steps.map { try #require(try actions("- alice: \($0)").first?.call?.command) }
        for (number, command) in commands.enumerated() {
            watch.begin(command, number: number, reading(before))
        }
        for number in commands.indices {
            watch.end(commands[number], number: number, isDone: isDone, of: "alice", reading(after))
        }
        return watch.violation
    }

    /// A command, a property that shows its effect, and one that does not.
    struct Case: Sendable {
        let step: String
        let property: String
        let (right, wrong): (Value, Value)

        init(_ step: String, _ property: String, _ right: Value, _ wrong: Value) {
            (self.step, self.property, self.right, self.wrong) = (step, property, right, wrong)
        }
    }

    static let cases: [Case] = [
        Case("call.microphone.enable", "microphone.status", .text("enabled"), .text("disabled")),
        Case("changeLayout\n  layout: spotlight", "participantsLayout", .text("spotlight"), .text("grid")),
        Case("call.hideTrack\n  participant: bob", "participants.bob.showTrack", .boolean(false), .boolean(true)),
        Case("call.blockUser\n  participant: bob", "blockedUsers", .texts(["bob"]), .texts(["carol"])),
        Case("call.removeMembers\n  members: [bob]", "members", .texts(["carol"]), .texts(["bob"])),
        Case("call.end", "endedAt", .boolean(true), .none),
    ]

    /// A state of the view model, with the value of `activeCall`, and whether the switch has to show.
    static let switching: [(state: String, activeCall: Value, mustShow: Bool)] = [
        ("inCall", .text("default:standup"), true), ("idle", .none, true), ("lobby", .none, true),
        ("idle", .text("default:standup"), false), ("lobby", .text("default:standup"), false),
    ]

    @Test func `an event about the same property may be newer than the response`() throws {
        let step = "call.removeMembers\n  members: [bob]"
        var after: Shown = ["members": .texts(["bob"])]
        #expect(try Self.violation(of: [step], to: after) != nil)
        after["events.call.member_added"] = .integer(1)
        #expect(try Self.violation(of: [step], to: after) == nil)
    }

    @Test func `the first response about the call may be older than the command`() throws {
        let step = "call.blockUser\n  participant: bob"
        let after: Shown = ["blockedUsers": .texts(["carol"])]
        #expect(try Self.violation(of: [step], to: after) != nil)
        #expect(try Self.violation(of: [step], from: ["isInitialized": .boolean(false)], to: after) == nil)
    }

    @Test(arguments: switching)
    func `a switch of the view model does not change a call that was joined without it`(
        _ state: String, _ activeCall: Value, _ mustShow: Bool
    ) throws {
        let shown: Shown = [
            "callingState": .text(state), "activeCall": activeCall, "callSettings.speakerOn": .boolean(true),
        ]
        #expect(try (Self.violation(of: ["toggleSpeaker"], from: shown, to: shown) != nil) == mustShow)
    }

    @Test func `the other camera is shown of the active call`() throws {
        for (active, isViolation) in [(Value.text("default:standup"), true), (.none, false)] {
            let shown: Shown = ["activeCall": active, "callSettings.cameraPosition": .text("front")]
            #expect(try (Self.violation(of: ["call.camera.flip"], from: shown, to: shown) != nil) == isViolation)
            let after = shown.merging(["callSettings.cameraPosition": .text("back")]) { $1 }
            #expect(try Self.violation(of: ["call.camera.flip"], from: shown, to: after) == nil)
        }
    }

    @Test(arguments: cases) func `a command that returns shows its effect`(_ command: Case) throws {
        let wrong = [command.property: command.wrong]
        #expect(try Self.violation(of: [command.step], to: [command.property: command.right]) == nil)
        #expect(try Self.violation(of: [command.step], to: wrong) != nil)
        #expect(try Self.violation(of: [command.step], to: wrong, isDone: false) == nil)
    }

    @Test func `a toggle shows the other value`() throws {
        let (off, on): (Shown, Shown) = (
            ["callSettings.audioOn": .boolean(false)], ["callSettings.audioOn": .boolean(true)]
        )
        #expect(try Self.violation(of: ["toggleMicrophone"], from: off, to: on) == nil)
        #expect(try Self.violation(of: ["toggleMicrophone"], from: off, to: off) != nil)
        #expect(try Self.violation(of: ["toggleMicrophone", "toggleMicrophone"], from: off, to: off) == nil)
        let mayNot = off.merging(["ownCapabilities": .list([])]) { $1 }
        #expect(try Self.violation(of: ["toggleMicrophone"], from: mayNot, to: mayNot) == nil)
    }

    @Test func `the response to an overlapping command may describe the same property of a server`() throws {
        let (block, disable) = ("call.blockUser\n  participant: bob", "call.microphone.disable")
        let shown: Shown = ["blockedUsers": .texts([]), "microphone.status": .text("enabled")]
        #expect(try Self.violation(of: [block], to: shown) != nil)
        #expect(try Self.violation(of: [block, "call.goLive"], to: shown) == nil)
        #expect(try Self.violation(of: ["call.goLive", block], to: shown) == nil)
        #expect(try Self.violation(of: [disable, "call.goLive"], to: shown) != nil)
    }

    @Test func `the response to a join of the view model may describe the same property of a server`() throws {
        let shown: Shown = ["blockedUsers": .texts([]), "callingState": .text("joining")]
        #expect(try Self.violation(of: ["call.blockUser\n  participant: bob"], from: shown, to: shown) == nil)
        let muted: Shown = ["microphone.status": .text("enabled"), "callingState": .text("joining")]
        #expect(try Self.violation(of: ["call.microphone.disable"], from: muted, to: muted) != nil)
    }

    @Test func `the response to an earlier command is older than that to a later one about the backstage`() throws {
        let open = "call.update\n  settings: {backstage: {enabled: false}}"
        let shown: Shown = ["backstage": .boolean(false)]
        #expect(try Self.violation(of: ["call.stopLive"], to: shown) != nil)
        #expect(try Self.violation(of: ["call.stopLive", open], to: shown) == nil)
    }

    @Test func `a later command about the property decides`() throws {
        let both = ["call.microphone.enable", "call.microphone.disable"]
        #expect(try Self.violation(of: both, to: ["microphone.status": .text("disabled")]) == nil)
        #expect(try Self.violation(of: both, to: ["microphone.status": .text("enabled")]) != nil)
    }

    @Test func `a command is not judged once the client has begun the call anew`() throws {
        let shown: Shown = ["endedAt": .none]
        let again = "ring\n  call: default:standup\n  members: [bob]"
        #expect(try Self.violation(of: ["call.end"], to: shown) != nil)
        #expect(try Self.violation(of: ["call.end", again], to: shown) == nil)
        #expect(try Self.violation(of: ["call.end", "call.get\n  call: default:standup"], to: shown) != nil)
    }

    @Test(arguments: [["callCid": Value.text("default:other")], ["isInitialized": .boolean(false)]])
    func `a command is not judged in another call, or an unknown one`(_ shown: [String: Value]) throws {
        let after = shown.merging(["microphone.status": .text("disabled")]) { $1 }
        #expect(try Self.violation(of: ["call.microphone.enable\n  call: default:standup"], to: after) == nil)
        #expect(try Self.violation(of: ["call.microphone.enable"], to: after) == nil)
    }
}
