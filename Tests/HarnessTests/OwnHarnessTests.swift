import Foundation
import ProgramTesting
import Testing

@testable import CallLibraryGuest
@testable import Harness
@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// A program that registers interceptors, steps and kinds of participants: `Examples/own-harness`.
@Suite struct OwnHarnessTests {
    private static let scenarios = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/own-harness/scenarios").path

    private let folder: Folder
    private let own: Program

    init() throws {
        folder = try Folder()
        own = try Program("own-harness", in: folder)
    }

    private func write(participants: String = "[alice, bob]", steps: String, to name: String = "a.yaml") throws {
        try folder.write("id: A\nname: n\nparticipants: \(participants)\nsteps: [\(steps)]\n", to: name)
    }

    private func complaints(participants: String = "[alice, bob]", steps: String) throws -> String {
        try write(participants: participants, steps: steps)
        let outcome = try own.run("check", "a.yaml")
        #expect(outcome.status == 65)
        return outcome.errors
    }

    @Test func `its scenarios pass in virtual time, captured, and twice the same`() throws {
        let outcome = try own.run("run", "--twice", Self.scenarios)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("4 passed of 4 scenarios"))
        #expect(outcome.output.contains("all captured"))
    }

    @Test func `rollcall itself has no additions of another program`() throws {
        let outcome = try Program("rollcall", in: folder).run("check", Self.scenarios)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("there is no command `sendGreeting`"))
        #expect(outcome.errors.contains("`doorkeeper` is not an interceptor"))
        #expect(outcome.errors.contains("`echo` is not a kind of participant"))
    }

    @Test(arguments: [
        ("{alice: sendGreting}", "did you mean `sendGreeting`?"),
        ("{alice: sendGreeting}", "add a line like `text: hello`"),
        ("{alice: sendGreeting, txt: hello}", "did you mean `text`?"),
        ("{alice: sendGreeting, text: a, patience: 2}", "`2` has no unit"),
        ("{alice: mumble}", "`echo` can do it"),
        ("{alice: sendGreeting, text: a, throws: NoOtherParticipan}", "did you mean `NoOtherParticipant`?"),
        ("{expect: {alice.echoes: 1}}", "participants of the kind `echo` have it"),
        ("{expect: {alice.echos: 1}}", "did you mean `echoes`?"),
    ])
    func `a mistake in a registered step is reported before the boot`(_ step: String, _ advice: String) throws {
        #expect(try complaints(steps: step).contains(advice))
    }

    @Test(arguments: [
        ("{bob: {kind: ecko}}", "{bob: mumble}", "did you mean `echo`?"),
        ("{bob: {kind: echo, with: {dela: 2s}}}", "{bob: mumble}", "did you mean `delay`?"),
        ("{bob: {kind: echo, with: {delay: fast}}}", "{bob: mumble}", "`fast`"),
        ("{bob: {with: {delay: 2s}}}", "{bob: accept}", "write `kind: echo` beside it"),
        ("{bob: {kind: echo}}", "{bob: hangup}", "did you mean `hangUp`?"),
        ("{bob: {kind: echo}}", "{bob: accept}", "which takes no `accept`"),
    ])
    func `a mistake in a participant of a registered kind is reported`(
        _ participants: String, _ step: String, _ advice: String
    ) throws {
        #expect(try complaints(participants: participants, steps: step).contains(advice))
    }

    @Test func `the schema knows all registered names`() throws {
        let schema = try own.run("schema").output
        for name in ["sendGreeting", "mumble", "doorkeeper", "echo", "echoes", "patience", "NoOtherParticipant"] {
            #expect(schema.contains(name), "\(name)")
        }
    }

    @Test func `a registered participant that cannot connect fails the run with its reason`() throws {
        try write(participants: "{bob: {kind: echo, token: expired}}", steps: "{wait: 1s}")
        let outcome = try own.run("run", "a.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the participants could not be connected"))
    }

    @Test func `names that the language has already cannot be registered`() {
        let step = RegisteredStep(
            "does",
            takes: [
                StepArgument.text("within", "a", such: "within: b"), .text("a", "a", such: "a: b"),
                .text("a", "a", such: "a: b"),
            ]
        ) { _, _ in }
        let kind = ParticipantKind(
            "is", commands: ["fly"], properties: [ReportedProperty("roster", .users, "who")]
        ) { _ in throw UnsupportedCommand("all") }
        let registry = Registry(
            interceptors: ["hang": { _ in BuiltInInterceptor(end: .hangs, delay: nil) }],
            steps: ["ring": step, "two words": step], participants: ["guest": kind])
        let found = RollcallMain.mistakes(in: registry).joined(separator: "\n")
        for name in ["`hang`", "`ring`", "`two words`", "`guest`", "`within`", "`a` twice", "`fly`", "`roster`"] {
            #expect(found.contains(name), "\(name)")
        }
        #expect(RollcallMain.mistakes(in: Registry()) == [])
    }
}
