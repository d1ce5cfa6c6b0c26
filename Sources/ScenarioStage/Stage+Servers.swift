import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
package import Timing

extension Stage {
    /// Performs a command of a server, and records it as a fault.
    func apply(_ call: ServerCall) {
        guard let code = ServerCommands.table[call.command.spec] else { return }
        lastActionAt = loop.now
        disturbed(addressesOrBytes: ["crash", "restart"].contains(call.command.spec.name))
        if ["sendEvent", "unknownEvent"].contains(call.command.spec.name) { wire.skipFields() }
        if Self.contradictingCommands.contains(call.command.spec.name) { wire.skipStreams() }
        // Clients apply a known event, although its content is in no server.
        if call.command.spec.name == "sendEvent" { hasOwnEvents = true }
        let text = code.text(call.command.arguments)
        record.add(.fault(.init(target: call.server, text: text)))
        noteUnknownCall(of: call, text)
        checkingOrder(call) { code.perform(self, call.server, call.command.arguments) }
    }

    /// The commands with which an SFU sends an event that its state may contradict.
    private static let contradictingCommands: Set<String> = [
        "audioLevel", "dominantSpeaker", "late", "quality", "unpublish",
    ]

    /// All users of the scenario without duplicates, in the order of the file.
    package var users: [String] {
        var seen: Set<String> = []
        return scenario.participants.map(\.user).filter { seen.insert($0).inserted }
    }

    package var date: Timestamp { loop.date }
}
