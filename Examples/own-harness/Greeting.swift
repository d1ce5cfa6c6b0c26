import CallLibrary
import CallLibraryGuest
import ScenarioLanguage
import ScenarioVocabulary

/// There is no other participant in the call.
struct NoOtherParticipant: Error {}

/// The step `sendGreeting`: sends a custom event to the call, and waits for an answer.
enum Greeting {
    private static let text = StepArgument.text("text", "what is said", such: "text: hello")
    private static let patience = StepArgument.duration(
        "patience", "how long an answer is waited for; 5s when it is not said", such: "patience: 2s")

    static let toAll = RegisteredStep(
        "greets all in the call, and waits for an answer", needs: [text], takes: [patience]
    ) { participant, arguments in
        let call = try participant.neededCall()
        guard call.participants.count > 1 else { throw NoOtherParticipant() }
        // A subscription that precedes the request misses no answer.
        let answers = call.subscribe(for: CustomVideoEvent.self)
        try await call.sendCustomEvent(["greeting": .text(try arguments.needed(text))])
        try await answered(answers, by: participant, within: arguments[patience] ?? .seconds(5))
    }

    @MainActor
    private static func answered(
        _ answers: AsyncStream<CustomVideoEvent>, by participant: StepParticipant, within limit: Duration
    ) async throws {
        let own = participant.streamVideo.user.id
        let listening = Task { @MainActor in
            for await event in answers where event.user.id != own { return event.user.id }
            return ""
        }
        let timer = Task { @MainActor in
            try await Task.sleep(for: limit)
            listening.cancel()
        }
        let answer = await listening.value
        timer.cancel()
        guard !answer.isEmpty else { throw NoOtherParticipant() }
        participant.note("was greeted", [("by", answer)])
    }
}

/// The step `mumble`, which participants of the kind `echo` do in their own way.
enum Mumbling {
    static let times = StepArgument.number("times", "how often", such: "times: 3")
    static let step = RegisteredStep(ofKinds: "says the last thing again", takes: [times])
}
