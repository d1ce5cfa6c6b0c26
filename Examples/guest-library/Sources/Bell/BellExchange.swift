/// The server: it knows where users are, and forwards what concerns a call.
@MainActor
public final class BellExchange {
    private struct Room {
        let caller: String
        let callees: [String]
        var people: [String] = []
    }

    private let line: BellLine
    private var places: [String: BellPlace] = [:]
    private var rooms: [String: Room] = [:]

    /// Creates an exchange. `transmit` sends a datagram.
    public init(transmit: @escaping @MainActor ([UInt8], BellPlace) -> Void) {
        line = BellLine(transmit: transmit)
        line.onMessage = { [weak self] message, place in self?.take(message, from: place) }
    }

    /// Takes a datagram.
    public func receive(_ bytes: [UInt8], from place: BellPlace) { line.receive(bytes, from: place) }

    /// Gives up everything.
    public func close() { line.close() }

    private func take(_ message: BellMessage, from place: BellPlace) {
        guard let user = message.fields["from"] else { return }
        let name = message.fields["room"] ?? ""
        switch message.verb {
        case .hello: places[user] = place
        case .ring:
            rooms[name] = Room(caller: user, callees: message.users("to"))
            forward(message, to: message.users("to"))
        case .answer, .decline: forward(message, to: [rooms[name]?.caller ?? ""])
        case .cancel: forward(message, to: rooms[name]?.callees ?? [])
        case .enter: update(name) { if !$0.contains(user) { $0.append(user) } }
        case .bye: update(name) { people in people.removeAll { $0 == user } }
        case .people, .got: break
        }
    }

    private func forward(_ message: BellMessage, to users: [String]) {
        for place in users.compactMap({ places[$0] }) { line.post(message, to: place) }
    }

    private func update(_ name: String, _ change: (inout [String]) -> Void) {
        guard var room = rooms[name] else { return }
        change(&room.people)
        rooms[name] = room
        let users = room.people.sorted().joined(separator: ",")
        forward(BellMessage(.people, ["room": name, "users": users]), to: room.people)
    }
}
