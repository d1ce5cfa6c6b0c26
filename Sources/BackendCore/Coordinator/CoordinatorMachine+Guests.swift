import Chance
import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    private static let guestPrefix = "guest-"

    /// Creates a user with the role `guest`, and a token for it, for a client without a token.
    func createGuest(_ request: ServerRequest, _ userId: inout String?) throws(APIError) -> ServerResponse {
        try limiter.take("guests at \(request.peer.host)", at: now)
        let requested = try request.body(CreateGuestRequest.self).user
        guard requested.id.utf8.count <= 64 else { throw .badField("user.id", "is longer than 64 bytes") }
        try check(requested)
        var user = requested
        user.role = CallRole.guest
        user.id = requested.id.hasPrefix(Self.guestPrefix) ? requested.id : Self.guestPrefix + requested.id
        if requested.name == requested.id { user.name = user.id }
        while users[user.id] != nil {
            let digits = String(generator.next() >> 32, radix: 16)
            user.id = "\(Self.guestPrefix)\(digits)-\(requested.id)"
        }
        remember(guest: user)
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

    /// Remembers a guest. Beyond the limit, the oldest guest without a connection is forgotten.
    private func remember(guest: User) {
        users[guest.id] = guest
        guests.append(guest.id)
        guard guests.count > Self.maxGuests else { return }
        let oldest = guests.removeFirst()
        if connections.receivers(ofUser: oldest).isEmpty { users[oldest] = nil } else { guests.append(oldest) }
    }

    private static let maxGuests = 10_000
}
