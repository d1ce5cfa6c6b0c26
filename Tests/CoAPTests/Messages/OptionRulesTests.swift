import Chance
import Testing

@testable import Wire

/// The rules of the registry for each option, and the proof of a request, which is an option too.
@Suite struct OptionRulesTests {
    /// Number, kind, least and greatest length, and true for an option that may be repeated.
    private static let rules: [(CoAP.OptionNumber, OptionDefinition.Format, ClosedRange<Int>, Bool)] = [
        (.ifMatch, .opaque, 0...8, true), (.uriHost, .string, 1...255, false), (.eTag, .opaque, 1...8, true),
        (.ifNoneMatch, .empty, 0...0, false), (.observe, .uint, 0...3, false), (.uriPort, .uint, 0...2, false),
        (.locationPath, .string, 0...255, true), (.uriPath, .string, 0...255, true),
        (.contentFormat, .uint, 0...2, false), (.maxAge, .uint, 0...4, false), (.uriQuery, .string, 0...255, true),
        (.accept, .uint, 0...2, false), (.locationQuery, .string, 0...255, true), (.block2, .uint, 0...3, false),
        (.block1, .uint, 0...3, false), (.size2, .uint, 0...4, false), (.proxyURI, .string, 1...1034, false),
        (.proxyScheme, .string, 1...255, false), (.size1, .uint, 0...4, false), (.echo, .opaque, 1...40, false),
        (.requestTag, .opaque, 0...8, true), (.requestProof, .opaque, 8...14, false),
    ]

    /// The critical options that an endpoint handles itself.
    private static let handled: Set<CoAP.OptionNumber> = [
        .uriHost, .uriPort, .uriPath, .uriQuery, .accept, .block1, .block2, .proxyURI, .proxyScheme, .requestProof,
    ]

    @Test func `each known option has a kind, lengths and a number of times`() throws {
        for (number, format, lengths, isRepeatable) in Self.rules {
            let definition = try #require(OptionDefinition(number))
            #expect(definition.format == format && definition.lengths == lengths, "\(number)")
            #expect(definition.isRepeatable == isRepeatable, "\(number)")
        }
        let known = (UInt16.min...UInt16.max).filter { OptionDefinition(CoAP.OptionNumber(rawValue: $0)) != nil }
        #expect(known == Self.rules.map(\.0.rawValue).sorted())
    }

    @Test func `a critical option is refused unless its length, its text and its number of times are in order`() {
        for (number, format, lengths, isRepeatable) in Self.rules where number.isCritical {
            func refused(_ values: [[UInt8]], handled: Set<CoAP.OptionNumber> = []) -> Bool {
                let refusal = CoAP.Options(values.map { CoAP.Option(number, $0) }).firstUnprocessable(handled: handled)
                #expect(refusal == nil || refusal == number)
                return refusal != nil
            }
            let isKnown = Self.handled.contains(number)
            let least = [UInt8](repeating: 0x61, count: lengths.lowerBound)
            let most = [UInt8](repeating: 0x61, count: lengths.upperBound)
            #expect(refused([least]) == !isKnown && refused([most]) == !isKnown, "\(number)")
            #expect(refused([most + [0x61]]), "\(number)")
            if !least.isEmpty { #expect(refused([Array(least.dropLast())]), "\(number)") }
            #expect(refused([most, most]) == !(isKnown && isRepeatable), "\(number)")
            if !most.isEmpty { #expect(refused([Array(most.dropLast()) + [0xFF]]) == (!isKnown || format == .string)) }
            #expect(!refused([most + [0x61]], handled: [number]))
        }
    }

    @Test func `the first critical option that is not in order is named, and elective ones never are`() {
        let unknown = CoAP.OptionNumber(rawValue: 2049)
        let elective = CoAP.Options([
            CoAP.Option(.eTag, []), CoAP.Option(.maxAge, [1, 2, 3, 4, 5]), CoAP.Option(.locationPath, [0xFF]),
            CoAP.Option(CoAP.OptionNumber(rawValue: 2050), [1]),
        ])
        #expect(elective.firstUnprocessable(handled: []) == nil)
        let some: CoAP.Options = [CoAP.Option(.uriPath, [0xFF]), CoAP.Option(.accept, [1, 2, 3]), .init(unknown, [1])]
        #expect(some.firstUnprocessable(handled: []) == .uriPath)
        #expect(some.firstUnprocessable(handled: [.uriPath]) == .accept)
        #expect(some.firstUnprocessable(handled: [.uriPath, .accept]) == unknown)
        #expect(some.firstUnprocessable(handled: [.uriPath, .accept, unknown]) == nil)
        // An option between two equal ones of other numbers does not make them repetitions.
        let apart: CoAP.Options = [.init(.uriHost, "a"), .init(.uriPort, 1), .init(.accept, 60)]
        #expect(apart.firstUnprocessable(handled: []) == nil)
    }

    @Test func `of an option that occurs twice the first value counts`() {
        var options: CoAP.Options = [
            .init(.uriHost, "a"), .init(.uriHost, "b"), .init(.uriPort, 1), .init(.uriPort, 2),
            .init(.observe, 3), .init(.observe, 4), .init(.contentFormat, 5), .init(.contentFormat, 6),
            .init(.accept, 7), .init(.accept, 8), .init(.maxAge, 9), .init(.maxAge, 10), .init(.size1, 11),
            .init(.size1, 12), .init(.size2, 13), .init(.size2, 14), .init(.block1, 0x16), .init(.block1, 0x26),
            .init(.block2, 0x36), .init(.block2, 0x46), .init(.eTag, [1]), .init(.eTag, [2]), .init(.echo, [3]),
            .init(.echo, [4]),
        ]
        #expect(options.uriHost == "a" && options.uriPort == 1 && options.observe == 3)
        #expect(options.contentFormat?.rawValue == 5 && options.accept?.rawValue == 7 && options.maxAge == 9)
        #expect(
            options.size1 == 11 && options.size2 == 13 && options.block1?.number == 1 && options.block2?.number == 3)
        #expect(options.eTag == [1] && options.values(.eTag) == [[1], [2]] && options.echo == [3])
        #expect(options[.uriHost] == [0x61] && options.values(.uriHost) == [[0x61], [0x62]])
        options.eTag = [7]
        options.echo = nil
        options.uriHost = "c"
        #expect(options.values(.eTag) == [[7]] && options.echo == nil && options.values(.uriHost) == [[0x63]])
    }

    @Test func `a text is at most 255 bytes long, a value at most 65535, and others are cut off`() throws {
        let options: CoAP.Options = [
            .init(.uriPath, body(256).map { $0 & 0x7F }), .init(.uriPath, "é"), .init(.uriPath, [0xC3]),
            .init(.uriPath, [UInt8](repeating: 0x61, count: 255)),
        ]
        #expect(options.uriPath == ["é", String(repeating: "a", count: 255)])
        for (count, kept) in [(65_534, 65_534), (65_535, 65_535), (65_536, 65_535)] {
            let long = CoAP.Options([CoAP.Option(.init(rawValue: 2048), body(count))])
            #expect(long.first?.value == Array(body(count)[..<kept]))
            let message = CoAP.Message(type: .confirmable, code: .get, messageID: 1, options: long)
            #expect(try CoAP.Message(decoding: message.encoded()).options == long)
        }
        var visited: [[UInt8]] = []
        options.visit(.uriPath) { value in visited.append(value.indices.map { value[$0] }) }
        #expect(visited == options.values(.uriPath))
    }

    // MARK: Proofs

    private func proof(
        _ number: UInt64, key: [UInt8] = [1, 2, 3], _ change: (inout CoAP.Request) -> Void = { _ in }
    ) -> [UInt8] {
        var request = CoAP.Request(code: .post, path: ["a", "b"], query: ["c"], payload: [4, 5], accept: .json)
        change(&request)
        CoAP.RequestProof.add(to: &request, number: number, key: key)
        return request.options[.requestProof] ?? []
    }

    @Test func `a proof is eight bytes of a code, and the number in the fewest bytes`() {
        #expect(CoAP.RequestProof.tagByteCount == 8 && CoAP.RequestProof.endOfNumbers == 281_474_976_710_656)
        for (number, bytes) in [
            (0, []), (1, [1]), (255, [255]), (256, [1, 0]), (0x01_00_00, [1, 0, 0]), (0x0102_0304, [1, 2, 3, 4]),
            (0x01_0203_0405, [1, 2, 3, 4, 5]), (CoAP.RequestProof.endOfNumbers - 1, [255, 255, 255, 255, 255, 255]),
        ] as [(UInt64, [UInt8])] {
            #expect(Array(proof(number).dropFirst(8)) == bytes)
            #expect(CoAP.RequestProof([.init(.requestProof, proof(number))])?.number == number)
        }
        #expect(CoAP.RequestProof([]) == nil)
        #expect(CoAP.RequestProof([.init(.requestProof, body(7))]) == nil)
        #expect(CoAP.RequestProof([.init(.requestProof, body(8))]) != nil)
        #expect(CoAP.RequestProof([.init(.requestProof, body(15))]) == nil)
    }

    @Test func `the code is the beginning of an HMAC over number, method, Observe, options and body`() {
        #expect(proof(1) == [197, 148, 239, 203, 116, 120, 71, 12, 1])
        // The lengths of options are part of it, so bytes that look like another option make a difference.
        #expect(proof(1) { $0.path = ["a", "b"] } != proof(1) { $0.path = ["a\u{0}\u{B}b"] })
        #expect(proof(1) { $0.path = ["a", "b"] } != proof(1) { $0.path = ["a\u{0}\u{B}\u{0}\u{1}b"] })
    }

    @Test func `payloads are equal by their bytes, wherever those stand`() throws {
        let message = CoAP.Message(type: .confirmable, code: .get, messageID: 1, payload: [1, 2])
        let decoded = try CoAP.Message(decoding: message.encoded())
        #expect(decoded.body == CoAP.Payload([1, 2]) && decoded.body.hashValue == CoAP.Payload([1, 2]).hashValue)
        #expect(decoded.body != CoAP.Payload([1, 3]) && decoded.body.hashValue != CoAP.Payload([1, 3]).hashValue)
        #expect(decoded.options == CoAP.Options() && decoded == message && decoded.hashValue == message.hashValue)
        #expect(decoded.body.array == [1, 2] && decoded.body.count == 2 && !decoded.body.isEmpty)
        #expect(Array(decoded.body.part(1..<2)) == [2] && CoAP.Payload().isEmpty)
    }

    @Test func `the code differs with each part of a request`() {
        let codes = [
            proof(1), proof(2), proof(1 << 8), proof(1 << 16), proof(1 << 24), proof(1 << 32), proof(1 << 40),
            proof(1, key: [1, 2, 4]), proof(1) { $0.code = .put }, proof(1) { $0.observe = true },
            proof(1) { $0.path = ["a"] }, proof(1) { $0.path = ["ab"] }, proof(1) { $0.path = ["b", "a"] },
            proof(1) { $0.query = [] }, proof(1) { $0.query = ["d"] }, proof(1) { $0.payload = [4, 6] },
            proof(1) { $0.payload = [4] }, proof(1) { $0.accept = nil }, proof(1) { $0.accept = .cbor },
            proof(1) { $0.contentFormat = .json }, proof(1) { $0.options.uriHost = "h" },
        ].map { Array($0.prefix(8)) }
        #expect(Set(codes).count == codes.count)
    }

    @Test func `a proof holds for its request with options of single messages, and for no other`() throws {
        var request = CoAP.Request(code: .fetch, path: ["a"], observe: true, payload: [4, 5])
        CoAP.RequestProof.add(to: &request, number: 9, key: [1])
        let proof = try #require(CoAP.RequestProof(request.options))
        var options = request.options
        options.uriPath = ["a"]
        options.contentFormat = .cbor
        let changes: [(inout CoAP.Options) -> Void] = [
            { _ in }, { $0.observe = 0 }, { $0.block1 = CoAP.Block(number: 1, hasMore: true, size: .bytes16) },
            { $0.block2 = CoAP.Block(number: 1, hasMore: true, size: .bytes16) }, { $0.size1 = 3 }, { $0.size2 = 3 },
            { $0.echo = [1] }, { $0.append(.requestTag, [1]) },
        ]
        for change in changes {
            var changed = options
            change(&changed)
            #expect(proof.proves(.fetch, observes: true, changed, CoAP.Payload([4, 5]), key: [1]))
        }
        #expect(!proof.proves(.fetch, observes: false, options, CoAP.Payload([4, 5]), key: [1]))
        #expect(!proof.proves(.get, observes: true, options, CoAP.Payload([4, 5]), key: [1]))
        #expect(!proof.proves(.fetch, observes: true, options, CoAP.Payload([4]), key: [1]))
        #expect(!proof.proves(.fetch, observes: true, options, CoAP.Payload([4, 5]), key: [2]))
        options.maxAge = 1
        #expect(!proof.proves(.fetch, observes: true, options, CoAP.Payload([4, 5]), key: [1]))
    }
}

/// Failures and rejections, in words.
@Suite struct FailureTextTests {
    @Test(arguments: [
        (CoAP.Failure.timeout, "no response: the request was sent again and again and never acknowledged"),
        (.noResponse, "no response in time: the request arrived"),
        (.reset, "the peer rejected the request with a reset"),
        (.badOption(.accept), "the response has the critical option Accept, which is not understood"),
        (.badOption(.init(rawValue: 9)), "the response has the critical option 9, which is not understood"),
        (.bodyTooLarge(limit: 7), "the response's body is longer than 7 bytes"),
        (.brokenBody("x"), "the response's blocks do not fit together: x"),
        (.observationEnded, "the server ended the observation"), (.cancelled, "the request was cancelled"),
        (.closed, "the socket was closed"),
    ])
    func `a failure has a text`(_ failure: CoAP.Failure, _ text: String) {
        #expect("\(failure)" == text)
    }

    @Test(arguments: [
        (CoAP.Rejection.badOption(.accept), "the critical option Accept is not understood"),
        (.badOption(.init(rawValue: 9)), "the critical option 9 is not understood"),
        (.unexpectedCode(.get), "the code GET has no meaning in this message"),
        (.unknownToken(token("0a")), "no request has the token 0a"),
        (.unknownMessage, "no message with this ID is waiting to be acknowledged"),
    ])
    func `a rejection has a text`(_ rejection: CoAP.Rejection, _ text: String) {
        #expect("\(rejection)" == text)
    }

    @Test(arguments: [(UInt32(0), 0), (1, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 3), (.max, 4)])
    func `integers take as few bytes in a message as they need`(_ value: UInt32, _ count: Int) throws {
        var writer = MessageWriter(type: .confirmable, code: .get, messageID: 1, token: .empty, capacity: 8)
        writer.write(.size1, value)
        let options = try CoAP.Message(decoding: writer.finished(payload: [])).options
        #expect(options[.size1]?.count == count && options.size1 == value)
    }
}
