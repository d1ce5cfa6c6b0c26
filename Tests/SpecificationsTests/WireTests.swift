import Journal
import Testing
import Timing
import Wire

@testable import Specifications

@Suite struct WireTests {
    private let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)

    private var request: Observation {
        .message(WireMessage(role: .request, isAcknowledgement: false, id: 7, datagram: 1, from: client, to: server))
    }

    private func events(_ first: Int?, count: Int = 1, opening: Bool = false, id: Int = 7) -> Observation {
        var message = WireMessage(
            role: .response, isAcknowledgement: false, id: id, datagram: first ?? 0, from: server, to: client)
        message.code = "2.05"
        message.first = first
        message.eventCount = count
        message.beginsStream = opening
        return .message(message)
    }

    @Test func `events are numbered without gaps`() {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(1, count: 2))
        run.add(events(3))
        run.add(events(2))
        run.add(events(4))
        #expect(run.violations.isEmpty)
        run.add(events(6))
        #expect(run.violations.count == 1)
    }

    @Test func `a copy of a message from before blocks is not the number after them`() {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(7, count: 5, id: 65_535))
        run.add(events(nil, count: 5, id: 0))
        run.add(events(7, count: 5, id: 65_535))
        run.add(events(13, id: 1))
        #expect(run.violations.isEmpty)
        run.add(events(15, id: 2))
        #expect(run.violations.count == 1)
    }

    @Test func `delayed messages from before blocks are not a gap in the stream that begins after them`() {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(nil, count: 5, id: 9))
        run.add(events(1, opening: true, id: 11))
        run.add(events(8, id: 8))
        run.add(events(nil, count: 5, id: 9))
        // The stream before the blocks may go on, once.
        run.add(events(8, id: 12))
        #expect(run.violations.isEmpty)
        run.add(events(11, id: 13))
        #expect(run.violations.count == 1)
    }

    @Test func `a former stream may go on after the beginning of another one`() {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(6))
        run.add(events(1, opening: true))
        run.add(events(7))
        #expect(run.violations.isEmpty)
        run.add(events(9))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: ["CON 8 2.05 Content /video/connect", "CON 8 2.05 Content /sfu/join"])
    func `a block of a notification may contain no whole type of an event`(_ summary: String) throws {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(1))
        run.add(try message(summary))
        run.add(events(3, id: 9))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: ["ACK 8 2.05 Content /video/connect", "CON 8 2.04 Changed /video/call/default/standup/accept"])
    func `a response without events hides no number`(_ summary: String) throws {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(1))
        run.add(try message(summary))
        run.add(events(3, id: 9))
        #expect(run.violations.count == 1)
    }

    private func message(_ summary: String) throws -> Observation {
        let datagram = JournalEvent.Datagram(
            number: 2, from: server, to: client, byteCount: 9, fate: .sent, summary: summary)
        return try #require(TraceLine.message(datagram))
    }

    @Test func `a resumed stream continues its numbers at another address`() {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(1))
        run.add(events(6, opening: true))
        #expect(run.violations.isEmpty)
        run.add(events(8))
        #expect(run.violations.count == 1)
    }

    @Test func `a sender that the client has not asked has no stream`() {
        var run = Run(EventNumbers.self)
        run.add(events(1))
        run.add(events(5))
        #expect(run.violations.isEmpty)
    }

    @Test func `a delayed message of an ended stream is not a gap in the new one`() {
        var run = Run(EventNumbers.self)
        run.add(request)
        run.add(events(1, count: 2))
        run.add(events(1))
        run.add(events(2))
        run.add(events(3))
        #expect(run.violations.isEmpty)
        run.add(events(5))
        #expect(run.violations.count == 1)
    }

    @Test func `a request that was challenged is served when it arrives again`() {
        var run = Run(Responses.self)
        run.add(
            .message(
                WireMessage(role: .request, isAcknowledgement: false, id: 7, datagram: 1, from: client, to: server)))
        for code: Substring in ["4.01", "4.04"] {
            var response = WireMessage(
                role: .response, isAcknowledgement: true, id: 7, datagram: 2, from: server, to: client)
            response.code = code
            run.add(.message(response))
        }
        #expect(run.violations.isEmpty)
    }

    @Test func `a request that arrives again after a restart of the server is served again`() {
        var run = Run(Responses.self)
        for (id, isRestarted) in [(7, true), (8, false)] {
            run.wait(.seconds(1))
            run.add(
                .message(
                    WireMessage(
                        role: .request, isAcknowledgement: false, id: id, datagram: 1, from: client, to: server)))
            // The response from before the restart may arrive after a later one.
            for code: Substring in ["2.04", "4.01", "4.04", "2.04"] {
                run.wait(.seconds(1))
                if isRestarted, code == "2.04" { run.add(.lostState) }
                var response = WireMessage(
                    role: .response, isAcknowledgement: true, id: id, datagram: 2, from: server, to: client)
                response.code = code
                run.add(.message(response))
            }
            #expect(run.violations.isEmpty == isRestarted)
        }
    }

    @Test func `a challenge that arrives late is not a second response`() {
        var run = Run(Responses.self)
        run.add(.disturbed)
        run.add(
            .message(
                WireMessage(role: .request, isAcknowledgement: false, id: 7, datagram: 1, from: client, to: server)))
        for code: Substring in ["2.01", "4.01", "2.01"] {
            var response = WireMessage(
                role: .response, isAcknowledgement: true, id: 7, datagram: 2, from: server, to: client)
            response.code = code
            run.add(.message(response))
        }
        #expect(run.violations.isEmpty)
        var other = WireMessage(
            role: .response, isAcknowledgement: true, id: 7, datagram: 3, from: server, to: client)
        other.code = "4.04"
        run.add(.message(other))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [("GET /video/connect", 0), ("DELETE /video/connect", 1)])
    func `a message id belongs to one request, which may be sent again`(_ second: Substring, _ violations: Int) {
        var run = Run(Responses.self)
        for line in ["GET /video/connect", second] {
            var request = WireMessage(
                role: .request, isAcknowledgement: false, id: 7, datagram: 1, from: client, to: server)
            request.line = line
            run.add(.message(request))
        }
        #expect(run.violations.count == violations)
        let text = "the message id 7 of GET /video/connect is also the id of DELETE /video/connect"
        #expect(run.violations.allSatisfy { $0.contains(text) })
    }

    @Test func `a message id may be used again after 247 s`() {
        var run = Run(Responses.self)
        for line: Substring in ["GET /video/connect", "DELETE /video/connect"] {
            var request = WireMessage(
                role: .request, isAcknowledgement: false, id: 7, datagram: 1, from: client, to: server)
            request.line = line
            run.add(.message(request))
            run.wait(.seconds(247))
        }
        #expect(run.violations.isEmpty)
    }

    @Test func `a request has one response`() {
        var run = Run(Responses.self)
        run.add(
            .message(
                WireMessage(role: .request, isAcknowledgement: false, id: 7, datagram: 1, from: client, to: server)))
        for code: Substring in ["2.04", "2.04", "4.03"] {
            var response = WireMessage(
                role: .response, isAcknowledgement: true, id: 7, datagram: 2, from: server, to: client)
            response.code = code
            run.add(.message(response))
        }
        #expect(run.violations.count == 1)
    }

    @Test func `media ends with its consent`() {
        var run = Run(Consent.self)
        run.add(.consent(from: server, to: client))
        run.wait(.seconds(30))
        run.add(.media(from: client, to: server))
        #expect(run.violations.isEmpty)
        run.wait(.seconds(3))
        run.add(.media(from: client, to: server))
        #expect(run.violations.count == 1)
    }
}
