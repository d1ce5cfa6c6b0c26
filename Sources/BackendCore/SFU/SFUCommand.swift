internal import Containers
package import Signaling

/// An action of an SFU's operator; a scenario may cause it.
package enum SFUCommand: Hashable, Sendable {
    /// Requests every client to move to another SFU.
    case goAway(GoAwayReason)
    /// Refuses new sessions, or accepts them again.
    case full(Bool)
    /// Withholds the completion of migrations, or sends it again.
    case withholdMigrations(Bool)
}

extension SFUMachine {
    func perform(_ command: SFUCommand) {
        switch command {
        case .goAway(let reason):
            for session in sessions.values.sorted(by: { $0.receiver.number < $1.receiver.number }) {
                send(.goAway(reason), to: [session], of: session.cid)
            }
        case .full(let isFull): self.isFull = isFull
        case .withholdMigrations(let isWithheld):
            let waiting = withheldMigrations ?? []
            withheldMigrations = isWithheld ? waiting : nil
            if !isWithheld { for sessionId in waiting { completeMigration(of: sessionId) } }
        }
    }

    func completeMigration(of sessionId: String) {
        guard withheldMigrations == nil, let session = sessions[sessionId] else {
            withheldMigrations?.append(sessionId)
            return
        }
        send(.participantMigrationComplete, to: [session], of: session.cid)
    }
}
