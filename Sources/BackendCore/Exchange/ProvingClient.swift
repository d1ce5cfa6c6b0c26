internal import Containers
import Signaling
import Timing
import Wire

/// A client that proves its requests to one server.
final class ProvingClient {
    let clientKey: [UInt8]
    private let keys: SharedKeys
    private let authenticationKey: [UInt8]
    private var used = UsedNumbers()

    init(_ keys: SharedKeys, server: String) {
        clientKey = keys.clientKey
        self.keys = keys
        authenticationKey = keys.authenticationKey(for: server)
    }

    /// Verifies the proof of a request and marks its number as used. Must precede all effects of the request.
    @discardableResult
    func verify(_ request: ServerRequest) throws(APIError) -> CoAP.RequestProof {
        guard let proof = CoAP.RequestProof(request.options) else { throw .proofMissing }
        let isRight = proof.proves(
            request.method, observes: request.observes, request.options, request.payload, key: authenticationKey)
        guard isRight else { throw .proofWrong }
        guard used.use(proof.number) else { throw .proofUsed }
        return proof
    }

    /// Returns the token that a verified request contains.
    func token(_ sealed: [UInt8]?, in proof: CoAP.RequestProof, at date: Timestamp) throws(APIError) -> [UInt8] {
        guard let sealed, let token = keys.open(sealed, number: proof.number) else { throw .sealedTokenUnreadable }
        let tolerance = AccessToken.clockTolerance
        guard token.sentAt >= date.advanced(by: .zero - tolerance), token.sentAt <= date.advanced(by: tolerance) else {
            throw .sealedTokenOld
        }
        return token.token
    }
}

/// The clients that prove their requests to one server, including clients without a connection or session.
struct ProvingClients {
    private struct Key: Hashable, MapKey {
        let bytes: [UInt8]
    }

    /// The maximum number of clients whose used numbers are kept.
    static let maxCount = 65_536
    /// The maximum number of guests whose used numbers are kept. Guests are kept apart, because one client can be any
    /// number of guests and must not displace other users.
    static let maxCountOfGuests = 10_000
    /// The time for which the used numbers of a client are kept.
    static let memory = Duration.seconds(86_400)

    private let pair: ServerKeyPair
    private let server: String
    private var clients = ExpiringMap<Key, ProvingClient, Timestamp>(maxCount: maxCount)
    private var guests = ExpiringMap<Key, ProvingClient, Timestamp>(maxCount: maxCountOfGuests)

    init(_ configuration: BackendConfiguration, server: String) {
        pair = ServerKeyPair(tokenSecret: configuration.secret)
        self.server = server
    }

    /// Returns the client with a key. A client that is not known has used no numbers.
    mutating func client(_ clientKey: [UInt8], at date: Timestamp) throws(APIError) -> ProvingClient {
        let key = Key(bytes: clientKey)
        if let known = clients.value(for: key, at: date) ?? guests.value(for: key, at: date) { return known }
        guard let keys = pair.shared(with: clientKey) else { throw .clientKeyInvalid }
        return ProvingClient(keys, server: server)
    }

    mutating func removeExpired(at date: Timestamp) {
        clients.removeExpired(at: date)
        guests.removeExpired(at: date)
    }

    /// Remembers a client that has presented a valid token.
    mutating func remember(_ client: ProvingClient, of userId: String, at date: Timestamp) {
        let (key, expiry) = (Key(bytes: client.clientKey), date.advanced(by: Self.memory))
        if CoordinatorMachine.isGuest(userId) {
            guests.insert(client, for: key, until: expiry, at: date)
        } else {
            clients.insert(client, for: key, until: expiry, at: date)
        }
    }
}

extension ServerRequest {
    /// Verifies a request of a connection or a session. A client without a key must not send a proof: it would wrongly
    /// rely on the verification.
    func verify(for client: ProvingClient?) throws(APIError) {
        if let client {
            try client.verify(self)
        } else if options.contains(.requestProof) {
            throw .proofUnexpected
        }
    }
}
