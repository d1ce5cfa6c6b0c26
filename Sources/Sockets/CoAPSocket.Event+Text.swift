import Wire

extension CoAPSocket.Event: CustomStringConvertible {
    /// One line: the kind of event, and `key=value` in a fixed order.
    public var description: String {
        switch self {
        case .retransmitted(let again):
            "retransmitted message=\(again.messageID) to=\(again.peer) attempt=\(again.attempt)"
        case .duplicate(let peer, let type, let messageID):
            "duplicate message=\(messageID) type=\(type) from=\(peer)"
        case .malformed(let peer, let error):
            "malformed from=\(peer) problem=\"\(error)\""
        case .challenged(let peer):
            "challenged from=\(peer)"
        case .rejected(let peer, let messageID, let rejection):
            "rejected message=\(messageID) from=\(peer) problem=\"\(rejection)\""
        }
    }
}
