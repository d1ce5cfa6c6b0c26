import Signaling
import Wire

extension BackendTrace: CustomStringConvertible {
    /// The trace in one line: verb, object, and `key=value` in a fixed order.
    package var description: String {
        switch self {
        case .request(let request):
            request.description
        case .event(let type, let cid, let receivers):
            "event \(type)\(cid.map { " call=\($0)" } ?? "") to=\(receivers.joined(separator: ","))"
        case .pastEvent(let type, let cid, let receiver):
            "event \(type) call=\(cid) to=\(receiver) past"
        case .connection(let change, let connectionId, let userId):
            "connection \(change.rawValue) user=\(userId) connection=\(connectionId)"
        case .session(let change, let cid, let userId, let sessionId):
            "session \(change.rawValue) call=\(cid) user=\(userId) session=\(sessionId)"
        case .path(let change, let userId, let sessionId, let address):
            "path \(change.rawValue) user=\(userId) session=\(sessionId) at=\(address)"
        case .dropped(let drop, let peer, let count):
            "dropped \(drop.rawValue) from=\(peer) count=\(count)"
        case .timer(let label):
            "timer \(label)"
        }
    }
}

extension RequestTrace: CustomStringConvertible {
    /// The trace in one line: `request`, the route, and `key=value` in a fixed order.
    package var description: String {
        var text = "request \(route) user=\(userId ?? "?") from=\(peer) code=\(code)"
        if let refusal { text += " refusal=\"\(refusal.message)\"" }
        return text
    }
}

extension RequestTrace.Route: CustomStringConvertible {
    /// The name of the route, with the call if there is one.
    package var description: String {
        switch self {
        case .coordinator(.connect): "connect"
        case .coordinator(.health): "connection health"
        case .coordinator(.disconnect): "disconnect"
        case .coordinator(.call(let cid, let action)): "\(action.rawValue) call=\(cid)"
        case .coordinator(.egress(let cid, let action)): "\(action.name) call=\(cid)"
        case .coordinator(.client(let action)): action.rawValue
        case .sfu(let route): "sfu/\(route.rawValue)"
        case .unknown(let method, let path): "\(method) /\(path.joined(separator: "/"))"
        }
    }
}
