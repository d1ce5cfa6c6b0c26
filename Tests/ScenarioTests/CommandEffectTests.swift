import CallLibraryGuest
import Signaling
import Testing

@testable import BackendCore
@testable import ScenarioLanguage
@testable import ScenarioStage

/// The tables of what commands change and of what requests need, row by row.
@Suite struct CommandEffectTests {
    /// The effect of every switch of the view model.
    private static let isChanged = "localCallSettingsChange: true, of the view model"

    @Test(arguments: [
        (
            "toggleMicrophone",
            ["callSettings.audioOn: the other value, with send-audio, of the view model", Self.isChanged]
        ),
        (
            "toggleCamera",
            ["callSettings.videoOn: the other value, with send-video, of the view model", Self.isChanged]
        ),
        ("toggleCameraPosition", ["callSettings.cameraPosition: the other value, of the view model", Self.isChanged]),
        ("toggleSpeaker", ["callSettings.speakerOn: the other value, of the view model", Self.isChanged]),
        ("toggleAudioOutput", ["callSettings.audioOutputOn: the other value, of the view model", Self.isChanged]),
        ("call.microphone.enable", ["microphone.status: enabled, with send-audio"]),
        ("call.microphone.disable", ["microphone.status: disabled"]),
        ("call.microphone.toggle", ["microphone.status: the other value, with send-audio"]),
        ("call.camera.enable", ["camera.status: enabled, with send-video"]),
        ("call.camera.disable", ["camera.status: disabled"]),
        ("call.camera.toggle", ["camera.status: the other value, with send-video"]),
        ("call.speaker.enable", ["speaker.status: enabled"]), ("call.speaker.disable", ["speaker.status: disabled"]),
        ("call.speaker.toggle", ["speaker.status: the other value"]),
        ("call.audioOutput.enable", ["speaker.audioOutputStatus: enabled"]),
        ("call.audioOutput.disable", ["speaker.audioOutputStatus: disabled"]),
        ("call.startNoiseCancellation", ["microphone.noiseCancellation: enabled"]),
        ("call.stopNoiseCancellation", ["microphone.noiseCancellation: disabled"]),
        ("call.goLive", ["backstage: false"]),
        ("call.stopLive", ["backstage: true"]), ("call.end", ["endedAt: set"]),
        ("call.update\n  settings: {backstage: {enabled: false}}", ["backstage: false"]),
        ("call.update\n  settings: {backstage: {enabled: true}}", []),
        ("connect", ["connectionStatus: connected"]),
        ("disconnect", ["connectionStatus: disconnected"]), ("closeList", ["listedCalls: []"]),
        ("changeLayout\n  layout: grid", ["participantsLayout: grid"]),
        ("call.pinHere\n  participant: bob", ["participants.bob.isPinned: true"]),
        ("call.unpinHere\n  participant: bob", ["participants.bob.pin.isLocal: false"]),
        ("call.showTrack\n  participant: bob", ["participants.bob.showTrack: true"]),
        ("call.hideTrack\n  participant: bob", ["participants.bob.showTrack: false"]),
        (
            "call.trackSize\n  participant: bob\n  width: 320\n  height: 240",
            ["participants.bob.trackSize.width: 320", "participants.bob.trackSize.height: 240"]
        ),
        ("call.blockUser\n  participant: bob", ["blockedUsers: one that contains bob"]),
        ("call.kickUser\n  participant: bob\n  block: true", ["blockedUsers: one that contains bob"]),
        ("call.kickUser\n  participant: bob", []),
        ("call.unblockUser\n  participant: bob", ["blockedUsers: one without bob"]),
        ("call.addMembers\n  members: [bob, alice]", ["members: one that contains bob, alice"]),
        ("call.removeMembers\n  members: [bob, alice]", ["members: one without bob, alice"]), ("hangUp", []),
        ("ring\n  call: default:x\n  members: [bob]", []),
    ])
    func `a command has the effects of its row`(_ step: String, _ shown: [String]) throws {
        let command = try #require(try actions("- alice: \(step)").first?.call?.command)
        let effects = CommandEffect.all(of: command).map { effect in
            "\(effect.property): \(effect.change)" + (effect.capability.map { ", with \($0)" } ?? "")
                + (effect.isOfViewModel ? ", of the view model" : "")
        }
        #expect(effects == shown)
    }

    private static func effect(_ step: String) throws -> CommandEffect {
        let command = try #require(actions("- alice: \(step)").first?.call?.command)
        return try #require(CommandEffect.all(of: command).first)
    }

    @Test(arguments: [
        ("call.goLive", Value.none, Value.boolean(false), true), ("call.goLive", .none, .boolean(true), false),
        ("call.goLive", .none, .none, true), ("call.end", .none, .none, false), ("call.end", .none, .integer(1), true),
        ("call.speaker.toggle", .text("a"), .text("b"), true), ("call.speaker.toggle", .text("a"), .text("a"), false),
        ("call.speaker.toggle", .none, .text("a"), true), ("call.speaker.toggle", .text("a"), .none, true),
        ("call.addMembers\n  members: [bob, alice]", .none, .texts(["bob", "carol"]), false),
        ("call.addMembers\n  members: [bob, alice]", .none, .texts(["alice", "bob", "carol"]), true),
        ("call.removeMembers\n  members: [bob, alice]", .none, .texts(["alice"]), false),
        ("call.removeMembers\n  members: [bob, alice]", .none, .texts(["carol"]), true),
        ("call.addMembers\n  members: [bob]", .none, .text("x"), true),
        ("call.removeMembers\n  members: [bob]", .none, .text("bob"), true),
    ])
    func `a value is the one after the command, or not`(_ step: String, _ before: Value, _ value: Value, _ isMet: Bool)
        throws
    {
        #expect(try Self.effect(step).isMet(by: value, after: before) == isMet)
    }

    @Test(
        arguments: [
            ("call.microphone.enable", ["ownCapabilities": Value.texts(["send-audio"])], true),
            ("call.microphone.enable", ["ownCapabilities": .texts(["send-video"])], false),
            ("call.microphone.enable", [:], false),
            ("call.microphone.disable", [:], true),
            ("toggleSpeaker", ["callingState": .text("idle"), "activeCall": .text("c")], false),
            ("toggleSpeaker", ["callingState": .text("lobby"), "activeCall": .text("c")], false),
            ("toggleSpeaker", ["callingState": .text("inCall"), "activeCall": .text("c")], true),
            ("toggleSpeaker", ["callingState": .text("idle")], true),
            ("call.speaker.enable", ["callingState": .text("idle"), "activeCall": .text("c")], true),
        ] as [(String, [String: Value], Bool)])
    func `an effect applies to a participant that can have it`(
        _ step: String, _ shown: [String: Value], _ applies: Bool
    ) throws {
        #expect(try Self.effect(step).applies { shown[$0.description] ?? .none } == applies)
    }

    // MARK: Rights

    @Test(
        arguments: [
            (CallAction.get, [OwnCapability.readCall]), (.getOrCreate, [.readCall]), (.getParticipants, [.readCall]),
            (.getRingState, [.readCall]),
            (.submitFeedback, [.readCall]), (.join, [.joinCall]), (.ring, [.joinCall]), (.accept, [.joinCall]),
            (.sendEvent, [.joinCall]),
            (.requestPermission, [.joinCall]), (.markEnded, [.endCall]), (.delete, [.endCall]), (.block, [.blockUsers]),
            (.unblock, [.blockUsers]),
            (.kick, [.kickUser]), (.muteUsers, [.muteUsers]), (.pin, [.pinForEveryone]), (.unpin, [.pinForEveryone]),
            (.userPermissions, [.updateCallPermissions]),
            (.update, [.updateCall, .updateCallSettings, .changeMaxDuration]),
            (.updateMembers, [.updateCallMember, .removeCallMember]), (.sendReaction, [.createReaction]),
            (.raiseHand, [.createReaction]),
            (.lowerHand, [.createReaction]), (.reject, []),
        ] as [(CallAction, [OwnCapability])])
    func `an action on a call needs one of its rights`(_ action: CallAction, _ rights: [OwnCapability]) {
        #expect(RightsWatch.needs(of: action) == Set(rights))
    }

    @Test(arguments: [
        (EgressAction.listRecordings, OwnCapability.readCall), (.goLive, .updateCall), (.stopLive, .updateCall),
        (.startRecording(.composite), .startRecordCall), (.startFrameRecording, .startRecordCall),
        (.stopRecording(.composite), .stopRecordCall),
        (.stopFrameRecording, .stopRecordCall), (.deleteRecording(sessionId: "s", filename: "f"), .stopRecordCall),
        (.startTranscription, .startTranscriptionCall), (.stopTranscription, .stopTranscriptionCall),
        (.startClosedCaptions, .startClosedCaptionsCall), (.stopClosedCaptions, .stopClosedCaptionsCall),
        (.startBroadcasting, .startBroadcastCall), (.startRTMPBroadcasts, .startBroadcastCall),
        (.stopBroadcasting, .stopBroadcastCall),
        (.stopAllRTMPBroadcasts, .stopBroadcastCall),
    ])
    func `an output of a call needs its right`(_ action: EgressAction, _ right: OwnCapability) {
        #expect(RightsWatch.need(of: action) == right)
    }
}
