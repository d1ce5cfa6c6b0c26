import ScenarioLanguage
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the requests with which view models create calls.
@Suite struct CreationWatchTests {
    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    private static let step = """
        ring
          call: default:standup
          members: [bob]
          custom: {topic: birds}
          startsIn: 10min
        """

    private static func request(
        _ data: CBOR.Map, path: [String] = ["default", "standup"], after pause: Duration = .zero
    ) -> DatagramRecord {
        var message = CoAP.Message(type: .confirmable, code: .post, messageID: 1)
        message.options.uriPath = ["video", "call"] + path
        message.payload = CBOR.map(["data": .map(data)]).encoded()
        return DatagramRecord(
            number: 1, time: Instant.start.advanced(by: pause), from: alice, to: server, bytes: message.encoded(),
            fate: .sent)
    }

    private static func violation(
        _ datagrams: DatagramRecord..., isFree: Bool = true, then next: String? = nil
    ) throws -> String? {
        var watch = CreationWatch()
        for step in [step, next].compactMap(\.self) {
            let command = try #require(try actions("- alice: \(step)").first?.call?.command)
            watch.begin(command, at: alice.host, .start, isFree: isFree)
        }
        for datagram in datagrams { watch.made(datagram) }
        return watch.violation
    }

    private static let whole: CBOR.Map = [
        "members": [["user_id": "bob"]], "custom": ["topic": "birds"], "starts_at": .integer(1),
    ]

    @Test(arguments: [[], ["join"]]) func `a request that creates a call has all arguments`(_ end: [String]) throws {
        let path = ["default", "standup"] + end
        #expect(try Self.violation(Self.request(Self.whole, path: path)) == nil)
        for name in ["members", "custom", "starts_at"] {
            var data = Self.whole
            data[name] = nil
            let argument = name == "starts_at" ? "startsIn" : name
            #expect(
                try Self.violation(Self.request(data, path: path))
                    == "ring creates its call, and the request lacks its argument `\(argument)`")
        }
    }

    @Test func `another call, a later request and a second one are others`() throws {
        #expect(try Self.violation(Self.request([:], path: ["default", "other"])) == nil)
        #expect(try Self.violation(Self.request([:], path: ["default", "standup", "accept"])) == nil)
        #expect(try Self.violation(Self.request([:], after: .milliseconds(1))) == nil)
        #expect(try Self.violation(Self.request(Self.whole), Self.request([:])) == nil)
    }

    @Test func `a view model in a call ignores the command, and another command may send the request`() throws {
        #expect(try Self.violation(Self.request([:]), isFree: false) == nil)
        #expect(try Self.violation(Self.request([:]), then: "hangUp") == nil)
    }
}
