import Backend
import Journal
import Signaling
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The commands of servers.
@Suite struct ServerCommandTests {
    /// A step for each command, and its text in the journal.
    static let texts: [(step: String, text: String)] = [
        ("coordinator: sendEvent\n  eventType: app.updated", "sends app.updated to everyone"),
        ("coordinator: sendEvent\n  eventType: x\n  to: [alice, bob]", "sends x to alice, bob"),
        (
            "coordinator: failEgress\n  call: default:x\n  egress: composite",
            "the composite recording of default:x breaks"
        ),
        (
            "coordinator: failEgress\n  call: default:x\n  egress: individual",
            "the individual recording of default:x breaks"
        ),
        ("coordinator: failEgress\n  call: default:x\n  egress: frames", "the frame recording of default:x breaks"),
        ("coordinator: failEgress\n  call: default:x\n  egress: hls", "the HLS broadcast of default:x breaks"),
        (
            "coordinator: failEgress\n  call: default:x\n  egress: rtmp\n  broadcast: tube",
            "the RTMP broadcast tube of default:x breaks"
        ),
        (
            "coordinator: failEgress\n  call: default:x\n  egress: transcription",
            "the transcription of default:x breaks"
        ),
        ("coordinator: failEgress\n  call: default:x\n  egress: captions", "closed captioning of default:x breaks"),
        (
            "coordinator: sayCaption\n  call: default:x\n  participant: bob\n  caption: Good morning",
            "bob says in default:x: Good morning"
        ),
        ("coordinator: fail\n  path: \"*/join\"", "refuses the next request to */join: internalError"),
        (
            "sfu: fail\n  path: /sfu/join\n  refusal: rateLimited\n  next: 2",
            "refuses the next 2 requests to /sfu/join: rateLimited"
        ),
        ("sfu: endSession\n  call: default:x", "ends the session of everyone in default:x: sessionEnded"),
        (
            "sfu: endSession\n  call: default:x\n  participant: bob\n  ending: kicked",
            "ends the session of bob in default:x: kicked"
        ),
        ("sfu: shutDown", "shutDown"), ("sfu: drain", "drain"), ("sfu: full", "full"), ("sfu: serve", "serve"),
        ("sfu: withhold", "withhold"), ("sfu: crash", "crash"), ("sfu: restart", "restart"),
        ("sfu: dominantSpeaker\n  call: default:x\n  participant: bob", "sends dominantSpeaker of bob in default:x"),
        (
            "sfu: audioLevel\n  call: default:x\n  participant: bob\n  level: 0.5\n  speaking: true",
            "sends audioLevel of bob in default:x"
        ),
        (
            "sfu: quality\n  call: default:x\n  participant: bob\n  quality: poor",
            "sends quality of bob in default:x"
        ),
        (
            "sfu: pause\n  call: default:x\n  participant: bob\n  track: video\n  to: [alice]",
            "sends pause of bob in default:x"
        ),
        ("sfu: resume\n  call: default:x\n  participant: bob\n  track: video", "sends resume of bob in default:x"),
        ("sfu: unpublish\n  call: default:x\n  participant: bob\n  track: video", "takes video from bob"),
        (
            "sfu: grants\n  call: default:x\n  participant: bob\n  grants: [audio, video]",
            "lets bob publish audio, video"
        ),
        (
            "sfu: publishOptions\n  call: default:x\n  track: video\n  codec: vp8", "sends publishOptions in default:x"
        ),
        (
            "sfu: error\n  call: default:x\n  sfuError: sfuFull\n  strategy: migrate\n  retry: true",
            "sends error in default:x"
        ),
        ("sfu: goAway\n  call: default:x\n  why: rebalance", "sends goAway in default:x"),
        ("sfu: migrationComplete\n  call: default:x", "sends migrationComplete in default:x"),
        (
            "sfu: late\n  call: default:x\n  participant: bob\n  event: track_published",
            "sends late of bob in default:x"
        ),
        ("sfu: unknownEvent\n  call: default:x\n  eventType: app.new", "sends unknownEvent in default:x"),
    ]

    private func command(_ step: String) throws -> Command? {
        guard case .server(let call)? = try actions("- \(step)").first else { return nil }
        return call.command
    }

    @Test(arguments: texts)
    func `a command has its text in the journal, and does nothing without servers`(
        _ step: String, _ text: String
    ) async throws {
        let command = try #require(try command(step))
        let code = try #require(ServerCommands.table[command.spec])
        #expect(code.text(command.arguments) == text && !command.spec.canThrow)
        await MainActor.run {
            let stage = EmptyStage()
            code.perform(stage, "sfu", command.arguments)
            #expect(stage.record.journal.entries.isEmpty)
        }
    }

    @Test func `every command has a step above`() throws {
        let seen = try Self.texts.compactMap { try command($0.step)?.spec }
        #expect(Set(seen).symmetricDifference(ServerCommands.table.words).isEmpty)
    }

    @Test(arguments: ["dominantSpeaker", "audioLevel", "quality", "pause", "resume", "late"])
    func `an event without its participant is a line in the journal`(_ name: String) async throws {
        let spec = try #require(ServerCommands.table.words.first { $0.server == "sfu" && $0.name == name })
        let code = try #require(ServerCommands.table[spec])
        var arguments = Arguments()
        arguments[.call] = .call(CallReference(type: "default", id: "x"))
        let track = spec.arguments.first { $0.name == "track" }
        if let track { arguments[track] = .value(.text("video")) }
        let text = "log: source sfu, name \(name) has no known participant: the command needs `participant`"
        await MainActor.run { [arguments] in
            let stage = EmptyStage()
            code.perform(stage, "sfu", arguments)
            #expect(stage.record.journal.entries.map(\.event.shown) == [text])
            #expect(code.text(arguments) == "sends \(name) in default:x")
        }
    }

    @Test func `a number is read whole or not, and custom data as a map`() {
        var arguments = Arguments()
        #expect(arguments.number(.level) == nil && arguments.customData == [:])
        let values: [(Value, Double?)] = [(.integer(2), 2), (.number(0.5), 0.5), (.text("1"), nil)]
        for (value, number) in values {
            arguments[.level] = .value(value)
            #expect(arguments.number(.level) == number)
        }
        arguments[.custom] = .value(.map([.init(key: "a", value: .integer(1)), .init(key: "b", value: .none)]))
        #expect(arguments.customData == ["a": 1, "b": .null])
    }
}

/// A stage on which no server has started.
@MainActor
private final class EmptyStage: ServerStage {
    let backend: CallBackend? = nil
    let performers: [any Performer] = []
    let users = ["alice", "bob"]
    let record = Recording().record
    let date = Timestamp.virtualStart

    func expectEffect(of fault: String, otherwise problem: String) -> @MainActor () -> Void { {} }
}
