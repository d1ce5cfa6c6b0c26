import Journal
import Loop

extension Stage {
    /// Tells a server what to do, and says so in the journal.
    func apply(_ call: ServerCall) {
        lastCause = loop.now
        record.add(.fault(.init(target: call.server, text: call.spec.text(call.arguments))))
        call.spec.perform(self, call.server, call.arguments)
    }

    /// Every user of the scenario once, in the order of the file.
    var users: [String] {
        var seen: Set<String> = []
        return scenario.participants.map(\.user).filter { seen.insert($0).inserted }
    }
}
