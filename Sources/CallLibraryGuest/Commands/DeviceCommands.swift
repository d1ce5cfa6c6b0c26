import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    // `id=` and the device are a part of a query.
    fileprivate static let device = Argument(
        "device", .text(.part(bytes: 252)), "the device, as the push provider knows it", such: "device: phone-1")
    fileprivate static let provider = Argument(
        "provider", .text(.filled), "the push provider; apn when omitted", such: "provider: firebase")
    fileprivate static let voipToken = Argument(
        "voipToken", .value(.boolean), "true for a token that receives calls only", such: "voipToken: true")
}

extension Commands {
    /// Commands for the user's devices, the available SFUs, and the client's event streams.
    static let deviceCommands: [CommandRow] = [
        .client("setDevice", "registers a device for push messages", needs: [.device], takes: [.provider, .voipToken]) {
            try await $0.setDevice(
                id: $1.needed(.device), pushProvider: $1.text(.provider) ?? "apn", isVoip: $1.flag(.voipToken))
        },
        .client("deleteDevice", "removes a device", needs: [.device]) {
            try await $0.deleteDevice(id: $1.needed(.device))
        },
        CommandRow("listDevices", "reads the user's devices") { participant, _ in
            participant.keep(.texts(try await participant.client.listDevices().map(\.id)), as: "devices")
        },
        CommandRow("getEdges", "reads the list of SFUs") { participant, _ in
            let edges = try await participant.client.getEdges()
            participant.keep(.texts(edges.map { "\($0.id) \($0.location)" }), as: "edges")
        },
        CommandRow("listen", "subscribes to the client's event streams from now on") { participant, _ in
            participant.listen()
        },
    ]
}

extension StageParticipant {
    /// Subscribes to all events on one stream, and to reactions on a typed stream.
    fileprivate func listen() {
        let (all, reactions) = (client.subscribe(), client.subscribe(for: CallReactionEvent.self))
        Task { @MainActor [weak self] in
            for await event in all { self?.keepReceived(.text(event.type), as: "receivedEvents") }
        }
        Task { @MainActor [weak self] in
            for await event in reactions {
                let reaction = event.reaction
                let text = [reaction.user.id, reaction.type, reaction.emojiCode ?? ""].joined(separator: " ")
                self?.keepReceived(.text(text), as: "receivedReactions")
                self?.keep(
                    .map(reaction.custom.map { .init(key: $0.key.text ?? "", value: Value($0.value)) }),
                    as: "reaction.custom")
            }
        }
    }

    private func keepReceived(_ value: Value, as name: String) {
        guard case .list(let before)? = results[name] else { return keep(.list([value]), as: name) }
        keep(.list(before + [value]), as: name)
    }
}
