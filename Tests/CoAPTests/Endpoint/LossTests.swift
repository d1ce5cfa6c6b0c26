import Chance
import Testing
import Timing
import Wire

/// Two endpoints over a way that loses, doubles and reorders, under many seeds.
@Suite struct LossTests {
    private static let bad = Conversation.Conditions(
        latency: .milliseconds(20), jitter: .milliseconds(800), loss: 0.2, duplication: 0.2)

    @Test func `every request is answered once or fails, and is seen once`() {
        var answered = 0
        for seed in UInt64(1)...300 {
            var conversation = Conversation(
                seed: seed, conditions: Self.bad, client: .init(nStart: 4), server: .init(nStart: 4))
            conversation.respond = { request in CoAP.Response(code: .changed, payload: request.payload) }
            var asked: [CoAP.ExchangeID: [UInt8]] = [:]
            for number in 0..<12 {
                let payload = [UInt8(number)]
                asked[conversation.request(CoAP.Request(code: .post, path: ["echo"], payload: payload))] = payload
                conversation.run(for: .milliseconds(100))
            }
            conversation.run()
            #expect(conversation.responses.count + conversation.failures.count == 12, "seed \(seed)")
            #expect(Set(conversation.responses.map(\.id)).count == conversation.responses.count, "seed \(seed)")
            for (id, response) in conversation.responses { #expect(response.payload == asked[id], "seed \(seed)") }
            #expect(conversation.failures.allSatisfy { $0 == .timeout || $0 == .noResponse }, "seed \(seed)")
            let seen = conversation.requests.map(\.payload)
            #expect(Set(seen).count == seen.count, "seed \(seed)")
            #expect(conversation.client.exchangeCount == 0)
            #expect(conversation.server.openRequestCount == 0)
            answered += conversation.responses.count
        }
        #expect(answered > 3500)
    }

    @Test func `every late answer arrives once`() {
        var answered = 0
        for seed in UInt64(1)...200 {
            var conversation = Conversation(seed: seed, conditions: Self.bad)
            conversation.respond = { _ in nil }
            conversation.get("slow")
            conversation.run(for: .seconds(70))
            guard let request = conversation.requests.first else { continue }
            conversation.respond(CoAP.Response(code: .content), to: request.id)
            conversation.run()
            #expect(conversation.requests.count == 1, "seed \(seed)")
            #expect(conversation.responses.count + conversation.failures.count == 1, "seed \(seed)")
            answered += conversation.responses.count
        }
        #expect(answered > 180)
    }

    @Test func `every notification arrives once and in order`() {
        var complete = 0
        for seed in UInt64(1)...300 {
            var conversation = Conversation(seed: seed, conditions: Self.bad)
            conversation.respond = { _ in CoAP.Response(code: .content, payload: [0], observer: true) }
            conversation.request(CoAP.Request(code: .fetch, path: ["events"], observe: true, payload: [7]))
            conversation.run(for: .seconds(20))
            guard let observer = conversation.requests.first?.observer else { continue }
            // Every fifth is longer than a block.
            let sent = (1...20).map { body($0 % 5 == 0 ? 2500 : 10, seed: $0) }
            for payload in sent {
                conversation.notify(CoAP.Response(code: .content, payload: payload), observer)
                conversation.run(for: .milliseconds(300))
            }
            conversation.run()
            let received = conversation.notifications.map(\.payload)
            let acknowledged = conversation.acknowledged.count
            guard conversation.losses.isEmpty, conversation.failures.isEmpty else {
                // A lost conversation ends in front of a gap, never behind one.
                #expect(received == Array(sent.prefix(received.count)), "seed \(seed)")
                #expect(acknowledged <= received.count, "seed \(seed)")
                continue
            }
            #expect(conversation.responses.map(\.response.payload) == [[0]], "seed \(seed)")
            #expect(received == sent, "seed \(seed)")
            #expect(acknowledged == 20, "seed \(seed)")
            complete += 1
        }
        #expect(complete > 200)
    }

    @Test func `every long body arrives whole, up and down`() {
        var answered = 0
        for seed in UInt64(1)...200 {
            var conversation = Conversation(seed: seed, conditions: Self.bad, client: .init(nStart: 3))
            conversation.respond = { request in CoAP.Response(code: .changed, payload: request.payload.reversed()) }
            var asked: [CoAP.ExchangeID: [UInt8]] = [:]
            for number in 0..<3 {
                let payload = body(2000 + 1000 * number, seed: number)
                asked[conversation.request(CoAP.Request(code: .post, path: ["mirror"], payload: payload))] = payload
            }
            conversation.run()
            #expect(conversation.responses.count + conversation.failures.count == 3, "seed \(seed)")
            for (id, response) in conversation.responses {
                #expect(response.payload == asked[id]?.reversed(), "seed \(seed)")
            }
            #expect(conversation.failures.allSatisfy { $0 == .timeout || $0 == .noResponse }, "seed \(seed)")
            #expect(conversation.requests.count <= 3, "seed \(seed)")
            answered += conversation.responses.count
        }
        #expect(answered > 500)
    }

    @Test func `the same seed gives the same conversation`() {
        func transcript(_ seed: UInt64) -> [String] {
            var conversation = Conversation(seed: seed, conditions: Self.bad)
            for _ in 0..<5 { conversation.get("a") }
            conversation.run()
            return conversation.transcript.lines
        }
        #expect(transcript(5) == transcript(5))
        #expect(transcript(5) != transcript(6))
    }
}
