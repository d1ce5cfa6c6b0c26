import Chance
import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    private static let guestPrefix = "guest-"

    /// Creates a user with the role `guest`, and a token for it, for a client without a token.
    func createGuest(_ request: ServerRequest, _ userId: inout String?) throws(APIError) -> ServerResponse {
        try guestWork.check(at: now)
        try limiter.take("guests at \(request.peer.host)", at: now)
        try admitBody(of: request)
        let requested = try request.body(CreateGuestRequest.self).user
        guard requested.id.utf8.count <= 64 else { throw .badField("user.id", "is longer than 64 bytes") }
        try check(requested)
        var user = requested
        user.role = CallRole.guest
        let wanted = requested.id.hasPrefix(Self.guestPrefix) ? requested.id : Self.guestPrefix + requested.id
        user.id = wanted
        if requested.name == requested.id { user.name = user.id }
        while users[user.id] != nil {
            let digits = String(generator.next() >> 32, radix: 16)
            user.id = "\(wanted)-\(digits)"
        }
        try provideRoom(for: user, with: [])
        users[user.id] = user
        userId = user.id
        let token = AccessToken(
            userId: user.id, issuedAt: date)
        return ServerResponse(
            .created,
            CreateGuestResponse {
                $0.user = user
                $0.accessToken = token.signed(with: configuration.secret)
            })
    }

    /// True for the id of a guest. The coordinator issues a guest's token to any client.
    static func isGuest(_ id: String) -> Bool { id.hasPrefix(guestPrefix) }

    /// Counts the profile and the devices of a guest. Beyond the limits, the oldest guests without a connection are
    /// forgotten.
    func provideRoom(for guest: User, with devices: [Device]) throws(APIError) {
        let size = devices.reduce(guest.keptBytes) { $0 + $1.keptBytes }
        var examined = 0
        while !guests.hasRoom(for: size, of: guest.id) {
            examined += 1
            guard examined <= Self.maxExamined, let oldest = guests.rotate() else { throw .guestsAreMany }
            guard oldest != guest.id, connections.receivers(ofUser: oldest).isEmpty else { continue }
            forget(guest: oldest)
        }
        guests.set(guest.id, size)
    }

    private func forget(guest id: String) {
        guests.remove(id)
        users[id] = nil
        devices[id] = nil
        rungIn[id] = nil
    }

    /// The maximum number of guests that are examined for one that can be forgotten.
    private static let maxExamined = 64
}
