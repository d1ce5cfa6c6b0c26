import Testing
import Timing
import Wire

@testable import BackendCore
@testable import ScenarioStage
@testable import Sockets

/// The check of servers after orders of a scenario.
@Suite struct OrderWatchTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let coordinator = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5683)

    /// Requests, each with its response.
    private struct Exchanges {
        var watch = OrderWatch()
        private var count: UInt8 = 0

        /// Adds a request that is granted or refused.
        mutating func add(
            _ path: String, isRefused: Bool, at server: SocketAddress = coordinator, fate: DatagramRecord.Fate = .sent,
            words: String = "this server is in trouble", messageID: UInt8? = nil
        ) {
            count += 1
            let id = messageID ?? count
            var request = CoAP.Message(type: .confirmable, code: .post, messageID: UInt16(id))
            request.options.uriPath = path.split(separator: "/").map(String.init)
            var response = CoAP.Message(
                type: .acknowledgement, code: isRefused ? .internalServerError : .changed, messageID: UInt16(id))
            if let token = CoAP.Token([id]) { (request.token, response.token) = (token, token) }
            response.payload = isRefused ? CBOR.map(["message": .text(words)]).encoded() : []
            watch.take(record(request, from: client, to: server, .received))
            watch.take(record(response, from: server, to: client, fate))
        }

        private func record(
            _ message: CoAP.Message, from: SocketAddress, to: SocketAddress, _ fate: DatagramRecord.Fate
        ) -> DatagramRecord {
            DatagramRecord(number: Int(count), time: .start, from: from, to: to, bytes: message.encoded(), fate: fate)
        }
    }

    private static func exchanges(refuse count: Int) -> Exchanges {
        var exchanges = Exchanges()
        exchanges.watch.refuse(count, with: "*/join", at: [coordinator.host])
        return exchanges
    }

    @Test func `a server refuses exactly the ordered number of requests`() {
        var exchanges = Self.exchanges(refuse: 2)
        exchanges.add("/video/call/default/standup/join", isRefused: true)
        exchanges.add("/video/call/default/standup/join", isRefused: true)
        exchanges.add("/video/call/default/standup/join", isRefused: false)
        #expect(exchanges.watch.violation == nil)
        exchanges.add("/video/call/default/standup/join", isRefused: true)
        #expect(exchanges.watch.violation?.hasSuffix("/join once more than it was ordered to") == true)
    }

    @Test func `a server grants none before`() {
        var exchanges = Self.exchanges(refuse: 2)
        exchanges.add("/video/call/default/standup/join", isRefused: true)
        exchanges.add("/video/call/default/standup/join", isRefused: false)
        #expect(exchanges.watch.violation?.hasSuffix("/join, and was ordered to refuse it") == true)
    }

    @Test func `a refusal that is delayed counts`() {
        var exchanges = Self.exchanges(refuse: 1)
        exchanges.add("/a/join", isRefused: true, fate: .delayed(until: .start))
        exchanges.add("/a/join", isRefused: false)
        #expect(exchanges.watch.violation == nil)
    }

    @Test func `other paths, servers and refusals do not count`() {
        var exchanges = Self.exchanges(refuse: 1)
        exchanges.add("/a/leave", isRefused: false)
        exchanges.add("/a/join", isRefused: false, at: Self.sfu)
        exchanges.add("/a/join", isRefused: true, words: "the user is blocked")
        #expect(exchanges.watch.violation == nil)
        exchanges.add("/a/join", isRefused: false)
        #expect(exchanges.watch.violation != nil)
    }

    @Test func `a server that may have lost its orders is not judged`() {
        var exchanges = Self.exchanges(refuse: 1)
        exchanges.watch.stopJudging()
        exchanges.add("/a/join", isRefused: false)
        exchanges.watch.refuse(1, with: "*/leave", at: [Self.coordinator.host])
        exchanges.add("/a/join", isRefused: true)
        #expect(exchanges.watch.violation == nil)
    }

    @Test func `a retransmission gets the response from before the order`() {
        var exchanges = Exchanges()
        exchanges.add("/a/join", isRefused: false)
        exchanges.watch.refuse(1, with: "*/join", at: [Self.coordinator.host])
        exchanges.add("/a/join", isRefused: false, messageID: 1)
        exchanges.add("/a/join", isRefused: true)
        #expect(exchanges.watch.violation == nil)
    }

    @Test func `a scenario without such an order is not read`() {
        var watch = OrderWatch(readsRequests: false)
        watch.take(
            DatagramRecord(
                number: 1, time: .start, from: Self.client, to: Self.coordinator, bytes: [0x40, 2, 0, 1],
                fate: .received))
        watch.refuse(1, with: "*", at: [Self.coordinator.host])
        watch.take(
            DatagramRecord(
                number: 2, time: .start, from: Self.coordinator, to: Self.client, bytes: [0x60, 0x44, 0, 1], fate: .sent
            ))
        #expect(watch.violation == nil)
    }

    @Test(arguments: [["alice", "bob"], ["alice"], []])
    func `an SFU that shuts down asks all its participants to move`(_ asked: [String]) {
        var watch = OrderWatch()
        watch.process(.event(type: "go_away", cid: nil, to: ["bob"]))
        watch.beginMoves()
        watch.process(.event(type: "go_away", cid: nil, to: asked))
        watch.endMoves(of: ["alice", "bob"])
        #expect((watch.violation == nil) == (asked.count == 2))
    }
}
