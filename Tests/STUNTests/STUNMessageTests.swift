import Chance
import Testing
import Wire

@Suite struct STUNMessageTests {
    private let transaction: STUN.TransactionID = {
        var generator = SeededGenerator(seed: 7)
        return STUN.TransactionID(from: &generator)
    }()
    private let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)

    private func again(_ message: STUN.Message) throws -> STUN.Message {
        try STUN.Message(decoding: try #require(message.encoded()))
    }

    @Test func `every class and method is read back`() throws {
        for messageClass in STUN.MessageClass.allCases {
            for number in 0..<UInt16(4096) {
                let message = STUN.Message(messageClass, STUN.Method(rawValue: number), transactionID: transaction)
                let datagram = try #require(message.encoded())
                #expect(datagram[0] < 0x40)
                let back = try STUN.Message(decoding: datagram)
                guard back == message else {
                    Issue.record("\(messageClass) \(number)")
                    return
                }
            }
        }
    }

    @Test func `the types of binding messages are those of the document`() throws {
        let types: [(STUN.MessageClass, [UInt8])] = [
            (.request, [0, 1]), (.indication, [0, 0x11]), (.success, [1, 1]), (.failure, [1, 0x11]),
        ]
        for (messageClass, bytes) in types {
            let datagram = try #require(STUN.Message(messageClass, transactionID: transaction).encoded())
            #expect(Array(datagram.prefix(2)) == bytes)
        }
    }

    @Test(arguments: [
        STUN.Attribute.xorMappedAddress(.v4(SocketAddress(host: HostAddress(192, 0, 2, 1), port: 1))),
        .xorMappedAddress(.v6(high: 1 << 63, low: 5, port: 65535)), .mappedAddress(.v6(high: 0, low: 1, port: 9)),
        .mappedAddress(.v4(SocketAddress(host: HostAddress(255, 255, 255, 255), port: 0))), .username("alice:bob"),
        .username(""), .realm("räume"), .nonce("x"), .software("rollcall"), .errorCode(401, reason: "Unauthenticated"),
        .errorCode(699, reason: ""), .unknownAttributes([0x7FFF, 1, 2]), .unknownAttributes([]), .priority(.max),
        .useCandidate, .iceControlled(1), .iceControlling(.max), .other(type: 0x7777, value: [1, 2, 3]),
        .other(type: 0xFFFF, value: []),
    ])
    func `every attribute is read back`(_ attribute: STUN.Attribute) throws {
        let message = STUN.Message(.request, transactionID: transaction, attributes: [attribute, .priority(1)])
        #expect(try again(message) == message)
    }

    @Test func `a request is answered with the address that it came from`() throws {
        let request = STUN.Message(.request, transactionID: transaction, attributes: [.username("sfu:alice")])
        let answer = request.success(seenAt: address)
        #expect(answer.messageClass == .success)
        #expect(answer.transactionID == request.transactionID)
        #expect(try again(answer).mappedAddress == .v4(address))
        #expect(request.username == "sfu:alice")
        let refusal = request.response(.failure, [.errorCode(401, reason: "Unauthenticated")])
        #expect(try again(refusal).errorCode?.code == 401)
        #expect(try again(refusal).errorCode?.reason == "Unauthenticated")
    }

    @Test func `a mask hides addresses from rewriting devices`() throws {
        let datagram = try #require(
            STUN.Message(.success, transactionID: transaction, attributes: [.xorMappedAddress(.v4(address))]).encoded())
        #expect(!datagram.indices.contains { datagram[$0...].starts(with: [127, 1, 0, 1]) })
    }

    @Test func `attributes that must be known are named`() throws {
        let message = STUN.Message(
            .request, transactionID: transaction,
            attributes: [.other(type: 0x7777, value: []), .other(type: 0x8888, value: []), .username("a")])
        #expect(try again(message).unknownRequiredAttributes == [0x7777])
    }

    @Test(arguments: [(0x0001, true), (0x7FFF, true), (0x8000, false), (0xFFFF, false)])
    func `attributes below 0x8000 must be known`(_ type: UInt16, _ isRequired: Bool) {
        #expect(STUN.Attribute.other(type: type, value: []).isComprehensionRequired == isRequired)
    }

    @Test func `of two attributes of a type the first one counts`() {
        let message = STUN.Message(
            .request, transactionID: transaction, attributes: [.username("first"), .username("second")])
        #expect(message.username == "first")
    }

    @Test func `a message that is too long is not written`() {
        let long = STUN.Attribute.other(type: 0x8888, value: [UInt8](repeating: 0, count: 65_000))
        #expect(STUN.Message(.request, transactionID: transaction, attributes: [long, long]).encoded() == nil)
        let longer = STUN.Attribute.other(type: 0x8888, value: [UInt8](repeating: 0, count: 70_000))
        #expect(STUN.Message(.request, transactionID: transaction, attributes: [longer]).encoded() == nil)
    }

    @Test func `transactions differ`() {
        var generator = SeededGenerator(seed: 3)
        #expect(Set((0..<1000).map { _ in STUN.TransactionID(from: &generator) }).count == 1000)
    }
}

@Suite struct DatagramKindTests {
    @Test func `the first bytes distinguish protocols`() {
        let kinds: [(ClosedRange<UInt8>, DatagramKind?)] = [
            (0...3, .stun), (4...63, nil), (64...127, .coap), (128...191, .rtp), (192...255, nil),
        ]
        for (range, kind) in kinds {
            for first in range { #expect(DatagramKind([first, 0, 0, 0]) == kind) }
        }
        #expect(DatagramKind([]) == nil)
        #expect(DatagramKind([128]) == .rtp)
    }

    @Test func `the packet types of RTCP are not RTP's`() {
        for second in UInt8.min...UInt8.max {
            #expect(DatagramKind([128, second]) == ((192...223).contains(second) ? .rtcp : .rtp))
        }
    }
}
