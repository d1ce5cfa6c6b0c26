import Chance
import Testing
import Timing

@testable import Wire

/// Bodies in blocks, message by message, and the identity of a body or a message.
@Suite struct BodyPartTests {
    private func block(
        _ number: UInt32, _ hasMore: Bool, _ count: Int, code: CoAP.Code = .content, size: CoAP.BlockSize = .bytes16,
        eTag: [UInt8]? = [1]
    ) -> CoAP.Message {
        var message = CoAP.Message(
            type: .acknowledgement, code: code, messageID: 1, payload: body(count, seed: Int(number)))
        message.options.block2 = CoAP.Block(number: number, hasMore: hasMore, size: size)
        message.options.eTag = eTag
        return message
    }

    private func describe(_ step: ClientExchange.Step?) -> String {
        switch step {
        case .send: "send"
        case .fetch: "fetch"
        case .deliver: "deliver"
        case .deliverWhole(let message): "whole \(message.code.number) \(message.payload.count)"
        case .fail(let failure): "\(failure)".replacing("the response's blocks do not fit together: ", with: "")
        case .wait: "wait"
        case nil: "nil"
        }
    }

    // MARK: Responses

    @Test func `a response is fetched block by block, in blocks that may become smaller`() {
        let first = block(0, true, 64, size: .bytes64)
        var download = BodyDownload(first, size: .bytes64, token: .empty)
        #expect(download.block == CoAP.Block(number: 0, hasMore: false, size: .bytes64))
        #expect(describe(download.append(first, limit: 1000).step) == "send")
        #expect(download.block == CoAP.Block(number: 1, hasMore: false, size: .bytes64))
        let (step, isLast) = download.append(block(4, true, 16), limit: 1000)
        #expect(describe(step) == "send" && !isLast)
        #expect(download.block == CoAP.Block(number: 5, hasMore: false, size: .bytes16))
        _ = download.append(block(5, true, 16), limit: 1000)
        // A larger block does not make the next ones larger.
        _ = download.append(block(3, true, 32, size: .bytes32), limit: 1000)
        #expect(download.block == CoAP.Block(number: 8, hasMore: false, size: .bytes16))
        let end = download.append(block(8, false, 3), limit: 1000)
        #expect(describe(end.step) == "whole 2.05 131" && end.isLast)
        if case .deliverWhole(let whole) = end.step { #expect(Array(whole.payload.prefix(64)) == first.payload) }
    }

    @Test func `blocks of a response that do not fit together are a failure with its reason`() {
        let plain = CoAP.Message(type: .acknowledgement, code: .content, messageID: 1)
        for (message, text) in [
            (block(2, true, 16), "block 2/1/16 came where 16 bytes were known"),
            (block(0, true, 16), "block 0/1/16 came where 16 bytes were known"),
            (block(1, true, 16, code: .notFound), "block 1/0/16 was answered with 4.04 Not Found"),
            (block(1, true, 16, eTag: [2]), "the body changed while it was fetched"),
            (block(1, true, 16, eTag: nil), "the body changed while it was fetched"),
            (block(1, true, 15), "block 1/1/16 has 15 bytes"), (block(1, true, 17), "block 1/1/16 has 17 bytes"),
            (plain, "the response to the request for block 1/0/16 is not a block"),
            (block(1, false, 25), "the response's body is longer than 40 bytes"),
            (block(1, false, 24), "whole 2.05 40"), (block(1, false, 0), "whole 2.05 16"),
        ] {
            var download = BodyDownload(block(0, true, 16), size: .bytes16, token: .empty)
            _ = download.append(block(0, true, 16), limit: 40)
            let (step, isLast) = download.append(message, limit: 40)
            #expect(describe(step) == text && isLast)
        }
    }

    // MARK: Requests

    private func answer(_ code: CoAP.Code, _ number: UInt32? = nil, _ size: CoAP.BlockSize = .bytes32) -> CoAP.Message {
        var message = CoAP.Message(type: .acknowledgement, code: code, messageID: 1)
        message.options.block1 = number.map { CoAP.Block(number: $0, hasMore: true, size: size) }
        return message
    }

    @Test func `a request's body is sent block by block, and restarts in smaller ones`() {
        var upload = BodyUpload(body(70), size: .bytes32)
        #expect(
            upload.block == CoAP.Block(number: 0, hasMore: true, size: .bytes32) && upload.payload == body(70)[..<32])
        #expect(describe(upload.advance(answer(.requestEntityTooLarge, 0))) == "nil")
        #expect(describe(upload.advance(answer(.requestEntityTooLarge))) == "nil")
        #expect(describe(upload.advance(answer(.requestEntityTooLarge, 0, .bytes16))) == "send")
        #expect(upload.block == CoAP.Block(number: 0, hasMore: true, size: .bytes16) && upload.payload.count == 16)
        #expect(describe(upload.advance(answer(.continue, 0, .bytes32))) == "send")
        #expect(
            upload.block == CoAP.Block(number: 1, hasMore: true, size: .bytes16) && upload.payload == body(70)[16..<32])
        #expect(describe(upload.advance(answer(.requestEntityTooLarge, 1, .bytes16))) == "nil")
        for number in 1...3 as ClosedRange<UInt32> { _ = upload.advance(answer(.continue, number, .bytes16)) }
        #expect(
            upload.block == CoAP.Block(number: 4, hasMore: false, size: .bytes16) && upload.payload == body(70)[64...])
        #expect(
            describe(upload.advance(answer(.continue, 4, .bytes16)))
                == "the last block 4/0/16 was answered as if more followed")
        #expect(describe(upload.advance(answer(.content))) == "nil" && upload.offset == 64)
        #expect(upload.again.offset == 0 && upload.again.block.size == .bytes16)
    }

    @Test func `an answer to another block is a failure with its reason`() {
        for (message, text) in [
            (answer(.continue, 1), "block 0/1/32 was answered as 1/1/32"),
            (answer(.continue), "block 0/1/32 was answered as none"),
        ] {
            var upload = BodyUpload(body(70), size: .bytes32)
            #expect(describe(upload.advance(message)) == text)
        }
        var exact = BodyUpload(body(64), size: .bytes32)
        _ = exact.advance(answer(.continue, 0))
        #expect(exact.block == CoAP.Block(number: 1, hasMore: false, size: .bytes32))
        var halved = BodyUpload(body(64), size: .bytes32)
        _ = halved.advance(answer(.continue, 0, .bytes16))
        #expect(halved.block == CoAP.Block(number: 2, hasMore: true, size: .bytes16))
    }

    // MARK: Keys

    @Test func `the options of single messages do not belong to a body, and all others do`() {
        let peer = Conversation.clientAddress
        let path: CoAP.Options = [CoAP.Option(.uriPath, "a")]
        let key = BodyKey(peer, .post, path)
        let without: Set<UInt16> = [4, 6, 12, 23, 27, 28, 60, 252]
        var keys: Set<BodyKey> = []
        var count = 0
        for number in (1...300).map(UInt16.init) {
            var options = path
            options.append(CoAP.Option(.init(rawValue: number), [9]))
            // A number with these bits is of no cache key (RFC 7252 section 5.4.6).
            #expect((BodyKey(peer, .post, options) == key) == (without.contains(number) || number & 0x1E == 0x1C))
            if BodyKey(peer, .post, options) != key { count += 1 }
            keys.insert(BodyKey(peer, .post, options))
        }
        #expect(keys.count == count + 1)
        #expect(BodyKey(peer, .put, path) != key && BodyKey(Conversation.serverAddress, .post, path) != key)
        #expect(BodyKey(peer, .post, [CoAP.Option(.uriPath, "b")]) != key)
        let parts = BodyKey(peer, .post, [CoAP.Option(.uriPath, "ab"), CoAP.Option(.uriPath, "c")])
        #expect(parts != BodyKey(peer, .post, [CoAP.Option(.uriPath, "a"), CoAP.Option(.uriPath, "bc")]))
    }

    @Test func `a message is the same with token, code and Observe alike, of any type and with any body`() {
        var message = CoAP.Message(type: .confirmable, code: .get, messageID: 1, token: token("aa"))
        message.options.observe = 0
        let known = ReceivedMessage(message.token, message.code, message.options, .nothing)
        let challenged = ReceivedMessage(nil, message.code, message.options, .nothing)
        let changes: [((inout CoAP.Message) -> Void, Bool, Bool)] = [
            ({ $0.type = .nonConfirmable }, true, true), ({ $0.payload = [1] }, true, true),
            ({ $0.options.uriPath = ["b"] }, true, true), ({ $0.token = token("ab") }, false, true),
            ({ $0.code = .post }, false, false), ({ $0.options.observe = 1 }, false, false),
            ({ $0.options.observe = nil }, false, false),
        ]
        for (change, isSame, isChallenged) in changes {
            var other = message
            change(&other)
            #expect(known.isSame(as: other) == isSame && challenged.isSame(as: other) == isChallenged)
        }
        let replies: [(ReceivedMessage.Reply, Int)] = [
            (.nothing, 0), (.acknowledgement, 0), (.reset, 0), (.response(body(7)), 7), (.response([]), 0),
        ]
        for (reply, cost) in replies { #expect(reply.cost == cost) }
    }

    // MARK: Order and proofs

    @Test(arguments: [
        (UInt32(1), true), (0x7F_FFFF, true), (0x80_0000, false), (0x80_0001, false), (0xFF_FFFF, false), (0, false),
    ])
    func `a notification is newer when its order is ahead by less than half of all numbers`(
        _ ahead: UInt32, _ isNewer: Bool
    ) {
        // The first of these two has less than half of all numbers before it, counted from the first response's 1.
        for start in [5, 0x7F_FFF0] as [UInt32] {
            var conversation = Conversation()
            conversation.respond = { _ in CoAP.Response(code: .content, observer: true) }
            conversation.get("t", observe: true)
            conversation.run()
            let token = conversation.transcript.messages[0].message.token
            for (index, order) in [start, start &+ ahead].enumerated() {
                conversation.send(
                    CoAP.Message(
                        type: .nonConfirmable, code: .content, messageID: UInt16(100 + index), token: token,
                        options: [CoAP.Option(.observe, order & 0xFF_FFFF)]), from: .server)
                conversation.run()
            }
            #expect(conversation.notifications.count == (isNewer ? 2 : 1))
        }
    }

    @Test(arguments: [(Int64(128_000_000_000), 1), (128_000_000_001, 2)])
    func `an older notification counts as newer after more than 128 seconds`(_ wait: Int64, _ count: Int) {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .content, observer: true) }
        conversation.get("t", observe: true)
        conversation.run()
        let token = conversation.transcript.messages[0].message.token
        for (index, order) in [UInt32(100), 50].enumerated() {
            conversation.send(
                CoAP.Message(
                    type: .nonConfirmable, code: .content, messageID: UInt16(100 + index), token: token,
                    options: [CoAP.Option(.observe, order)]), from: .server)
            conversation.run(for: .nanoseconds(wait))
        }
        #expect(conversation.notifications.count == count)
    }

    @Test func `a value proves an address from its minute to the end of the next`() {
        let proof = CoAP.AddressProof(generator: SeededGenerator(seed: 2))
        let peer = Conversation.clientAddress
        func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
        for (made, read, isValid) in [
            (0, 0, true), (0, 119_999, true), (0, 120_000, false), (59_999, 119_999, true), (59_999, 120_000, false),
            (60_000, 59_999, false), (60_000, 179_999, true), (60_000, 180_000, false),
        ] as [(Int64, Int64, Bool)] {
            let echo = proof.echo(for: peer, messageID: 0x1234, at: at(made))
            #expect(proof.challenged(by: echo, from: peer, at: at(read)) == (isValid ? 0x1234 : nil))
        }
        let echo = proof.echo(for: peer, messageID: 0xABCD, at: .start)
        #expect(echo.count == 10 && Array(echo.suffix(2)) == [0xAB, 0xCD])
        for index in echo.indices {
            var changed = echo
            changed[index] ^= 1
            #expect(proof.challenged(by: changed, from: peer, at: .start) == nil)
        }
        #expect(proof.challenged(by: Array(echo.dropLast()), from: peer, at: .start) == nil)
        #expect(proof.challenged(by: echo + [0], from: peer, at: .start) == nil)
        let others = [
            SocketAddress(host: peer.host, port: peer.port + 1),
            SocketAddress(host: HostAddress(value: peer.host.value + 1), port: peer.port),
        ]
        for other in others { #expect(proof.challenged(by: echo, from: other, at: .start) == nil) }
        let another = CoAP.AddressProof(generator: SeededGenerator(seed: 3))
        #expect(another.challenged(by: echo, from: peer, at: .start) == nil)
    }
}
