import Sockets
import Wire

/// Checks that a client which migrates has told the coordinator the SFU that it leaves (wire.md, "Reconnecting").
struct Migrations {
    private static let migrate: Int64 = 4

    /// The SFU that each client's last request to join has named as the one that it leaves.
    private var left: [HostAddress: String] = [:]

    /// Processes a request; returns its violation.
    mutating func violation(of request: RequestFacts, by client: HostAddress) -> String? {
        guard let body = request.body else { return nil }
        switch request.action {
        case .join: left[client] = body["migrating_from"]?.text ?? ""
        case .joinSession:
            guard let details = body["reconnect_details"]?.map, details["strategy"]?.integer == Self.migrate,
                let known = left[client], let origin = details["from_sfu_id"]?.text, known != origin
            else { return nil }
            return "it migrates from \(origin), and its request to the coordinator named "
                + (known.isEmpty ? "none" : known)
        default: break
        }
        return nil
    }
}
