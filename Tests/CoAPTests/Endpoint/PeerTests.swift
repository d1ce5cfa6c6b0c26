import Chance
import Containers
import Testing
import Timing

@testable import Wire

/// The state of peers and of messages, as the endpoint holds it.
@Suite struct PeerTests {
    private static let client = Conversation.clientAddress
    private static let server = Conversation.serverAddress

    private func peer(_ number: Int) -> SocketAddress {
        SocketAddress(host: HostAddress(127, 7, UInt8(number >> 8), UInt8(number & 255)), port: 1)
    }

    // MARK: Idle peers

    @Test func `a peer is idle only without messages, queue, requests and observations`() {
        let changes: [(inout PeerState) -> Void] = [
            { $0.outstanding = 1 }, { $0.waiting.append(CoAP.ExchangeID(rawValue: 1)) }, { $0.openRequests = 1 },
            { $0.observers = 1 },
        ]
        var idle = PeerState(nextMessageID: 7)
        #expect(idle.isIdle && idle.nextMessageID == 7 && !idle.isProved)
        idle.isProved = true
        #expect(idle.isIdle)
        for change in changes {
            var busy = PeerState(nextMessageID: 7)
            change(&busy)
            #expect(!busy.isIdle)
        }
    }

    @Test func `a thousand and twenty-four idle peers are kept, and one more removes them`() {
        var endpoint = CoAP.Endpoint(generator: SeededGenerator(seed: 1))
        for number in 1...1024 { endpoint.trust(peer(number)) }
        #expect(endpoint.peers.count == 1024)
        endpoint.removeExpired(at: .start)
        #expect(endpoint.peers.count == 1024)
        endpoint.trust(peer(1))
        #expect(endpoint.peers.count == 1024)
        endpoint.trust(peer(1025))
        #expect(endpoint.peers.count == 1)
    }

    @Test func `busy peers are kept, and idle ones go when their number has doubled`() {
        var endpoint = CoAP.Endpoint(generator: SeededGenerator(seed: 1))
        for number in 1...1000 {
            _ = endpoint.request(CoAP.Request(code: .get, path: []), to: peer(number), at: .start)
        }
        for number in 2001...2024 { endpoint.trust(peer(number)) }
        endpoint.trust(peer(3001))
        #expect(endpoint.peers.count == 1001)
        for number in 4001...4999 { endpoint.trust(peer(number)) }
        #expect(endpoint.peers.count == 2000)
        endpoint.trust(peer(5001))
        #expect(endpoint.peers.count == 1001)
        for number in 6001...6024 { endpoint.trust(peer(number)) }
        #expect(endpoint.peers.count == 1025)
        endpoint.removeExpired(at: .start)
        #expect(endpoint.peers.count == 1000)
    }

    // MARK: Message IDs

    @Test func `message IDs ascend past those in use, to each peer from a start of its own`() {
        var endpoint = CoAP.Endpoint(parameters: .init(nStart: 100), generator: SeededGenerator(seed: 1))
        let request = CoAP.Request(code: .get, path: [])
        for _ in 0..<3 { _ = endpoint.request(request, to: Self.server, at: .start) }
        let next = endpoint.freshMessageID(for: Self.server)
        #expect(endpoint.transmissions.count == 3)
        // The count returns to the first ID in use.
        endpoint.peers.values[endpoint.peerSlot(Self.server)].nextMessageID = next &- 3
        #expect((0..<4).map { _ in endpoint.freshMessageID(for: Self.server) &- next } == [0, 1, 2, 3])
        // The ID behind one in use is the next free one.
        endpoint.peers.values[endpoint.peerSlot(Self.server)].nextMessageID = next &- 1
        #expect(endpoint.freshMessageID(for: Self.server) == next)
        #expect(endpoint.freshMessageID(for: Self.client) != next &+ 4)
        endpoint.peers.values[endpoint.peerSlot(Self.server)].nextMessageID = .max
        #expect((0..<2).map { _ in endpoint.freshMessageID(for: Self.server) } == [.max, 0])
    }

    // MARK: Leftovers

    @Test func `leftovers are counted by their kind`() throws {
        var endpoint = CoAP.Endpoint(parameters: .init(nStart: 5), generator: SeededGenerator(seed: 1))
        #expect(endpoint.leftovers.isEmpty)
        for _ in 0..<5 { _ = endpoint.request(CoAP.Request(code: .get, path: []), to: Self.server, at: .start) }
        _ = endpoint.ping(peer(1), at: .start)
        for number in 1...2 as ClosedRange<UInt16> {
            let open = CoAP.Message(type: .nonConfirmable, code: .get, messageID: number)
            _ = endpoint.receive(open.encoded(), from: peer(2), at: .start)
        }
        for number in 3...5 as ClosedRange<UInt16> {
            var message = CoAP.Message(type: .confirmable, code: .get, messageID: number, token: token("0\(number)"))
            message.options.observe = 0
            for case .request(let request) in endpoint.receive(message.encoded(), from: peer(3), at: .start) {
                _ = endpoint.respond(CoAP.Response(code: .content, observer: true), to: request.id, at: .start)
            }
        }
        #expect(
            endpoint.leftovers == [
                "6 messages without an acknowledgement", "6 exchanges", "5 tokens of exchanges",
                "2 requests without a response", "3 observers", "3 tokens of observers", "4 busy peers",
            ])
    }

    @Test func `a single entry is a leftover too`() {
        var endpoint = CoAP.Endpoint(generator: SeededGenerator(seed: 1))
        _ = endpoint.request(CoAP.Request(code: .get, path: []), to: Self.server, at: .start)
        #expect(
            endpoint.leftovers == [
                "1 messages without an acknowledgement", "1 exchanges", "1 tokens of exchanges", "1 busy peers",
            ])
        #expect(CoAP.defaultPort == 5683)
    }

    @Test func `nothing is left of a message that is given up, and its late receipt is rejected`() {
        for purpose in ["request", "ping", "response", "notification", "last block"] {
            var conversation = Conversation(client: .init(responseTimeout: .seconds(1)))
            conversation.respond = { _ in nil }
            switch purpose {
            case "ping": _ = conversation.ping()
            case "request", "response": conversation.get("a")
            default: conversation.get("a", observe: true)
            }
            let isClients = ["ping", "request"].contains(purpose)
            if !isClients {
                conversation.run(for: .milliseconds(600))
                let length = purpose == "last block" ? 1201 : 1
                let response = CoAP.Response(code: .content, payload: body(1), observer: true)
                conversation.respond(response, to: conversation.requests[0].id)
                if purpose != "response" {
                    conversation.run(for: .milliseconds(100))
                    conversation.notify(
                        CoAP.Response(code: .content, payload: body(length)), conversation.requests[0].observer)
                    if purpose == "last block" { conversation.run(for: .milliseconds(25)) }
                }
            }
            conversation.conditions.loss = 1
            let last = conversation.transcript.messages.last { $0.message.type == .confirmable }
            conversation.run()
            let leftovers = isClients ? conversation.client.leftovers : conversation.server.leftovers
            #expect(leftovers.isEmpty, "\(purpose): \(leftovers)")
            let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: last?.message.messageID ?? 0)
            let effects =
                isClients
                ? conversation.client.receive(receipt.encoded(), from: Self.server, at: conversation.now)
                : conversation.server.receive(receipt.encoded(), from: Self.client, at: conversation.now)
            let address = isClients ? Self.server : Self.client
            #expect(
                effects == [.rejected(address, messageID: receipt.messageID, .unknownMessage)], "\(purpose): \(effects)"
            )
        }
    }

    // MARK: Parameters

    @Test(arguments: [(-1, 1), (0, 1), (1, 2), (4, 5), (20, 21), (21, 21), (100, 21)])
    func `a message is sent once and again as often as the parameters say, twenty times at most`(
        _ most: Int, _ count: Int
    ) {
        var conversation = Conversation(client: .init(maxRetransmit: most))
        conversation.conditions.loss = 1
        conversation.get("a")
        conversation.run()
        #expect(conversation.sentCount == count)
        #expect(conversation.failures == [.timeout])
    }

    @Test func `timeouts are whole milliseconds between the bounds, and never negative`() {
        func timeouts(_ timeout: Duration, _ factor: Double) -> [Int64] {
            let parameters = CoAP.TransmissionParameters(
                acknowledgementTimeout: timeout, acknowledgementRandomFactor: factor)
            let waits = CoAP.TransmissionParameters.Waits(parameters)
            return [0, 0.5, 0.999_999].map(waits.initialTimeout(unit:))
        }
        #expect(timeouts(.seconds(2), 1.5) == [2_000_000_000, 2_500_000_000, 2_999_000_000])
        #expect(timeouts(.seconds(2), 0.5) == [2_000_000_000, 2_000_000_000, 2_000_000_000])
        #expect(timeouts(.nanoseconds(1_500_000), 2) == [1_500_000, 2_000_000, 2_000_000])
        #expect(timeouts(.seconds(-2), 1.5) == [0, 0, 0])
        #expect(timeouts(.nanoseconds(Int64.max), 3).allSatisfy { $0 == .max })
        #expect(Instant(nanoseconds: 5).later(by: 7) == Instant(nanoseconds: 12))
        #expect(Instant(nanoseconds: 5).later(by: .max) == .distantFuture)
        #expect(Int64(21).doubled == 42 && (Int64.max / 2 + 1).doubled == .max)
    }

    @Test func `without a timeout of its own a response is awaited for the lifetime of an exchange`() {
        func waits(_ timeout: Duration?) -> CoAP.TransmissionParameters.Waits {
            CoAP.TransmissionParameters.Waits(.init(acknowledgementDelay: .seconds(-1), responseTimeout: timeout))
        }
        #expect(waits(nil).response == 247_000_000_000 && waits(nil).lifetime == 247_000_000_000)
        #expect(waits(.seconds(3)).response == 3_000_000_000 && waits(.seconds(-3)).response == 0)
        #expect(waits(nil).fetch == 93_000_000_000 && waits(nil).acknowledgementDelay == 0)
    }
}
