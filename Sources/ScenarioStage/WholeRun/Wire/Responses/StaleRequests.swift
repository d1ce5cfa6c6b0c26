import Sockets
import Wire

/// Checks that no client sends a request about a connection that it has closed, or about a session that it has replaced by
/// a rejoin, except to leave it (wire.md; semantics.md 4.6).
struct StaleRequests {
    private static let join = "/sfu/join"
    private static let leave = "/sfu/leave"
    private static let rejoin: Int64 = 3

    private struct MessageKey: Hashable {
        let (from, to): (SocketAddress, SocketAddress)
        let id: ArraySlice<UInt8>
    }

    /// The number of requests and responses so far.
    private var count = 0
    /// The numbers of requests that were made and have not been sent, because they are late or were lost at first.
    private var made: [MessageKey: Int] = [:]
    /// The connections that their clients have closed, with the numbers of the responses.
    private var closed: [String: Int] = [:]
    /// The sessions that each session was to be replaced by.
    private var successors: [String: [String]] = [:]
    /// The sessions about which clients have sent requests after their join, with the number of the first one.
    private var used: [String: Int] = [:]

    private static func key(of datagram: DatagramRecord) -> MessageKey {
        MessageKey(from: datagram.from, to: datagram.to, id: datagram.bytes[2..<4])
    }

    /// Notes a message at the instant at which its sender makes it, when it is not sent at that instant.
    mutating func noteMade(_ datagram: DatagramRecord) {
        guard datagram.bytes.count > 4, datagram.bytes[0] >> 4 == 4, datagram.bytes[1] >> 5 == 0 else { return }
        let key = Self.key(of: datagram)
        guard made[key] == nil else { return }
        count += 1
        made[key] = count
    }

    /// Processes a request; returns its violation.
    ///
    /// - Parameter isPart: True for the request of a later block, which continues an exchange.
    mutating func violation(
        of request: RequestFacts, path: String, _ datagram: DatagramRecord, isPart: Bool = false
    ) -> String? {
        count += 1
        let number = made.removeValue(forKey: Self.key(of: datagram)) ?? count
        if let connection = request.connection, let end = closed[connection], end < number,
            request.action != .disconnect, !isPart
        {
            return "its connection \(connection) was closed by its client"
        }
        guard path.hasPrefix("/sfu/"), let body = request.body, let session = body["session_id"]?.text else {
            return nil
        }
        switch path {
        case Self.join: noteJoin(body, session)
        case Self.leave: break
        default:
            if let later = successor(of: session, before: number) {
                return "its session \(session) was replaced by \(later)"
            }
            used[session] = min(used[session] ?? number, number)
        }
        return nil
    }

    /// Records the response to a request.
    mutating func record(responseTo request: RequestFacts, isGranted: Bool) {
        guard let connection = request.connection else { return }
        count += 1
        if request.action == .disconnect, isGranted { closed[connection] = count }
        if request.action == .connect { closed[connection] = nil }
    }

    private mutating func noteJoin(_ body: CBOR.Map, _ session: String) {
        guard let details = body["reconnect_details"]?.map, details["strategy"]?.integer == Self.rejoin,
            let previous = details["previous_session_id"]?.text, previous != session
        else { return }
        successors[previous, default: []].append(session)
    }

    /// Returns the session that has replaced another one, and about which its client has sent a request before.
    private func successor(of session: String, before number: Int) -> String? {
        var pending = successors[session] ?? []
        var seen: Set<String> = [session]
        while let later = pending.popLast() {
            guard seen.insert(later).inserted else { continue }
            if let first = used[later], first < number { return later }
            pending += successors[later] ?? []
        }
        return nil
    }
}
