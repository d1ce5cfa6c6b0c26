import BackendCore
import Containers
import ScenarioLanguage
import Sockets
import Wire

/// Checks that servers carry out what a scenario orders.
///
/// A failing server refuses exactly the next requests with the path. An SFU that shuts down asks each of its participants
/// to move.
struct OrderWatch {
    /// An order to refuse requests.
    private struct Failure {
        let servers: Set<HostAddress>
        let path: Pattern
        let count: Int
        /// The refusals of each server so far.
        var used: [HostAddress: Int] = [:]

        func applies(to path: String, at server: HostAddress) -> Bool {
            servers.contains(server) && used[server, default: 0] < count && self.path.fits(path)
        }
    }

    private struct Exchange: Hashable {
        let client: SocketAddress
        let server: SocketAddress
        let token: [UInt8]
    }

    private struct Message: Hashable {
        let client: SocketAddress
        let server: SocketAddress
        let id: UInt16
    }

    /// The message of each refusal that a scenario orders.
    private static let words = Array("this server is in trouble".utf8)
    /// The code of the response to a block that is not the last one.
    private static let next: UInt8 = 0x5F

    /// True in a scenario that orders refusals, which has to know the requests before the first order: a retransmission
    /// gets the earlier response.
    private let readsRequests: Bool
    /// False once servers may have lost orders, or messages are not known.
    private var knowsOrders = true
    private var failures: [Failure] = []
    /// The pending requests, with their paths.
    private var requests: [Exchange: String] = [:]
    private var messages: Set<Message> = []
    /// The users that were asked to move, since the beginning of the present order; nil without one.
    private var asked: [String]?
    /// The first violation, in words.
    private(set) var violation: String?

    init(readsRequests: Bool = true) { self.readsRequests = readsRequests }

    /// Notes an order to refuse the next requests with a path, at each of some servers.
    mutating func refuse(_ count: Int, with path: String, at servers: [HostAddress]) {
        failures.append(Failure(servers: Set(servers), path: Pattern(path), count: count))
    }

    /// Judges no refusals any more, because servers may have lost orders, or messages are not known.
    mutating func stopJudging() { (knowsOrders, requests, messages) = (false, [:], []) }

    // MARK: Refusals

    /// Processes a datagram.
    mutating func take(_ datagram: DatagramRecord) {
        guard readsRequests, knowsOrders, violation == nil else { return }
        switch datagram.fate {
        case .received: received(datagram)
        case .sent, .delayed: made(datagram)
        case .lost where datagram.number == nil: made(datagram)
        case .lost, .corrupted, .duplicated, .kernelDropped, .undeliverable: break
        }
    }

    /// Notes a request that reaches a server. A request for a further block, and an earlier block of a body, is none.
    private mutating func received(_ datagram: DatagramRecord) {
        guard let frame = CoAPFrame(datagram.bytes), frame.isRequest, frame.block2?.number ?? 0 == 0,
            frame.block1?.hasMore != true
        else { return }
        let message = Message(client: datagram.from, server: datagram.to, id: frame.messageID)
        guard messages.insert(message).inserted else { return }
        let exchange = Exchange(client: datagram.from, server: datagram.to, token: frame.token)
        requests[exchange] = String(decoding: frame.path, as: UTF8.self)
    }

    /// Processes a message that a server makes.
    private mutating func made(_ datagram: DatagramRecord) {
        guard let frame = CoAPFrame(datagram.bytes), !frame.isRequest, !frame.isEmpty, frame.code != Self.next
        else { return }
        let exchange = Exchange(client: datagram.to, server: datagram.from, token: frame.token)
        guard let path = requests.removeValue(forKey: exchange) else { return }
        let server = datagram.from.host
        let order = failures.firstIndex { $0.applies(to: path, at: server) }
        let payload = frame.payload.map { datagram.bytes[$0] } ?? []
        if !frame.isSuccess, payload.contains(part: Self.words) {
            if let order {
                failures[order].used[server, default: 0] += 1
            } else {
                violation = "\(datagram.from) refuses \(path) once more than it was ordered to"
            }
        } else if order != nil, frame.isSuccess {
            violation = "\(datagram.from) grants \(path), and was ordered to refuse it"
        }
    }

    // MARK: Moves

    /// Notes that a scenario begins to shut an SFU down.
    mutating func beginMoves() { asked = [] }

    /// Notes an event that a server sends.
    mutating func process(_ trace: BackendTrace) {
        guard asked != nil, case .event("go_away", _, let users) = trace else { return }
        asked?.append(contentsOf: users)
    }

    /// Checks that the users with sessions at the SFU were asked to move.
    mutating func endMoves(of users: [String]) {
        let asked = asked ?? []
        self.asked = nil
        guard violation == nil, let missed = users.first(where: { !asked.contains($0) }) else { return }
        violation = "an SFU shuts down, and does not ask \(missed) to move"
    }
}
