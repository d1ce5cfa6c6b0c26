import Sockets
import Timing
import Wire

/// Checks that a client whose SFU is full asks the coordinator for another one: its next join names that SFU among those to
/// avoid (semantics.md 4.3; RTC-FULL-01).
struct FullServers {
    /// A message of an SFU that it is full.
    private struct Refusal {
        let server: SocketAddress
        let cid: String
        let time: Instant
    }

    /// The code of the refusal of an SFU that has no place left.
    private static let code: Int64 = 700
    /// The joins of one attempt. The next join after them may be another command's.
    private static let attempts = 3
    /// The time in which the join follows; above the longest pause between two attempts, and below the wait for a network.
    private static let pause = Duration.seconds(1)
    /// The time between two signs of life of a client in a session, and a delay.
    private static let silence = Duration.seconds(6)

    /// The names of the SFUs that the coordinator has assigned.
    private var names: [SocketAddress: String] = [:]
    /// The call that each client last joined.
    private var calls: [HostAddress: String] = [:]
    private var refusals: [HostAddress: Refusal] = [:]
    /// The last request of each client to an SFU. One that reconnects disregards the events of the SFU that it leaves.
    private var requests: [HostAddress: (server: SocketAddress, time: Instant)] = [:]
    /// The clients that their SFU has asked to go away since their last join.
    private var leaving: Set<HostAddress> = []
    /// The refusals of each client since its last session.
    private var counts: [HostAddress: Int] = [:]
    /// The clients with a command since the coordinator's last response to a join. The next join may be the command's.
    private var commanded: Set<HostAddress> = []

    /// Records a request of a client to an SFU.
    mutating func noteRequest(of client: HostAddress, to server: SocketAddress, at time: Instant) {
        requests[client] = (server, time)
    }

    /// Processes a request; returns its violation.
    mutating func violation(of request: RequestFacts, by client: HostAddress, at time: Instant) -> String? {
        guard request.action == .join, let cid = request.cid, let body = request.body,
            let refusal = refusals.removeValue(forKey: client), refusal.cid == cid,
            refusal.time.duration(to: time) < Self.pause, !commanded.contains(client), let name = names[refusal.server]
        else { return nil }
        let avoided = (body["migrating_from_list"]?.array ?? []).compactMap(\.text)
        return avoided.contains(name) ? nil : "its migrating_from_list lacks \(name), which is full"
    }

    /// Processes the first response to a request.
    mutating func record(responseTo request: RequestFacts, _ content: BodyContent, _ datagram: DatagramRecord) {
        let client = datagram.to.host
        switch (request.action, content) {
        case (.join, .body(let response)):
            commanded.remove(client)
            guard let credentials = response["credentials"]?.map, let name = credentials["edge_name"]?.text,
                let host = credentials["host"]?.text.flatMap({ HostAddress($0) }),
                let port = credentials["port"]?.integer.flatMap({ UInt16(exactly: $0) })
            else { return }
            names[SocketAddress(host: host, port: port)] = name
            calls[client] = request.cid
        case (.joinSession, .refusal(Self.code, _)):
            counts[client, default: 0] += 1
            if counts[client, default: 0] < Self.attempts { note(datagram) }
        case (.joinSession, .body):
            counts[client] = 0
            leaving.remove(client)
        default: break
        }
    }

    /// Processes the events of a session. An SFU that becomes full may ask its client to move.
    mutating func record(eventsOf content: BodyContent, _ datagram: DatagramRecord) {
        let client = datagram.to.host
        for event in (content.map?["events"]?.array ?? []).compactMap(\.map) {
            if event["type"] == "go_away" { leaving.insert(client) }
            guard event["type"] == "error", event["error"]?.map?["code"]?.integer == Self.code,
                !leaving.contains(client), let last = requests[client], last.server == datagram.from,
                last.time.duration(to: datagram.time) < Self.silence
            else { continue }
            note(datagram)
        }
    }

    /// Notes a message of a full SFU.
    private mutating func note(_ datagram: DatagramRecord) {
        let client = datagram.to.host
        guard let cid = calls[client] else { return }
        refusals[client] = Refusal(server: datagram.from, cid: cid, time: datagram.time)
    }

    /// Notes a command of a client, which may end a join and begin another one.
    mutating func noteCommand(of client: HostAddress) { commanded.insert(client) }

    /// Forgets the refusal of a client that leaves.
    mutating func left(_ client: HostAddress) { refusals[client] = nil }
}
