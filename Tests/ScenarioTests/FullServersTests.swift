import ScenarioLanguage
import ScenarioVocabulary
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the SFUs that a client avoids.
@Suite struct FullServersTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let coordinator = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5683)

    /// A client that the coordinator has sent to an SFU.
    private struct Client {
        private var facts = FullServers()
        private var time = Instant.start

        init() throws { try assign() }

        /// Sends the client to an SFU.
        mutating func assign() throws {
            let credentials: CBOR.Map = [
                "edge_name": "sfu-1", "host": "127.0.1.1", "port": .integer(5683),
            ]
            try facts.record(responseTo: join(), .body(["credentials": .map(credentials)]), datagram(from: coordinator))
        }

        private func facts(_ method: CoAP.Code, _ path: [String], _ body: CBOR.Map) throws -> RequestFacts {
            var message = CoAP.Message(type: .confirmable, code: method, messageID: 1)
            message.options.uriPath = path
            let frame = try #require(CoAPFrame(message.encoded()))
            return RequestFacts(
                WireTables.route(frame.code, frame.path), frame, body, at: MessageTime(order: 1, date: 0))
        }

        private func join(_ avoided: [String] = [], of id: String = "standup") throws -> RequestFacts {
            let list = CBOR.array(avoided.map { .text($0) })
            return try facts(.post, ["video", "call", "default", id, "join"], ["migrating_from_list": list])
        }

        private func datagram(from server: SocketAddress) -> DatagramRecord {
            DatagramRecord(number: 1, time: time, from: server, to: client, bytes: [], fate: .sent)
        }

        mutating func answer(_ content: BodyContent) throws {
            try facts.record(responseTo: facts(.fetch, ["sfu", "join"], [:]), content, datagram(from: sfu))
        }

        /// Lets the SFU of its session send an event.
        mutating func receive(_ event: CBOR.Map, after pause: Duration = .zero) {
            if pause == .zero { facts.noteRequest(of: client.host, to: sfu, at: time) }
            time = time.advanced(by: pause)
            facts.record(eventsOf: .body(["events": .array([.map(event)])]), datagram(from: sfu))
        }

        mutating func words(_ avoided: [String], after pause: Duration = .zero, of id: String = "standup") throws
            -> String?
        {
            time = time.advanced(by: pause)
            return try facts.violation(of: join(avoided, of: id), by: client.host, at: time)
        }

        mutating func command() { facts.noteCommand(of: client.host) }

        mutating func leave() { facts.left(client.host) }
    }

    @Test func `the next join avoids an SFU that is full`() throws {
        for avoided in [[], ["sfu-1"], ["sfu-2"], ["sfu-2", "sfu-1"]] {
            var client = try Client()
            try client.answer(.refusal(700, "this SFU has no place left"))
            let isRight = avoided.contains("sfu-1")
            #expect(try client.words(avoided, after: .milliseconds(500)) == (isRight ? nil : Self.lacking))
        }
    }

    private static let lacking = "its migrating_from_list lacks sfu-1, which is full"

    @Test func `the next join avoids an SFU whose event says that it is full`() throws {
        for (code, words) in [(700, Self.lacking), (500, nil)] {
            var client = try Client()
            try client.answer(.body([:]))
            client.receive(["type": "error", "error": .map(["code": .integer(Int64(code))])])
            #expect(try client.words([]) == words)
        }
    }

    @Test func `a client that goes away, or sends no sign of life, disregards such an event`() throws {
        for (goesAway, pause, isJudged) in [(false, 5, true), (true, 5, false), (false, 6, false)] {
            var client = try Client()
            try client.answer(.body([:]))
            client.receive(["type": goesAway ? "go_away" : "participant_left"])
            client.receive(["type": "error", "error": .map(["code": 700])], after: .seconds(pause))
            #expect(try client.words([]) == (isJudged ? Self.lacking : nil))
        }
    }

    @Test func `another refusal is of no SFU that is full`() throws {
        var client = try Client()
        try client.answer(.refusal(-1, ""))
        #expect(try client.words([]) == nil)
    }

    @Test func `another call, a late join, and one after a leave are other joins`() throws {
        var client = try Client()
        try client.answer(.refusal(700, ""))
        #expect(try client.words([], of: "other") == nil)
        try client.answer(.refusal(700, ""))
        #expect(try client.words([], after: .seconds(1)) == nil)
        client = try Client()
        try client.answer(.refusal(700, ""))
        client.leave()
        #expect(try client.words([]) == nil)
    }

    @Test func `a join after a command is another one, until the coordinator has answered it`() throws {
        var client = try Client()
        client.command()
        try client.assign()
        try client.answer(.refusal(700, ""))
        #expect(try client.words([]) == Self.lacking)
        for isBefore in [true, false] {
            if isBefore { client.command() }
            try client.answer(.refusal(700, ""))
            if !isBefore { client.command() }
            #expect(try client.words([]) == nil)
            try client.answer(.body([:]))
            try client.assign()
        }
    }

    @Test func `after three refusals a join may be a new one`() throws {
        var client = try Client()
        for _ in 1...2 {
            try client.answer(.refusal(700, ""))
            #expect(try client.words([]) == Self.lacking)
        }
        try client.answer(.refusal(700, ""))
        #expect(try client.words([]) == nil)
        try client.answer(.body([:]))
        try client.answer(.refusal(700, ""))
        #expect(try client.words([]) == Self.lacking)
    }
}
