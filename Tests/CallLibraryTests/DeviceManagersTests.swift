import CallCore
import Chance
import Covering
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// Microphone, camera and speaker of a call; each test names the cases that it shows.
@MainActor
@Suite struct DeviceManagersTests {
    private final class SilentSocket: DatagramSocket {
        let address = SocketAddress(host: HostAddress(127, 0, 0, 9), port: 9)
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private(set) var sent = 0

        func send(_ bytes: [UInt8], to destination: SocketAddress) { sent += 1 }
        func close() {}
    }

    private let socket = SilentSocket()
    private let client: StreamVideo
    private let call: Call

    init() {
        client = StreamVideo(
            user: User(id: "alice"), coordinator: socket.address,
            environment: CallEnvironment(
                scheduler: ManualScheduler(), generator: SeededGenerator(seed: 1), socket: socket)
        ) { [] }
        call = client.call(callType: "default", callId: "standup")
        call.updateState {
            $0.update(from: CallResponse(cid: call.cid, createdBy: client.user, createdAt: .virtualStart))
            $0.setCapabilities([.sendAudio, .sendVideo])
        }
    }

    @Test(.covers("SET-06", "SET-08", "SET-11"))
    func `a status starts with the call's settings, and a toggle changes it`()
        async throws
    {
        #expect(call.microphone.status == .enabled && call.camera.status == .enabled)
        call.updateState {
            $0.callSettings.audioOn = false
            $0.callSettings.videoOn = false
        }
        #expect(call.microphone.status == .disabled && call.camera.status == .disabled)
        try await call.microphone.toggle()
        try await call.camera.toggle()
        #expect(call.microphone.status == .enabled && call.camera.status == .enabled)
        try await call.microphone.disable()
        try await call.camera.disable()
        #expect(call.state.callSettings == CallSettings(audioOn: false, videoOn: false))
        try await call.microphone.enable()
        try await call.camera.enable()
        #expect(call.state.callSettings == CallSettings())
    }

    @Test(.covers("SET-07")) func `a flip uses the other camera`() async throws {
        #expect(call.camera.direction == .front)
        try await call.camera.flip()
        #expect(call.camera.direction == .back)
        try await call.camera.flip()
        #expect(call.camera.direction == .front)
    }

    @Test(.covers("SET-09")) func `enabling an enabled device changes nothing`() {
        #expect(call.state.update { $0.switchSettings { $0.audioOn = true } }.isEmpty)
        #expect(!call.state.update { $0.switchSettings { $0.audioOn = false } }.isEmpty)
        #expect(socket.sent == 0)
    }

    @Test(.covers("SET-10")) func `speaker and sound are switched one by one`() async throws {
        try await call.speaker.disableSpeakerPhone()
        #expect(call.speaker.status == .disabled && call.speaker.audioOutputStatus == .enabled)
        try await call.speaker.disableAudioOutput()
        try await call.speaker.toggleSpeakerPhone()
        #expect(call.speaker.status == .enabled && call.speaker.audioOutputStatus == .disabled)
        try await call.speaker.enableSpeakerPhone()
        try await call.speaker.enableAudioOutput()
        #expect(call.state.callSettings == CallSettings())
    }

    /// A switch, its outcome, and the setting that it changes.
    private typealias Switch = (
        isOn: Bool, perform: @MainActor @Sendable (Call) async throws -> Void,
        change: @Sendable (inout CallSettings) -> Void
    )

    private static let switches: [Switch] = [
        (false, { try await $0.microphone.disable() }, { $0.audioOn = false }),
        (true, { try await $0.microphone.enable() }, { $0.audioOn = true }),
        (false, { try await $0.microphone.toggle() }, { $0.audioOn = false }),
        (false, { try await $0.camera.disable() }, { $0.videoOn = false }),
        (true, { try await $0.camera.enable() }, { $0.videoOn = true }),
        (false, { try await $0.camera.toggle() }, { $0.videoOn = false }),
        (false, { try await $0.camera.flip() }, { $0.cameraPosition = .back }),
        (false, { try await $0.speaker.disableSpeakerPhone() }, { $0.speakerOn = false }),
        (true, { try await $0.speaker.enableSpeakerPhone() }, { $0.speakerOn = true }),
        (false, { try await $0.speaker.toggleSpeakerPhone() }, { $0.speakerOn = false }),
        (false, { try await $0.speaker.disableAudioOutput() }, { $0.audioOutputOn = false }),
        (true, { try await $0.speaker.enableAudioOutput() }, { $0.audioOutputOn = true }),
    ]

    @Test func `a switch is kept as the choice of its own setting, and of no other`() async throws {
        for (number, (isOn, perform, change)) in Self.switches.enumerated() {
            let call = client.call(callType: "default", callId: "\(number)")
            call.updateState { $0.setCapabilities([.sendAudio, .sendVideo]) }
            try await perform(call)
            let others = CallSettings(
                audioOn: !isOn, videoOn: !isOn, speakerOn: !isOn, audioOutputOn: !isOn, cameraPosition: .front)
            var expected = others
            change(&expected)
            #expect(call.state.values.choices.applied(to: others) == expected, "switch \(number)")
        }
    }

    @Test(.covers("RTC-STATE-10")) func `without the capability neither microphone nor camera can be switched on`()
        async throws
    {
        call.updateState { $0.setCapabilities([]) }
        try await call.microphone.enable()
        try await call.camera.toggle()
        #expect(call.microphone.status == .disabled && call.camera.status == .disabled)
    }
}
