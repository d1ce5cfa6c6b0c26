import CallCore
import Chance
import Signaling
import Testing
import Timing
import Wire

/// A client's media without a socket: what it sends, and what it makes of what comes.
@Suite struct MediaMachineTests {
    private static let credentials = PathCredentials {
        $0.username = "u"
        $0.password = "p"
    }

    private static let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5684)

    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }

    private func machine(_ configuration: MediaConfiguration = MediaConfiguration()) -> MediaMachine {
        MediaMachine(configuration, sessionId: "stay", generator: SeededGenerator(seed: 1), at: .start)
    }

    private func sent(_ outputs: [MediaMachine.Output]) -> [[UInt8]] {
        outputs.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }

    /// Opens its path at once.
    private func open(_ machine: inout MediaMachine) throws {
        machine.open(Self.credentials, to: Self.sfu, at: .start)
        let request = try #require(sent(machine.wake(at: .start, date: .virtualStart)).first)
        let answer = try STUN.Message(decoding: request).success(
            seenAt: SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000))
        let bytes = try #require(answer.encoded(STUN.Protection(key: Array("p".utf8))))
        _ = try machine.receive(bytes, at: .start)
    }

    /// Lets time pass; the packets of RTP with the time of each.
    private func run(_ machine: inout MediaMachine, to end: Instant) throws -> [(time: Instant, packet: RTP.Packet)] {
        var packets: [(Instant, RTP.Packet)] = []
        while let wake = machine.nextWake, wake < end {
            for bytes in sent(machine.wake(at: wake, date: .virtualStart)) where DatagramKind(bytes) == .rtp {
                packets.append((wake, try RTP.Packet(decoding: bytes)))
            }
        }
        return packets
    }

    @Test func `nothing is sent before the path is open, nor when it is dead`() throws {
        var machine = machine()
        machine.setSending(true, .audio, at: .start)
        #expect(machine.nextWake == nil)
        machine.open(Self.credentials, to: Self.sfu, at: .start)
        #expect(try run(&machine, to: at(29)).isEmpty)
        var other = self.machine()
        try open(&other)
        other.setSending(true, .audio, at: .start)
        #expect(try run(&other, to: at(40)).last?.time == at(29.98))
        #expect(other.path?.state == .dead)
    }

    @Test func `audio has a frame every 20 ms, with the script's level`() throws {
        var machine = machine(MediaConfiguration(speech: [.seconds(1)..<(.seconds(2))]))
        try open(&machine)
        machine.setSending(true, .audio, at: .start)
        let packets = try run(&machine, to: at(3))
        #expect(packets.count == 150)
        for (before, after) in zip(packets, packets.dropFirst()) {
            #expect(after.packet.sequenceNumber == before.packet.sequenceNumber &+ 1)
            #expect(after.packet.timestamp == before.packet.timestamp &+ 160)
            #expect(after.packet.ssrc == machine.source(of: .audio))
        }
        let spoken = try packets.filter { entry in
            let element = try #require(entry.packet.elements.first)
            #expect(element.id == MediaFormat.audioLevelElement)
            return RTP.AudioLevel(byte: element.value[0]).hasVoice
        }
        #expect(spoken.map(\.time) == (50..<100).map { at(Double($0) * 0.02) })
        #expect(packets.map(\.packet.marker).prefix(2) == [true, false])
    }

    @Test(arguments: [(20, 20...24), (123, 123...126), (127, 126...126)] as [(UInt8, ClosedRange<UInt8>)])
    func `the level of speech varies by up to 4 dB below the script's, and is never silence`(
        _ loudness: UInt8, _ levels: ClosedRange<UInt8>
    ) throws {
        var machine = machine(MediaConfiguration(speech: [.zero..<(.seconds(4))], loudness: loudness))
        try open(&machine)
        machine.setSending(true, .audio, at: .start)
        let sent = try run(&machine, to: at(4)).compactMap(\.packet.elements.first)
            .map { RTP.AudioLevel(byte: $0.value[0]).decibelsBelowOverload }
        #expect(Set(sent) == Set(levels))
    }

    @Test func `muting stops the packets, and timestamps go on meanwhile`() throws {
        var machine = machine()
        try open(&machine)
        machine.setSending(true, .audio, at: .start)
        let first = try run(&machine, to: at(1))
        machine.setSending(false, .audio, at: at(1))
        #expect(try run(&machine, to: at(2)).isEmpty)
        machine.setSending(true, .audio, at: at(2))
        let second = try run(&machine, to: at(2.02))
        #expect(second.count == 1)
        #expect(second.first?.packet.marker == true)
        #expect(second.first?.packet.sequenceNumber == first.last.map { $0.packet.sequenceNumber &+ 1 })
        #expect(second.first?.packet.timestamp == first.first.map { $0.packet.timestamp &+ 16_000 })
    }

    @Test func `a track that is switched off and on within a frame goes on after that frame, without a mark`() throws {
        var machine = machine()
        try open(&machine)
        machine.setSending(true, .audio, at: .start)
        let first = try run(&machine, to: at(1.005))
        machine.setSending(false, .audio, at: at(1.005))
        machine.setSending(true, .audio, at: at(1.01))
        let second = try run(&machine, to: at(1.03))
        #expect(second.map(\.time) == [at(1.02)])
        #expect(second.map(\.packet.marker) == [false])
        #expect(second.first?.packet.timestamp == first.last.map { $0.packet.timestamp &+ 160 })
    }

    @Test func `pictures have key frames, several packets each, and a mark on the last one`() throws {
        var machine = machine(MediaConfiguration(frameRate: 10))
        try open(&machine)
        machine.setSending(true, .video, at: .start)
        let packets = try run(&machine, to: at(4))
        let frames = Dictionary(grouping: packets) { $0.packet.timestamp }.values
        #expect(frames.count == 40)
        #expect(frames.filter { $0.count == 8 }.map { $0[0].time }.sorted() == [at(0), at(2)])
        #expect(
            frames.allSatisfy { frame in frame.filter(\.packet.marker).count == 1 && frame.last?.packet.marker == true }
        )
        #expect(frames.allSatisfy { (1...8).contains($0.count) })
    }

    @Test func `numbers and timestamps start over and are counted through`() throws {
        var sender = machine(MediaConfiguration(firstSequenceNumber: 65_500, firstTimestamp: .max - 1_600))
        try open(&sender)
        sender.setSending(true, .audio, at: .start)
        var receiver = machine()
        receiver.learn([
            (
                "other",
                TrackSource {
                    $0.trackType = .audio
                    $0.ssrc = sender.source(of: .audio)
                }
            )
        ])
        for entry in try run(&sender, to: at(4)) {
            _ = try receiver.receive(try #require(entry.packet.encoded()), at: entry.time)
        }
        let track = try #require(receiver.track(.audio, of: "other", at: at(4)))
        #expect(track.packetsReceived == 200)
        #expect(track.packetsLost == 0)
        #expect(track.jitter < .microseconds(1))
        #expect(track.state == .flowing)
    }

    @Test func `loss, doubles and late packets are counted apart`() throws {
        var receiver = machine()
        receiver.learn([
            (
                "other",
                TrackSource {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            )
        ])
        #expect(receiver.track(.audio, of: "other", at: .start)?.state == .waiting)
        for number in [1, 2, 5, 3, 5, 6] {
            let packet = RTP.Packet(
                payloadType: 111, sequenceNumber: UInt16(number), timestamp: UInt32(number * 160), ssrc: 7)
            _ = try receiver.receive(try #require(packet.encoded()), at: at(Double(number) * 0.02))
        }
        let track = try #require(receiver.track(.audio, of: "other", at: at(0.2)))
        #expect(track.packetsReceived == 5)
        #expect(track.packetsLost == 1)
        #expect(track.packetsLate == 1)
        #expect(track.packetsDuplicated == 1)
        #expect(receiver.track(.audio, of: "other", at: at(5))?.state == .stalled)
    }

    @Test func `a goodbye ends a track, and its packets begin it again`() throws {
        var receiver = machine()
        receiver.learn([
            (
                "other",
                TrackSource {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            )
        ])
        let bye = try #require(RTCP.encoded([.receiverReport(ssrc: 7, []), .bye([7], reason: nil)]))
        _ = try receiver.receive(bye, at: .start)
        #expect(receiver.track(.audio, of: "other", at: .start)?.state == .ended)
        let packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: 7)
        _ = try receiver.receive(try #require(packet.encoded()), at: .start)
        #expect(receiver.track(.audio, of: "other", at: .start)?.state == .flowing)
    }

    @Test func `reports count sent and received packets`() throws {
        var machine = machine()
        try open(&machine)
        machine.setSending(true, .audio, at: .start)
        machine.learn([
            (
                "other",
                TrackSource {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            )
        ])
        for number in [1, 2, 4] as [UInt16] {
            let packet = RTP.Packet(payloadType: 111, sequenceNumber: number, timestamp: 1, ssrc: 7)
            _ = try machine.receive(try #require(packet.encoded()), at: .start)
        }
        var report: [RTCP.Packet] = []
        while report.isEmpty, let wake = machine.nextWake {
            for bytes in sent(machine.wake(at: wake, date: .virtualStart)) where DatagramKind(bytes) == .rtcp {
                report = try RTCP.packets(decoding: bytes)
            }
        }
        guard case .senderReport(let own)? = report.first else {
            Issue.record("\(report)")
            return
        }
        #expect(own.ssrc == machine.source(of: .audio))
        #expect(own.packetCount > 50)
        #expect(own.octetCount == own.packetCount * 160)
        #expect(own.reports.map(\.ssrc) == [7])
        #expect(own.reports.first?.fractionLost == 64)
        #expect(own.reports.first?.cumulativeLost == 1)
        #expect(report.contains { if case .sourceDescription = $0 { true } else { false } })
    }

    /// Lets time pass to the next report, and returns its packets.
    private func nextReport(_ machine: inout MediaMachine) throws -> [RTCP.Packet] {
        while let wake = machine.nextWake, wake < at(60) {
            for bytes in sent(machine.wake(at: wake, date: .virtualStart)) where DatagramKind(bytes) == .rtcp {
                return try RTCP.packets(decoding: bytes)
            }
        }
        return []
    }

    private func isSender(_ report: [RTCP.Packet]) -> Bool {
        if case .senderReport? = report.first { true } else { false }
    }

    /// RFC 3550 section 6.4.
    @Test func `a track is a sender that sent one packet since the last report or the one before`() throws {
        var machine = machine()
        try open(&machine)
        #expect(try !isSender(nextReport(&machine)))
        machine.setSending(true, .audio, at: at(10))
        while machine.ownTrack(.audio)?.packetsSent == 0, let wake = machine.nextWake {
            _ = machine.wake(at: wake, date: .virtualStart)
        }
        machine.setSending(false, .audio, at: at(10))
        #expect(machine.ownTrack(.audio)?.packetsSent == 1)
        #expect(try isSender(nextReport(&machine)))
        #expect(try isSender(nextReport(&machine)))
        #expect(try !isSender(nextReport(&machine)))
    }

    @Test func `each own track has its own state`() throws {
        var machine = machine()
        try open(&machine)
        #expect(machine.ownTrack(.audio) == nil)
        machine.setSending(true, .audio, at: .start)
        machine.setSending(true, .video, at: .start)
        machine.setSending(false, .video, at: .start)
        for type in [TrackType.audio, .video] { #expect(machine.ownTrack(type)?.ssrc == machine.source(of: type)) }
        #expect(machine.ownTrack(.audio)?.state == .flowing && machine.ownTrack(.video)?.state == .stalled)
        #expect(machine.ownTrack(.screenShare) == nil)
    }

    @Test func `the later one of two clients with one source sends BYE and selects another`() throws {
        var machine = machine(MediaConfiguration(firstSource: 42))
        try open(&machine)
        machine.setSending(true, .audio, at: .start)
        _ = try run(&machine, to: at(0.1))
        let packet = RTP.Packet(payloadType: 111, sequenceNumber: 9, timestamp: 9, ssrc: 42)
        let outputs = try machine.receive(try #require(packet.encoded()), at: at(0.1))
        #expect(outputs.first == .refused(.ownSource) && outputs.contains(.changedSource(.audio)))
        let name = RTCP.Item(type: RTCP.Item.cname, text: "stay")
        #expect(
            try RTCP.packets(decoding: try #require(sent(outputs).first)) == [
                .receiverReport(ssrc: 42, []), .sourceDescription([RTCP.Chunk(ssrc: 42, items: [name])]),
                .bye([42], reason: "source taken"),
            ])
        #expect(machine.source(of: .audio) != 42)
        let packets = try run(&machine, to: at(0.2))
        #expect(packets.count == 5)
        #expect(packets.allSatisfy { $0.packet.ssrc == machine.source(of: .audio) })
    }

    @Test func `a packet from a source of this client's own belongs to the session that sends with it`() throws {
        var machine = machine(MediaConfiguration(firstSource: 42))
        let bytes = try #require(
            RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: 42).encoded())
        #expect(!machine.knows(bytes))
        machine.setSending(true, .audio, at: .start)
        #expect(machine.knows(bytes))
    }

    @Test func `a packet with a header alone belongs to the session that its source was announced to`() throws {
        var machine = machine()
        let packets = try [7, 8].map { source in
            try #require(RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: source).encoded())
        }
        #expect(packets.allSatisfy { $0.count == 12 && !machine.knows($0) })
        let source = TrackSource {
            $0.trackType = .audio
            $0.ssrc = 8
        }
        machine.learn([(sessionId: "bob", source: source)])
        #expect(packets.map { machine.knows($0) } == [false, true])
        #expect(machine.knows(Array(packets[0].dropLast())) && machine.knows([0, 1]))
    }

    @Test func `a response to a check and a check belong to the session whose path they are about`() throws {
        var machines: [MediaMachine] = []
        var answers: [[UInt8]] = []
        for seed in [1, 2] as [UInt64] {
            var machine = MediaMachine(
                MediaConfiguration(), sessionId: "\(seed)", generator: SeededGenerator(seed: seed), at: .start)
            let credentials = PathCredentials {
                $0.username = "user \(seed)"
                $0.password = "p"
            }
            machine.open(credentials, to: Self.sfu, at: .start)
            let request = try #require(sent(machine.wake(at: .start, date: .virtualStart)).first)
            let answer = try STUN.Message(decoding: request).success(seenAt: Self.sfu)
            answers.append(try #require(answer.encoded(STUN.Protection(key: [1]))))
            machines.append(machine)
        }
        #expect(machines.map { $0.knows(answers[1]) } == [false, true])
        var generator = SeededGenerator(seed: 1)
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &generator),
            attributes: [.username(MediaFormat.usernameOfSFU(for: "user 1"))])
        let bytes = try #require(check.encoded(STUN.Protection(key: [1])))
        #expect(machines.map { $0.knows(bytes) } == [true, false])
    }

    @Test func `unannounced, unreadable and other datagrams change nothing`() throws {
        var machine = machine()
        try open(&machine)
        machine.learn([
            (
                "other",
                TrackSource {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            )
        ])
        let unknown = try #require(RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: 8).encoded())
        let cases: [([UInt8], MediaRefusal)] = [
            ([], .unknownProtocol), ([0x40, 1, 0, 1], .unknownProtocol), (unknown, .unknownSource),
            ([0x80, 111, 0], .malformedRTP), ([0x80, 200, 0xFF, 0xFF], .malformedRTCP),
            ([0, 1, 0, 4, 0x21, 0x12, 0xA4, 0x42], .malformedSTUN),
        ]
        for (datagram, refusal) in cases {
            #expect(throws: refusal) { try machine.receive(datagram, at: .start) }
        }
        #expect(machine.track(.audio, of: "other", at: .start)?.state == .waiting)
    }

    @Test func `damaged datagrams of every kind never trap`() throws {
        var machine = machine()
        try open(&machine)
        machine.learn([
            (
                "other",
                TrackSource {
                    $0.trackType = .audio
                    $0.ssrc = 7
                }
            )
        ])
        var packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: 7, payload: [1, 2, 3, 4])
        packet.elements = [RTP.Element(id: 1, value: [0x80])]
        let seeds: [[UInt8]] = [
            try #require(packet.encoded()),
            try #require(RTCP.encoded([.receiverReport(ssrc: 7, []), .bye([7], reason: "x")])),
            try #require(
                STUN.Message(.request, transactionID: STUN.TransactionID(from: &Self.random)).encoded(
                    STUN.Protection(key: [1]))),
        ]
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var bytes = seeds[Int(generator.next() % 3)]
            for _ in 0..<(1 + generator.next() % 4) where !bytes.isEmpty {
                let place = Int(generator.next() % UInt64(bytes.count))
                if generator.chance(0.2) {
                    bytes.removeLast(bytes.count - place)
                } else {
                    bytes[place] = UInt8(truncatingIfNeeded: generator.next())
                }
            }
            _ = try? machine.receive(bytes, at: .start)
        }
        #expect(machine.path?.state == .open)
    }

    private static var random: SeededGenerator {
        get { SeededGenerator(seed: 5) }
        set { _ = newValue }
    }
}
