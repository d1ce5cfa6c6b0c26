import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import CallCore

/// Reports, totals and limits of a client's media.
@Suite struct MediaDetailTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    /// Media with an open path, and with announced sources from 1.
    private func opened(sessionId: String = "own", sources: UInt32 = 0) throws -> MediaMachine {
        var machine = MediaMachine(
            MediaConfiguration(), sessionId: sessionId, generator: SeededGenerator(seed: 1), at: .start)
        let credentials = PathCredentials {
            $0.username = "u"
            $0.password = "p"
        }
        machine.open(
            credentials, to: SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5684), at: .start)
        let request = try #require(sent(machine.wake(at: .start, date: .virtualStart)).first)
        let answer = try STUN.Message(decoding: request).success(
            seenAt: SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000))
        let bytes = try #require(answer.encoded(STUN.Protection(key: Array("p".utf8))))
        _ = try machine.receive(bytes, at: .start)
        machine.learn(announced(sources))
        return machine
    }

    private func announced(_ count: UInt32) -> [(sessionId: String, source: TrackSource)] {
        (0..<count).map { number in
            let source = TrackSource {
                $0.trackType = .audio
                $0.ssrc = number + 1
            }
            return (sessionId: "other \(number)", source: source)
        }
    }

    private func sent(_ outputs: [MediaMachine.Output]) -> [[UInt8]] {
        outputs.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }

    private func receive(
        _ number: UInt16, from ssrc: UInt32 = 1, at now: Instant, in machine: inout MediaMachine
    ) throws {
        let packet = RTP.Packet(payloadType: 111, sequenceNumber: number, timestamp: UInt32(number) * 160, ssrc: ssrc)
        _ = try machine.receive(try #require(packet.encoded()), at: now)
    }

    private func nextReport(_ machine: inout MediaMachine) throws -> [RTCP.Packet] {
        while let wake = machine.nextWake, wake < at(60_000) {
            for bytes in sent(machine.wake(at: wake, date: .virtualStart)) where DatagramKind(bytes) == .rtcp {
                return try RTCP.packets(decoding: bytes)
            }
        }
        return []
    }

    @Test func `a track flows for less than a second after its last packet`() throws {
        var machine = try opened(sources: 1)
        try receive(1, at: at(500), in: &machine)
        let states = [999, 1499, 1500, 1501].map { machine.track(.audio, of: "other 0", at: at($0))?.state }
        #expect(states == [.flowing, .flowing, .stalled, .stalled])
    }

    @Test func `a track has the mean of its jitter, which is less than the greatest`() throws {
        var machine = try opened(sources: 1)
        for (number, arrival) in [(1, 500), (2, 520), (3, 580), (4, 590)] as [(UInt16, Int64)] {
            try receive(number, at: at(arrival), in: &machine)
        }
        let track = try #require(machine.track(.audio, of: "other 0", at: at(600)))
        #expect(track.meanJitter > .zero && track.meanJitter < track.greatestJitter)
    }

    @Test func `a canonical name has the first sixty characters of a session id`() throws {
        let sessionId = (0..<100).map { "\($0 % 10)" }.joined()
        var machine = try opened(sessionId: "a" + sessionId)
        guard case .sourceDescription(let chunks)? = try nextReport(&machine).last else {
            Issue.record("there is no description")
            return
        }
        #expect(chunks.flatMap(\.items).map(\.text) == [String(("a" + sessionId).prefix(60))])
    }

    @Test func `a source is reported from its first packet on`() throws {
        var machine = try opened(sources: 2)
        try receive(1, at: .start, in: &machine)
        guard case .receiverReport(_, let blocks)? = try nextReport(&machine).first else {
            Issue.record("there is no report")
            return
        }
        #expect(blocks.map(\.ssrc) == [1])
    }

    /// RFC 3550 section 6.1.
    @Test func `a client that sends nothing reports on all its sources, 31 in each packet`() throws {
        var machine = try opened(sources: 63)
        for ssrc in 1...63 { try receive(1, from: UInt32(ssrc), at: .start, in: &machine) }
        let blocks = try nextReport(&machine).compactMap { packet -> [UInt32]? in
            if case .receiverReport(_, let blocks) = packet { blocks.map(\.ssrc) } else { nil }
        }
        #expect(blocks == [Array(1...31), Array(32...62), [63]])
    }

    @Test func `packets of a source that was replaced remain in the total`() throws {
        var machine = try opened()
        machine.setSending(true, .audio, at: .start)
        while machine.publisherStats.packetsSent < 5, let wake = machine.nextWake {
            _ = machine.wake(at: wake, date: .virtualStart)
        }
        let before = machine.source(of: .audio)
        _ = machine.changeSource(of: .audio, at: at(200))
        #expect(machine.publisherStats.packetsSent == 5)
        let others = TrackType.allCases.filter { $0 != .audio }.map { machine.source(of: $0) }
        #expect(!others.contains(machine.source(of: .audio)) && machine.source(of: .audio) != before)
        while machine.publisherStats.packetsSent < 6, let wake = machine.nextWake, wake < at(1000) {
            _ = machine.wake(at: wake, date: .virtualStart)
        }
        #expect(machine.publisherStats.packetsSent == 6)
    }

    @Test func `the time between reports grows with the members and with the size of received reports`() throws {
        func wait(sources: UInt32) throws -> Double {
            var machine = try opened(sources: sources)
            let report = RTCP.Packet.receiverReport(
                ssrc: 1,
                (0..<31).map {
                    RTCP.ReportBlock(
                        ssrc: $0, fractionLost: 0, cumulativeLost: 0, extendedHighest: 0, jitter: 0)
                })
            let datagram = try #require(RTCP.encoded(Array(repeating: report, count: 5)))
            for _ in 0..<200 { _ = try machine.receive(datagram, at: .start) }
            let first = machine.reports.deadline
            while machine.reports.deadline == first, let wake = machine.nextWake {
                _ = machine.wake(at: wake, date: .virtualStart)
            }
            return Double(Instant.start.duration(to: machine.reports.deadline).nanoseconds)
        }
        let (few, many) = try (wait(sources: 1), wait(sources: 3))
        #expect(abs(many / few - 2) < 0.001)
    }

    /// RFC 3550 section 6.3.4.
    @Test func `a report that is far ahead in a large session comes soon after most participants have left`() throws {
        var machine = try opened(sources: 1000)
        let first = machine.reports.deadline
        while machine.reports.deadline == first, let wake = machine.nextWake {
            _ = machine.wake(at: wake, date: .virtualStart)
        }
        #expect(machine.reports.deadline > at(60_000))
        machine.learn(announced(1))
        #expect(try !nextReport(&machine).isEmpty)
    }
}
