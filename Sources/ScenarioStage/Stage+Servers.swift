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
        lastCause = loop.now
        disturbed(addressesOrBytes: ["crash", "restart"].contains(call.command.spec.name))
        if ["sendEvent", "unknownEvent"].contains(call.command.spec.name) { wire.skipFields() }
        // Clients believe what a known event says, although no server holds it.
        if call.command.spec.name == "sendEvent" { hasOwnEvents = true }
        record.add(.fault(.init(target: call.server, text: code.text(call.command.arguments))))
        code.perform(self, call.server, call.command.arguments)
    }

    /// All users of the scenario without duplicates, in the order of the file.
    package var users: [String] {
        var seen: Set<String> = []
        return scenario.participants.map(\.user).filter { seen.insert($0).inserted }
    }

    package var date: Timestamp { loop.date }
}
