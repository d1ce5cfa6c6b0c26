package import Timing
package import Wire

/// Proves the requests of one client, and seals its tokens.
package final class RequestProver {
    private let keys: SharedKeys
    /// The authentication key of each server, and the number of the next request.
    private var servers: [String: (key: [UInt8], next: UInt64)] = [:]
    private static let coordinator = ServerName.coordinator

    /// Creates a prover from a private key of 32 random bytes; nil for an invalid server key.
    package init?(with serverKey: ServerKey, privateKey: [UInt8]) {
        guard let keys = SharedKeys(with: serverKey, privateKey: privateKey) else { return nil }
        self.keys = keys
    }

    /// Replaces the token of the next request to the coordinator by a sealed one.
    package func seal(_ request: inout ConnectRequest, at date: Timestamp) {
        let token = SealedToken {
            $0.token = request.token ?? []
            $0.sentAt = date
        }
        request.clientKey = keys.clientKey
        request.sealedToken = keys.seal(token, number: servers[Self.coordinator]?.next ?? 0)
        request.token = nil
    }

    /// Adds the proof to a request, which must not change afterwards.
    package func prove(_ request: inout CoAP.Request, to server: String) {
        var (key, next) = servers[server] ?? (keys.authenticationKey(for: server), 0)
        CoAP.RequestProof.add(to: &request, number: next, key: key)
        next += 1
        servers[server] = (key, next)
    }
}

/// The names of servers in the derivation of keys.
package enum ServerName {
    /// The name of the coordinator. An SFU has its own, such as `sfu-1`.
    package static let coordinator = "coordinator"
}
