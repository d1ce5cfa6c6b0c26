import Chance
import Testing
import Timing

@testable import Wire

/// Generated requests and responses: how they arrive, and the options of each message on the wire.
@Suite struct WireRuleTests {
    private struct Exchange {
        var request = CoAP.Request(code: .get, path: [])
        var response = CoAP.Response(code: .content)
    }

    private func exchange(_ generator: inout SeededGenerator, _ block: CoAP.BlockSize) -> Exchange {
        func pick<Value>(_ values: [Value]) -> Value { values[Int(generator.next() % UInt64(values.count))] }
        let size = block.byteCount
        let lengths = [0, 0, 1, size - 1, size, size + 1, 2 * size, 3 * size + 5]
        var exchange = Exchange()
        exchange.request = CoAP.Request(
            code: pick([.get, .post, .put, .delete, .fetch, .patch, .iPatch]),
            path: pick([[], ["a"], ["a", "", "é"]]),
            query: pick([[], ["x=1"], ["x", "y"]]), payload: body(pick(lengths), seed: 3),
            contentFormat: pick([nil, .cbor, .text]), accept: pick([nil, .json]), isConfirmable: generator.chance(0.7),
            options: pick([[], [CoAP.Option(.uriHost, "h")], [CoAP.Option(.init(rawValue: 2052), [9])]]))
        exchange.response = CoAP.Response(
            code: pick([.content, .changed, .created, .notFound]),
            payload: body(pick(lengths + [1199, 1200, 1201]), seed: 5),
            contentFormat: pick([nil, .cbor]),
            options: pick([[], [CoAP.Option(.maxAge, 7)], [CoAP.Option(.eTag, [8])], [CoAP.Option(.locationPath, "l")]])
        )
        return exchange
    }

    @Test(arguments: UInt64(1)...60)
    func `every request and every response arrives, in messages that keep to the rules`(
        _ seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let block = CoAP.BlockSize.allCases[Int(seed % 7)]
        let parameters = CoAP.TransmissionParameters(blockSize: block)
        for _ in 0..<8 {
            let exchange = exchange(&generator, block)
            var conversation = Conversation(seed: seed, client: parameters, server: parameters)
            conversation.respond = { _ in exchange.response }
            conversation.request(exchange.request)
            conversation.run()
            let (sent, request) = (try #require(conversation.requests.first), exchange.request)
            #expect(conversation.requests.count == 1 && conversation.failures.isEmpty)
            #expect(sent.code == request.code && sent.path == request.path && sent.query == request.query)
            #expect(sent.payload == request.payload && sent.accept == request.accept && sent.observe == nil)
            #expect(sent.contentFormat == (request.payload.isEmpty ? nil : request.contentFormat))
            for option in request.options { #expect(sent.options[option.number] == option.value) }
            let (received, response) = (try #require(conversation.responses.first?.response), exchange.response)
            #expect(received.code == response.code && received.payload == response.payload && !received.observer)
            #expect(received.contentFormat == (response.payload.isEmpty ? nil : response.contentFormat))
            for option in response.options { #expect(received.options[option.number] == option.value) }
            checkRequests(conversation, request, block)
            checkResponses(conversation, response, block)
            #expect(conversation.client.leftovers.isEmpty && conversation.server.leftovers.isEmpty)
        }
    }

    /// The blocks of a request: numbers, sizes, and options that only some of them have.
    private func checkRequests(_ conversation: Conversation, _ request: CoAP.Request, _ block: CoAP.BlockSize) {
        let messages = conversation.transcript.messages.filter { $0.from == .client && $0.message.code.isRequest }
            .map(\.message)
        let count = request.payload.count
        let isLong = count > block.byteCount
        let blocks = isLong ? (count + block.byteCount - 1) / block.byteCount : 1
        #expect(Set(messages.map { $0.options[.requestTag] }).count == 1)
        for (index, message) in messages.enumerated() {
            let options = message.options
            #expect(message.type == (request.isConfirmable ? .confirmable : .nonConfirmable))
            #expect(message.body.count <= max(block.byteCount, 1024) && options.uriPath == request.path)
            #expect(options.contains(.requestTag) == isLong)
            #expect(options.contentFormat == (message.payload.isEmpty ? nil : request.contentFormat))
            if index < blocks {
                let isLast = index == blocks - 1
                #expect(
                    options.block1 == (isLong ? CoAP.Block(number: UInt32(index), hasMore: !isLast, size: block) : nil))
                #expect(options.size1 == (isLong && index == 0 ? UInt32(count) : nil))
                let asksForSize = block < .bytes1024 && isLast
                #expect(options.block2 == (asksForSize ? CoAP.Block(number: 0, hasMore: false, size: block) : nil))
                let end = min(count, (index + 1) * block.byteCount)
                #expect(message.payload == Array(request.payload[index * block.byteCount..<end]))
            } else {
                #expect(options.block1 == nil && options.size1 == nil)
                #expect(options.block2 == CoAP.Block(number: UInt32(index - blocks + 1), hasMore: false, size: block))
                let isRepeated = request.code == .fetch && count <= 1024
                #expect(message.payload == (isRepeated ? request.payload : []))
            }
        }
    }

    /// The blocks of a response: numbers, sizes, and tags that are the same in all of them.
    private func checkResponses(_ conversation: Conversation, _ response: CoAP.Response, _ block: CoAP.BlockSize) {
        let messages = conversation.transcript.messages.filter {
            $0.from == .server && $0.message.code == response.code
        }
        .map(\.message)
        let count = response.payload.count
        let isLong = count > (block < .bytes1024 ? block.byteCount : 1200)
        #expect(messages.count == (isLong ? (count + block.byteCount - 1) / block.byteCount : 1))
        #expect(Set(messages.map { $0.options.eTag }).count == 1)
        for (index, message) in messages.enumerated() {
            let isLast = index == messages.count - 1
            let options = message.options
            let isBlock = isLong || block < .bytes1024 && count > 0
            #expect(
                options.block2 == (isBlock ? CoAP.Block(number: UInt32(index), hasMore: !isLast, size: block) : nil))
            #expect(options.size2 == (isLong && index == 0 ? UInt32(count) : nil))
            #expect(options.contains(.eTag) == (isLong || response.options.contains(.eTag)))
            #expect(options.contentFormat == (count > 0 ? response.contentFormat : nil))
            #expect(options.observe == nil && options.echo == nil)
            #expect(message.body.count == (isLast ? count - index * block.byteCount : block.byteCount))
        }
    }
}
