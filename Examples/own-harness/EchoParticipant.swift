import CallLibrary
import CallLibraryGuest
import ScenarioLanguage
import ScenarioVocabulary

/// A participant of the kind `echo`: answers every ring, and says again whatever anybody says.
///
/// It happens to be made of the call library's client, without a view model. It could as well speak CoAP on
/// `context.socket` by itself.
final class EchoParticipant: RegisteredParticipant {
    private static let delay = StepArgument.duration(
        "delay", "how long it lets ring; not at all when it is not said", such: "delay: 2s")
    private static let echoes = ReportedProperty("echoes", .number, "how often it has said something again")

    /// The participants and commands that the program registers.
    static let kind = ParticipantKind(
        "answers every ring, and says again whatever anybody says", takes: [delay],
        commands: ["mumble", "hangUp"], properties: [echoes]
    ) { EchoParticipant($0) }

    private let context: ParticipantContext
    private let client: StreamVideo
    private var call: Call?
    private var echoed = 0
    private var lastWord = CBOR.Map()
    private var listening: [Task<Void, any Error>] = []

    init(_ context: ParticipantContext) {
        self.context = context
        client = context.makeClient()
        context.report("callingState", .text("idle"))
        context.report("echoes", .integer(0))
    }

    func connect() async throws {
        try await client.connect()
        let rings = client.subscribe(for: CallRingEvent.self)
        listening.append(
            Task { @MainActor [weak self] in
                for await ring in rings { try await self?.answer(ring) }
            })
    }

    func perform(_ command: ReceivedCommand) async throws {
        switch command.name {
        case "mumble":
            for _ in 0..<Int(command.arguments[Mumbling.times] ?? 1) { try await say(lastWord) }
        case "hangUp":
            call?.leave()
            context.report("callingState", .text("idle"))
        default:
            throw UnsupportedCommand(command.name)
        }
    }

    func leave() async {
        for task in listening { task.cancel() }
        call?.leave()
        // A participant that was never connected has nothing to end.
        try? await client.disconnect()
    }

    private func answer(_ ring: CallRingEvent) async throws {
        context.report("callingState", .text("incoming"))
        if let delay = context.arguments[Self.delay] { try await Task.sleep(for: delay) }
        let call = client.call(callType: ring.callCid.type, callId: ring.callCid.id)
        self.call = call
        try await call.accept()
        let words = call.subscribe(for: CustomVideoEvent.self)
        listening.append(
            Task { @MainActor [weak self] in
                for await word in words { try await self?.receive(word) }
            })
        try await call.join()
        context.report("callingState", .text("inCall"))
        context.note("answered", [("who", ring.user.id)])
    }

    private func receive(_ word: CustomVideoEvent) async throws {
        guard word.user.id != client.user.id else { return }
        lastWord = word.custom
        try await say(word.custom)
    }

    private func say(_ word: CBOR.Map) async throws {
        try await call?.sendCustomEvent(word)
        echoed += 1
        context.report("echoes", .integer(Int64(echoed)))
    }
}
