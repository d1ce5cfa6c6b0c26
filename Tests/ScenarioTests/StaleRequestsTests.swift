import ScenarioVocabulary
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The rule of whole runs that no client sends a request about what it has closed or replaced.
@Suite struct StaleRequestsTests {
    /// Returns a datagram with a request of the client with a message id.
    private static func datagram(_ id: UInt8 = 0) -> DatagramRecord {
        let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
        let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
        return DatagramRecord(
            number: 1, time: .start, from: client, to: server, bytes: [0x40, 1, 0, id, 0xFF], fate: .sent)
    }

    @Test func `a request that was made before the end may arrive after it`() throws {
        var requests = StaleRequests()
        requests.noteMade(Self.datagram(1))
        requests.record(responseTo: try SampleRequest.facts(4, "video/connect"), isGranted: true)
        requests.noteMade(Self.datagram(1))
        let read = try SampleRequest.facts(1, "video/call/default/x")
        #expect(requests.violation(of: read, path: "/video/call/default/x", Self.datagram(1)) == nil)
        #expect(requests.violation(of: read, path: "/video/call/default/x", Self.datagram(2)) != nil)
        // A response in several blocks is read to its end.
        #expect(requests.violation(of: read, path: "/video/call/default/x", Self.datagram(3), isPart: true) == nil)
    }

    @Test func `a connection that its client has closed is not used any more`() throws {
        var requests = StaleRequests()
        let (close, read) = try (
            SampleRequest.facts(4, "video/connect"), SampleRequest.facts(1, "video/call/default/x")
        )
        let isFree = { (requests: inout StaleRequests) in
            requests.violation(of: read, path: "/video/call/default/x", Self.datagram()) == nil
        }
        #expect(isFree(&requests))
        requests.record(responseTo: close, isGranted: false)
        #expect(isFree(&requests))
        requests.record(responseTo: close, isGranted: true)
        #expect(!isFree(&requests))
        #expect(requests.violation(of: close, path: "/video/connect", Self.datagram()) == nil)
        requests.record(responseTo: try SampleRequest.facts(5, "video/connect"), isGranted: true)
        #expect(isFree(&requests))
    }

    /// Returns the violation of a request of an SFU about a session.
    private static func words(
        _ requests: inout StaleRequests, _ path: String, _ session: String, after previous: String? = nil,
        strategy: Int64 = 3
    ) throws -> String? {
        var body: CBOR.Map = ["session_id": .text(session)]
        if let previous {
            body["reconnect_details"] = .map(["strategy": .integer(strategy), "previous_session_id": .text(previous)])
        }
        return requests.violation(of: try SampleRequest.facts(2, "sfu/\(path)", body), path: "/sfu/\(path)", datagram())
    }

    @Test func `a session that a later one has replaced is only left`() throws {
        var requests = StaleRequests()
        #expect(try Self.words(&requests, "join", "one") == nil)
        #expect(try Self.words(&requests, "health", "one") == nil)
        #expect(try Self.words(&requests, "join", "two", after: "one") == nil)
        // The rejoin may fail, and another one follow it.
        #expect(try Self.words(&requests, "health", "one") == nil)
        #expect(try Self.words(&requests, "join", "three", after: "two") == nil)
        #expect(try Self.words(&requests, "health", "three") == nil)
        #expect(try Self.words(&requests, "health", "one") == "its session one was replaced by three")
        #expect(try Self.words(&requests, "health", "two") == "its session two was replaced by three")
        #expect(try Self.words(&requests, "leave", "one") == nil)
    }

    @Test func `sessions that replace each other end the search, and a migration replaces none`() throws {
        var requests = StaleRequests()
        #expect(try Self.words(&requests, "join", "two", after: "one") == nil)
        #expect(try Self.words(&requests, "join", "one", after: "two") == nil)
        #expect(try Self.words(&requests, "mute", "one") == nil)
        #expect(try Self.words(&requests, "join", "four", after: "three", strategy: 4) == nil)
        #expect(try Self.words(&requests, "health", "four") == nil)
        #expect(try Self.words(&requests, "health", "three") == nil)
    }
}
