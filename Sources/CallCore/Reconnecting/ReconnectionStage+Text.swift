import Signaling

extension ReconnectionMachine.Stage {
    /// The case's name with its strategy, if any, such as `offline(fast)`; used in journals.
    public var text: String {
        switch self {
        case .offline(let strategy): "offline(\(strategy))"
        case .settling(let strategy): "settling(\(strategy))"
        case .idle, .joined, .fastReconnecting, .rejoining, .migrating, .migrated, .left: "\(self)"
        }
    }
}
