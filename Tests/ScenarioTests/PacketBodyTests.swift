import Testing
import Wire

@testable import ScenarioVocabulary
@testable import Sockets

/// The bodies of packets, whole or in blocks.
@MainActor
@Suite struct PacketBodyTests {
    private static let body: CBOR = ["type": "call.ring", "call": ["cid": "default:x"]]
    private static let bytes = body.encoded()

    private var recording = Recording()

    private func bodies(_ number: Int) -> [CBOR]? { recording.decoded(number)?.bodies }

    /// A request for `/a`, or another path of one letter, with a block of a body.
    private static func request(
        _ block: UInt8?, isLast: Bool = true, _ payload: some Sequence<UInt8>, path: Character = "a"
    ) -> [UInt8] {
        let head: [UInt8] = [0x41, 2, 0, block ?? 0, 7, 0xB1, path.asciiValue ?? 0]
        let option: [UInt8] = block.map { [0xD1, 3, $0 << 4 | (isLast ? 0 : 8)] } ?? []
        return head + option + [0xFF] + payload
    }

    /// A response with a block of a body.
    private static func response(_ block: UInt8, isLast: Bool, _ payload: some Sequence<UInt8>) -> [UInt8] {
        let head: [UInt8] = [0x61, 0x45, 0, block, 7, 0xD1, 10, block << 4 | (isLast ? 0 : 8), 0xFF]
        return head + payload
    }

    private mutating func answer(_ bytes: [UInt8]) -> Int {
        recording.send(bytes, from: Recording.server, to: Recording.alice)
    }

    @Test mutating func `a batch is a body, and so is each of its events`() {
        let number = answer(SampleDatagram.response)
        #expect(bodies(number) == [SampleDatagram.events, ["type": "call.ring"], ["type": "custom"]])
        #expect(bodies(number)?.count == 3)
    }

    @Test mutating func `a packet without a body has none`() {
        #expect(bodies(recording.send([0x40, 2, 0, 1])) == [])
        #expect(bodies(recording.send(Self.request(nil, [0xFF, 0xFF]))) == [])
        #expect(bodies(recording.send(SampleDatagram.check)) == [])
        #expect(bodies(recording.send(Self.request(nil, Self.bytes))) == [Self.body])
    }

    @Test mutating func `the last block of a request has the whole body`() {
        let first = recording.send(Self.request(0, isLast: false, Self.bytes.prefix(5)))
        let second = recording.send(Self.request(1, isLast: false, Self.bytes.dropFirst(5).prefix(5)))
        let other = recording.send(Self.request(1, isLast: false, [0, 0], path: "b"))
        let back = answer(Self.response(1, isLast: false, [0, 0]))
        let last = recording.send(Self.request(2, Self.bytes.dropFirst(10)))
        #expect(bodies(last) == [Self.body])
        for number in [first, other, back, second] { #expect(bodies(number) == []) }
    }

    @Test mutating func `the last block of a response has the whole body`() {
        answerAll()
        #expect(bodies(3) == [Self.body])
        let again = answer(Self.response(2, isLast: true, Self.bytes.dropFirst(10)))
        #expect(bodies(again) == [Self.body])
    }

    private mutating func answerAll() {
        _ = answer(Self.response(0, isLast: false, Self.bytes.prefix(5)))
        _ = answer(Self.response(1, isLast: false, Self.bytes.dropFirst(5).prefix(5)))
        _ = answer(Self.response(2, isLast: true, Self.bytes.dropFirst(10)))
    }

    @Test mutating func `a body with a missing block is none, and later blocks do not count`() {
        _ = answer(Self.response(0, isLast: false, Self.bytes.prefix(5)))
        let last = answer(Self.response(2, isLast: true, Self.bytes.dropFirst(10)))
        _ = answer(Self.response(1, isLast: false, Self.bytes.dropFirst(5).prefix(5)))
        #expect(bodies(last) == [])
    }

    @Test mutating func `blocks of another client or another way do not count`() {
        let carol = SocketAddress(host: HostAddress(127, 1, 0, 3), port: 50_000)
        let first = Self.request(0, isLast: false, Self.bytes.prefix(5))
        recording.send(first, from: carol)
        recording.send(first, to: carol)
        recording.send(Self.response(0, isLast: false, Self.bytes.prefix(5)))
        let last = recording.send(Self.request(1, Self.bytes.dropFirst(5)))
        #expect(bodies(last) == [])
        recording.send(first)
        let again = recording.send(Self.request(1, Self.bytes.dropFirst(5)))
        #expect(bodies(again) == [Self.body])
    }

    @Test(arguments: [
        ("typ", "it has `call`, `type` and `members`"), ("call.cidd", "`call` has `cid` and `custom`"),
        ("call.custom.x.y", "`call.custom` has `a` and `a.b`"), ("call.custom.a.x", "`call.custom.a` has `c`"),
        ("call.cid.x", "`call` has `cid` and `custom`"), ("members.name", "it has `call`, `type` and `members`"),
        ("", "it has `call`, `type` and `members`"),
    ])
    func `a path that ends early has a message on the existing keys`(_ path: String, _ message: String) {
        let body: CBOR = [
            "type": "call.ring", "call": ["cid": "default:x", "custom": ["a.b": 1, "a": ["c": 2]]],
            "members": [["role": "host"]],
        ]
        #expect(BodyPath(path).deadEnd(in: body) == message)
    }

    @Test func `a path with a value, and one into a body without keys, have no message`() {
        #expect(BodyPath("type").deadEnd(in: Self.body) == nil && BodyPath("call.cid").deadEnd(in: Self.body) == nil)
        #expect(BodyPath("a").deadEnd(in: 5) == nil && BodyPath("a.b").deadEnd(in: [:]) == nil)
        #expect(BodyPath("call.x").deadEnd(in: ["call": [:]]) == nil)
    }
}
