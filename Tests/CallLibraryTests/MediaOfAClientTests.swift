import CallCore
import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// The media of a client's sessions, and their path to the SFU.
@MainActor
@Suite struct MediaOfAClientTests: ServedClientSuite {
    let served = ServedClient()

    private static let credentials = PathCredentials {
        $0.username = "u"
        $0.password = "p"
    }

    private func session(
        path: Bool = true, _ participants: [SFUParticipant] = []
    ) -> (CoAP.Code, [UInt8]) {
        let response = SFUJoinResponse.alone {
            $0.callState.participants = participants
            guard path else { return }
            $0.path = MediaPathResponse {
                $0.port = 6000
                $0.credentials = Self.credentials
            }
        }
        return (.content, response.encoded())
    }

    private func joined(_ session: (CoAP.Code, [UInt8]), reports: Bool = true) async throws -> Call {
        var configuration = CallConfiguration()
        configuration.media = MediaConfiguration()
        let admission = JoinCallResponse.admission {
            $0.ownCapabilities = [.sendAudio]
            $0.statsOptions.isEnabled = reports
            $0.statsOptions.reportingInterval = .seconds(1)
        }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        for route in ["set_publisher", "update_mute_states", "send_stats"] {
            socket.answers["sfu/\(route)"] = (.changed, EmptyBody().encoded())
        }
        socket.answers["sfu/join"] = session
        socket.mediaPassword = "p"
        return try await joined(configuration)
    }

    @Test func `a refused datagram of the media port is traced with its reason and its number`() async throws {
        let call = try await joined(session())
        #expect(call.mediaPath == .open)
        #expect(served.marks.first { $0.name == "media.path.open" }?.details == ["seenAt=\(socket.address)"])
        let port = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 6000)
        for _ in 0..<2 { socket.onDatagram?([0x80, 111, 0], port) }
        let refusals = served.marks.filter { $0.name == "media.refused" }.map(\.details)
        let reason = "reason=\(MediaRefusal.malformedRTP.rawValue)"
        #expect(refusals == [[reason, "count=1"], [reason, "count=2"]])
        #expect(call.mediaRefusals == [.malformedRTP: 2])
        call.leave()
    }

    @Test func `a packet from a source of this client's own is counted, and the source is replaced`() async throws {
        let call = try await joined(session())
        let own = try #require(call.media?.source(of: .audio))
        let packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: own)
        call.media?.setSending([.audio])
        let port = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 6000)
        socket.onDatagram?(try #require(packet.encoded()), port)
        #expect(call.mediaRefusals == [.ownSource: 1] && call.media?.source(of: .audio) != own)
        call.leave()
    }

    @Test func `statistics are sent while the SFU's stream is open, and not without it`() async throws {
        let call = try await joined(session())
        for _ in 0..<3 { await served.pass(.seconds(1)) }
        #expect(socket.count(of: "sfu/send_stats") > 0)
        socket.isHolding = true
        call.pathLost()
        let before = socket.count(of: "sfu/send_stats")
        for _ in 0..<5 { await served.pass(.seconds(1)) }
        #expect(socket.count(of: "sfu/send_stats") == before)
        call.leave()
    }

    @Test func `statistics that the coordinator has switched off are shown and not sent`() async throws {
        let call = try await joined(session(), reports: false)
        for _ in 0..<3 { await served.pass(.seconds(1)) }
        #expect(call.state.values.statsReport != nil)
        call.leave()
        await served.settle()
        #expect(socket.count(of: "sfu/send_stats") == 0)
    }

    @Test func `a track that was published without a path is sent when a reconnect opens one`() async throws {
        let call = try await joined(session(path: false))
        let own = Self.participant("alice", call.state.values.sessionId) { $0.publishedTracks = [.audio] }
        socket.notify([.participantJoined(own)], first: 1)
        await served.settle()
        #expect(call.mediaPath == nil && call.track(.audio, of: own.sessionId) == nil)
        socket.answers["sfu/join"] = session([own])
        socket.endStream()
        await served.settle()
        #expect(call.mediaPath == .open && call.state.values.sessionId == own.sessionId)
        #expect(call.track(.audio, of: own.sessionId)?.state == .flowing)
        call.leave()
    }

    // MARK: One session

    @MainActor
    private final class Datagrams: DatagramSocket {
        let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private(set) var bytes: [[UInt8]] = []

        func send(_ bytes: [UInt8], to destination: SocketAddress) { self.bytes.append(bytes) }

        func close() {}
    }

    private let sent = Datagrams()
    private let seen = SeenTexts()

    private func media() -> MediaSession {
        let machine = MediaMachine(
            MediaConfiguration(firstSource: 42), sessionId: "s", generator: SeededGenerator(seed: 1), at: scheduler.now)
        return MediaSession(machine, sessionId: "s", socket: sent, scheduler: scheduler) { [seen] report in
            seen.texts.append("\(report)")
        }
    }

    /// Answers the last check.
    private func answer(_ media: MediaSession) throws {
        let request = try STUN.Message(decoding: try #require(sent.bytes.last))
        let answer = request.success(seenAt: sent.address).encoded(STUN.Protection(key: Array("p".utf8)))
        media.receive(try #require(answer))
    }

    @Test func `only an open path verifies the address`() throws {
        let media = media()
        #expect(!media.proveAddress())
        media.open(Self.credentials, to: ServingSocket.server)
        scheduler.advance(by: .zero)
        #expect(!media.proveAddress())
        try answer(media)
        #expect(media.proveAddress())
        let before = sent.bytes.count
        scheduler.advance(by: .zero)
        #expect(sent.bytes.count == before + 1)
        media.end()
    }

    @Test func `media that ended have no timer, send nothing and refuse nothing`() throws {
        let media = media()
        media.open(Self.credentials, to: ServingSocket.server)
        scheduler.advance(by: .zero)
        try answer(media)
        media.setSending([.audio])
        scheduler.advance(by: .seconds(1))
        #expect(scheduler.pending == 2)
        media.end()
        #expect(scheduler.pending == 0)
        let (datagrams, reports) = (sent.bytes.count, seen.texts)
        media.setSending([])
        media.setSending([.audio])
        media.receive([0x80, 111, 0])
        scheduler.advance(by: .seconds(9))
        #expect(scheduler.pending == 0 && sent.bytes.count == datagrams && seen.texts == reports)
    }

    @Test func `packets that the SFU withholds while a video is hidden or unpublished are not lost`() throws {
        let media = media()
        let source = TrackSource {
            $0.trackType = .video
            $0.ssrc = 7
        }
        let bob = Self.participant("bob", "b") {
            $0.publishedTracks = [.video]
            $0.sources = [source]
        }
        var values = CallStateValues(callCid: Self.cid)
        values.apply(.participantJoined(bob), at: .virtualStart)
        func receive(_ numbers: UInt16...) throws {
            media.learn(values.participants, own: "s", receives: values.receives)
            for number in numbers {
                let packet = RTP.Packet(
                    payloadType: 31, sequenceNumber: number, timestamp: UInt32(number) * 6000, ssrc: 7)
                media.receive(try #require(packet.encoded()))
            }
        }
        try receive(1, 2)
        values.setShown(false, "b")
        try receive(3)
        values.setShown(true, "b")
        try receive(50, 52)
        values.setPublished(false, .video, of: "b")
        try receive()
        values.setPublished(true, .video, of: "b")
        try receive(90)
        let disabled = IncomingVideoQualitySettings.disabled
        values.setIncomingVideoQuality(disabled(.all))
        try receive()
        values.setIncomingVideoQuality(.none)
        try receive(200)
        let track = try #require(media.track(.video, of: "b"))
        #expect(track.packetsReceived == 7 && track.packetsLost == 1)
        media.end()
    }

    @Test func `a source that another participant has is replaced, and the new one is to be announced`() {
        let media = media()
        let source = TrackSource {
            $0.trackType = .audio
            $0.ssrc = 42
        }
        var values = CallStateValues(callCid: Self.cid)
        values.apply(.participantJoined(Self.participant("bob", "b") { $0.sources = [source] }), at: .virtualStart)
        media.learn(values.participants, own: "s")
        #expect(media.source(of: .audio) != 42 && seen.texts == ["changedSource"])
        media.end()
    }
}
