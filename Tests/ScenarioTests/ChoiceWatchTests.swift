import ScenarioLanguage
import Testing

@testable import ScenarioStage

/// The check of switches that participants have set.
@Suite struct ChoiceWatchTests {
    /// A participant's switch, before and after further commands.
    private struct Run {
        var watch = ChoiceWatch()
        var shown: [String: Value] = ["callCid": .text("default:standup")]

        mutating func perform(_ step: String, _ changes: [String: Value] = [:]) throws {
            let command = try #require(try actions("- alice: \(step)").first?.call?.command)
            watch.begin(command, of: "alice")
            shown.merge(changes) { $1 }
            watch.end(command, isDone: true, of: "alice") { shown[$0.description] ?? .none }
        }
    }

    /// A command, its switch, and the state that it sets and that it may not lose.
    static let cases: [(step: String, property: String, state: String)] = [
        ("call.microphone.disable", "microphone.status", "disabled"),
        ("call.camera.toggle", "camera.status", "disabled"),
        ("call.speaker.enable", "speaker.status", "enabled"),
        ("call.audioOutput.disable", "speaker.audioOutputStatus", "disabled"),
    ]

    @Test(arguments: cases) func `a switch keeps its state through a join`(
        _ step: String, _ property: String, _ state: String
    ) throws {
        let other = state == "enabled" ? "disabled" : "enabled"
        for (next, isViolation) in [("call.join", true), ("call.leave", false), (step, false)] {
            var run = Run()
            try run.perform(step, [property: .text(state)])
            try run.perform("call.get\n  call: default:standup")
            #expect(run.watch.violation == nil)
            try run.perform(next, [property: .text(other)])
            #expect((run.watch.violation != nil) == isViolation, "\(next)")
        }
    }

    @Test func `others may switch off a microphone that is on`() throws {
        var run = Run()
        try run.perform("call.microphone.enable", ["microphone.status": .text("enabled")])
        try run.perform("call.join", ["microphone.status": .text("disabled")])
        #expect(run.watch.violation == nil)
    }

    @Test func `a switch that was refused is no choice, and one in a call that was left is another's`() throws {
        var refused = Run()
        try refused.perform("call.microphone.enable", ["microphone.status": .text("disabled")])
        try refused.perform("call.join", ["microphone.status": .text("enabled")])
        #expect(refused.watch.violation == nil)
        var left = Run()
        left.shown["activeCall"] = .text("default:standup")
        try left.perform("call.speaker.disable", ["speaker.status": .text("disabled")])
        try left.perform("call.join", ["speaker.status": .text("enabled"), "activeCall": .none])
        #expect(left.watch.violation == nil)
    }

    @Test(arguments: ["callCid", "notifications.callEnded", "events.call.ring"])
    func `another object of the call has switches of its own`(_ property: String) throws {
        var run = Run()
        try run.perform("call.speaker.disable", ["speaker.status": .text("disabled")])
        try run.perform("call.join", ["speaker.status": .text("enabled"), property: .text("other")])
        #expect(run.watch.violation == nil)
    }
}
