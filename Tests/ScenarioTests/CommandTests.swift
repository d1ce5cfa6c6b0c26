import Testing

@testable import Scenario

@Suite struct CommandTests {
    private static let call = CallReference(type: "default", id: "x")
    private static let start = CallStart(
        call: call, members: ["bob"], custom: [.init(key: "a", value: .integer(1))], video: true)
    private static let startKeys = "call: default:x\n  members: [bob]\n  custom: {a: 1}\n  video: true"
    private static let only = InterceptorSpec(behaviour: .hangs, after: nil)

    /// One step for each command with all that it takes, and what it is read as.
    static let all: [(name: CommandName, keys: String, command: Command)] = [
        (.ring, startKeys, .ring(start)),
        (.startCall, startKeys, .startCall(start)),
        (.joinAndRing, startKeys, .joinAndRing(start)),
        (.join, "call: default:x", .join(call)),
        (.enterLobby, "call: default:x\n  members: [bob]", .enterLobby(call, members: ["bob"])),
        (.accept, "call: default:x", .accept(call)),
        (.reject, "call: default:x", .reject(call)),
        (.hangUp, "reason: done", .hangUp(reason: "done")),
        (.callGet, "call: default:x", .callGet(call)),
        (.callCreate, startKeys + "\n  ring: true\n  notify: true", .callCreate(start, ring: true, notify: true)),
        (
            .callRing, "call: default:x\n  members: [bob]\n  video: false",
            .callRing(call, members: ["bob"], video: false)
        ),
        (
            .callJoin, "call: default:x\n  create: true\n  ring: true\n  notify: true\n  interceptor: hang",
            .callJoin(call, create: true, ring: true, notify: true, interceptor: only)
        ),
        (.callAccept, "call: default:x", .callAccept(call)),
        (.callReject, "call: default:x\n  reason: busy", .callReject(call, reason: "busy")),
        (.callLeave, "call: default:x\n  reason: done", .callLeave(call, reason: "done")),
        (.callEnd, "call: default:x", .callEnd(call)),
        (
            .callSendCustomEvent, "call: default:x\n  custom: {a: 1}",
            .callSendCustomEvent(call, custom: [.init(key: "a", value: .integer(1))])
        ),
        (.callSort, "call: default:x\n  by: [pinned, name]", .callSort(call, by: ["pinned", "name"])),
        (.callPinHere, "call: default:x\n  participant: bob", .callView(call, .pinHere, user: "bob")),
        (.callUnpinHere, "participant: bob", .callView(nil, .unpinHere, user: "bob")),
        (.callShowTrack, "participant: bob", .callView(nil, .showTrack, user: "bob")),
        (.callHideTrack, "participant: bob", .callView(nil, .hideTrack, user: "bob")),
        (.toggleMicrophone, "", .toggle(.microphone)),
        (.toggleCamera, "", .toggle(.camera)),
        (.toggleCameraPosition, "", .toggle(.cameraPosition)),
        (.toggleSpeaker, "", .toggle(.speaker)),
        (.toggleAudioOutput, "", .toggle(.audioOutput)),
        (.connect, "", .connect),
        (.disconnect, "", .disconnect),
    ]

    @Test(arguments: all) func `each command is read with all that it takes`(
        _ row: (name: CommandName, keys: String, command: Command)
    ) throws {
        let keys = row.keys.isEmpty ? "" : "\n  \(row.keys)"
        let actions = try actions("- alice: \(row.name.rawValue)\(keys)")
        #expect(actions == [.command(CommandCall(participants: ["alice"], command: row.command, outcome: nil))])
    }

    @Test func `every command has a step above`() {
        #expect(Self.all.map(\.name) == CommandName.allCases)
    }

    @Test func `a command says how it must end`() throws {
        let steps = """
            - bob: call.join
              throws: CallJoinInterceptionError
              underlying: InterceptorVeto
              within: 2s
            - bob: call.get
              call: default:x
              throws: APIError
              code: 4.04
            - bob: connect
              within: 1s
            """
        let outcomes = try actions(steps).map(\.call?.outcome)
        let veto = CommandCall.Thrown(error: "CallJoinInterceptionError", underlying: "InterceptorVeto", code: nil)
        let missing = CommandCall.Thrown(error: "APIError", underlying: nil, code: "4.04")
        #expect(
            outcomes == [
                .init(thrown: veto, within: .seconds(2)), .init(thrown: missing, within: nil),
                .init(thrown: nil, within: .seconds(1)),
            ])
    }

    @Test func `an embedding program adds interceptors and errors by name`() throws {
        let text = scenario(
            steps: "- bob: call.join\n  interceptor: polite\n  throws: OwnError", participants: "[bob]")
        let vocabulary = Vocabulary(interceptors: ["polite"], errors: ["OwnError"])
        guard case .command(let call) = try read(text, vocabulary: vocabulary).steps.first?.action,
            case .callJoin(nil, _, _, _, let interceptor) = call.command
        else { return unexpected() }
        #expect(interceptor == InterceptorSpec(behaviour: .registered("polite"), after: nil))
        #expect(call.outcome?.thrown?.error == "OwnError")
    }

    @Test func `custom data may be of any kind`() throws {
        let actions = try actions(
            "- bob: call.sendCustomEvent\n  custom: {a: {b: [1, 2.5, true, ~, \"5\"]}, participant.ready: bob}")
        guard case .command(let call) = actions.first, case .callSendCustomEvent(nil, let custom) = call.command else {
            return unexpected()
        }
        let list = Value.list([.integer(1), .number(2.5), .boolean(true), .none, .text("5")])
        #expect(
            custom == [
                .init(key: "a", value: .map([.init(key: "b", value: list)])),
                .init(key: "participant.ready", value: .text("bob")),
            ])
    }
}
