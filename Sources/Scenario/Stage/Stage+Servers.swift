import Backend
import BackendCore
import Journal
import Signaling

extension Stage {
    /// Tells a server what to do, and says so in the journal.
    func apply(_ call: ServerCall) {
        record.add(.fault(.init(target: call.server, text: call.command.description)))
        switch call.command {
        case .endSession(let reference, let user, let reason):
            let cid = CallCid(type: reference.type, id: reference.id)
            for user in user.map({ [$0] }) ?? users { backend?.order(.remove(cid, userId: user, reason)) }
        }
    }

    /// Every user of the scenario once, in the order of the file.
    private var users: [String] {
        var seen: Set<String> = []
        return scenario.participants.map(\.user).filter { seen.insert($0).inserted }
    }
}

extension ServerCommand: CustomStringConvertible {
    /// As the journal shows it.
    public var description: String {
        switch self {
        case .endSession(let call, let user, let reason):
            "ends the stay of \(user ?? "everyone") in \(call.cid): \(reason)"
        }
    }
}
