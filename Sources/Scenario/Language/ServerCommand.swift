public import Signaling

/// A server's part in a scenario: what it is told to do that no participant asked for.
public struct ServerCall: Hashable, Sendable {
    /// The server, by its name in scenarios.
    public let server: String
    /// What it is told to do.
    public let command: ServerCommand
}

/// Something that a server is told to do.
public enum ServerCommand: Hashable, Sendable {
    /// The SFU tells a user, or all who are there, that the call is over, and ends their sessions.
    case endSession(CallReference, user: String?, CallEndedReason)
}

/// The commands of servers by the name that a scenario file gives them.
public enum ServerCommandName: String, CaseIterable, Sendable {
    case endSession

    /// Which server can do it.
    public var server: String {
        switch self {
        case .endSession: "sfu"
        }
    }

    /// What it takes and does.
    public var row: CommandRow {
        switch self {
        case .endSession:
            CommandRow(
                [.call], [.participant, .ending],
                "tells a participant, or all, that the call is over, and ends their stay")
        }
    }
}
