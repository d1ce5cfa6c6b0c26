import Signaling

extension ReconnectionMachine.Stage {
    /// The case's name, and the way back where there is one, such as `offline(fast)`; journals say it.
    public var text: String {
        switch self {
        case .offline(let strategy): "offline(\(strategy))"
        case .settling(let strategy): "settling(\(strategy))"
        case .idle, .joined, .fastReconnecting, .rejoining, .migrating, .migrated, .left: "\(self)"
        }
    }
}
