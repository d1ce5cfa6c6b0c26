public import Chance
public import Signaling
public import Timing
public import Wire

/// The media of a client with one SFU: its path, its own and received tracks, and their reports.
///
/// A value without I/O. It requests actions as ``Output``, and ``wake(at:date:)`` must be called at ``nextWake``.
public struct MediaMachine: Sendable {
    /// An action that the machine requests, or a fact that it reports.
    public enum Output: Hashable, Sendable {
        /// Send this to the SFU's media port.
        case send([UInt8])
        /// The path is open; the SFU sees the client there.
        case opened(at: SocketAddress)
        /// The SFU sees the client somewhere else than before.
        case moved(to: SocketAddress)
        /// The path is dead.
        case died
        /// A track has a new source, which the SFU must receive.
        case changedSource(TrackType)
    }

    /// The way to the SFU; nil before it was opened.
    public private(set) var path: ConsentMachine?
    var outgoing: [OutgoingTrack] = []
    var incoming: [UInt32: IncomingTrack] = [:]
    var reports: RTCP.Schedule
    var generator: SeededGenerator
    /// The statistics of own tracks that have ended.
    var sentBefore = PublisherStats()
    /// The statistics of received tracks that have ended.
    var receivedBefore = SubscriberStats()
    private var sources: [TrackType: UInt32] = [:]
    private let configuration: MediaConfiguration
    private let cname: String
    private var speech: SpeechScript

    /// Creates the media of a session, before its path is opened.
    public init(
        _ configuration: MediaConfiguration, sessionId: String, generator: SeededGenerator, at now: Instant
    ) {
        self.configuration = configuration
        self.generator = generator
        cname = String(sessionId.prefix(60))
        speech = SpeechScript(configuration.speech)
        reports = RTCP.Schedule(at: now, &self.generator)
        var first = configuration.firstSource
        for type in TrackType.allCases {
            sources[type] = first ?? UInt32(truncatingIfNeeded: self.generator.next())
            first = nil
        }
    }

    /// Starts to open a path that replaces the current one. Tracks and statistics remain.
    package mutating func open(_ credentials: PathCredentials, at now: Instant) {
        path = ConsentMachine(
            username: credentials.username, password: credentials.password,
            generator: SeededGenerator(seed: generator.next()), at: now)
    }

    /// The source of a track of this client's own, also before it is published.
    public func source(of type: TrackType) -> UInt32 {
        sources[type] ?? 0
    }

    // MARK: Time

    private var mayMediaFlow: Bool { path?.state == .open }

    /// The next deadline; nil when no timer is set.
    public var nextWake: Instant? {
        guard mayMediaFlow else { return path?.nextWake }
        var next = min(path?.nextWake ?? .distantFuture, reports.deadline)
        for track in outgoing { next = min(next, track.nextFrame ?? .distantFuture) }
        return next
    }

    /// Does what has fallen due.
    public mutating func wake(at now: Instant, date: Timestamp) -> [Output] {
        var outputs = path?.wake(at: now).map { Output($0) } ?? []
        guard mayMediaFlow else { return outputs }
        for index in outgoing.indices {
            for packet in takeDue(index, at: now) { outputs.append(.send(packet)) }
        }
        if reports.deadline <= now { report(at: now, date: date, &outputs) }
        return outputs
    }

    private mutating func takeDue(_ index: Int, at now: Instant) -> [[UInt8]] {
        let isSpeaking = speech.isSpeaking(at: now)
        let loudness = configuration.loudness
        return outgoing[index].takeDue(
            at: now,
            level: { generator in
                let flutter = UInt8(generator.next() % 5)
                return isSpeaking
                    ? RTP.AudioLevel(decibelsBelowOverload: min(126, loudness + flutter), hasVoice: true)
                    : RTP.AudioLevel(decibelsBelowOverload: 127, hasVoice: false)
            }, &generator)
    }

    /// Proves at once where the client is.
    public mutating func checkSoon(at now: Instant) {
        path?.checkSoon(at: now)
    }

    // MARK: What this client sends

    /// Begins to send a track, or stops.
    public mutating func setSending(_ isSending: Bool, _ type: TrackType, at now: Instant) {
        let index = outgoing.firstIndex { $0.type == type }
        guard isSending else {
            if let index { outgoing[index].mute() }
            return
        }
        if let index { return outgoing[index].start(at: now) }
        var track = OutgoingTrack(type, ssrc: source(of: type), configuration: configuration, at: now, &generator)
        track.start(at: now)
        outgoing.append(track)
    }

    /// Speaks for a duration from now, regardless of the script.
    public mutating func speak(for duration: Duration, at now: Instant) {
        speech.speak(for: duration, at: now)
    }

    /// Resolves a collision with another client's source: sends BYE and selects a new source (RFC 3550 section 8.2).
    public mutating func changeSource(of type: TrackType, at now: Instant) -> [Output] {
        let old = source(of: type)
        var next = old
        while sources.values.contains(next) { next = UInt32(truncatingIfNeeded: generator.next()) }
        sources[type] = next
        var outputs: [Output] = []
        if let index = outgoing.firstIndex(where: { $0.type == type }) {
            let isSending = outgoing[index].nextFrame != nil
            let farewell: [RTCP.Packet] = [.receiverReport(ssrc: old, []), .bye([old], reason: "source taken")]
            if mayMediaFlow, let bytes = RTCP.encoded(farewell) { outputs.append(.send(bytes)) }
            sentBefore = sentBefore.adding(outgoing[index].stats)
            outgoing.remove(at: index)
            if isSending { setSending(true, type, at: now) }
        }
        outputs.append(.changedSource(type))
        return outputs
    }

    // MARK: What this client receives

    /// Assigns announced sources to the tracks of sessions. Sources that are not announced are removed.
    public mutating func learn(_ announced: [(sessionId: String, source: TrackSource)]) {
        let known = Set(announced.map(\.source.ssrc))
        for ssrc in incoming.keys where !known.contains(ssrc) { forget(ssrc) }
        for entry in announced {
            let before = incoming[entry.source.ssrc]
            guard before?.sessionId != entry.sessionId || before?.type != entry.source.trackType else { continue }
            forget(entry.source.ssrc)
            incoming[entry.source.ssrc] = IncomingTrack(
                entry.source.trackType, ssrc: entry.source.ssrc, of: entry.sessionId)
        }
    }

    private mutating func forget(_ ssrc: UInt32) {
        guard let track = incoming.removeValue(forKey: ssrc) else { return }
        receivedBefore = receivedBefore.adding(track.stats)
    }

    /// Returns true when a datagram belongs to this client's session, where one SFU has several of its sessions.
    public func knows(_ datagram: [UInt8]) -> Bool {
        guard DatagramKind(datagram) == .rtp, datagram.count >= 12 else { return true }
        return incoming[datagram[8..<12].reduce(0) { $0 << 8 | UInt32($1) }] != nil
    }

    /// A datagram came from the SFU's media port.
    ///
    /// - Throws: ``MediaRefusal`` for one that changes nothing.
    public mutating func receive(_ datagram: [UInt8], at now: Instant) throws(MediaRefusal) -> [Output] {
        switch DatagramKind(datagram) {
        case .rtp: return try receiveRTP(datagram, at: now)
        case .rtcp: return try receiveRTCP(datagram, at: now)
        case .stun:
            do throws(ConsentMachine.Refusal) {
                return try path?.receive(datagram, at: now).map { Output($0) } ?? []
            } catch {
                throw MediaRefusal(error)
            }
        case .coap, .sip, nil: throw .unknownProtocol
        }
    }

    private mutating func receiveRTP(_ datagram: [UInt8], at now: Instant) throws(MediaRefusal) -> [Output] {
        let header: RTP.Header
        do throws(RTPError) {
            header = try RTP.Header(decoding: datagram.span)
        } catch {
            throw .malformedRTP
        }
        if let own = outgoing.first(where: { $0.ssrc == header.ssrc }) { return changeSource(of: own.type, at: now) }
        switch incoming[header.ssrc]?.receive(header, at: now) {
        case nil: throw .unknownSource
        case .outOfRange, .onProbation: throw .outOfRange
        case .inOrder, .late, .duplicate, .restarted: return []
        }
    }

    private mutating func receiveRTCP(_ datagram: [UInt8], at now: Instant) throws(MediaRefusal) -> [Output] {
        let packets: [RTCP.Packet]
        do throws(RTCPError) {
            packets = try RTCP.packets(decoding: datagram)
        } catch {
            throw .malformedRTCP
        }
        reports.count(byteCount: datagram.count)
        for packet in packets {
            switch packet {
            case .senderReport(let report): incoming[report.ssrc]?.take(report, at: now)
            case .bye(let sources, _): for source in sources { incoming[source]?.end() }
            case .receiverReport, .sourceDescription, .other: break
            }
        }
        return []
    }

    // MARK: Reports

    private mutating func report(at now: Instant, date: Timestamp, _ outputs: inout [Output]) {
        reports.setMembers(
            1 + outgoing.count + incoming.count, senders: outgoing.count + incoming.count, isSender: !outgoing.isEmpty,
            at: now)
        guard reports.fire(at: now, &generator), let bytes = RTCP.encoded(compound(at: now, date: date)) else { return }
        reports.count(byteCount: bytes.count)
        outputs.append(.send(bytes))
    }

    /// Every own track sends a report. The first one, or an empty one, carries the reception blocks (RFC 3550 section
    /// 6.1).
    private mutating func compound(at now: Instant, date: Timestamp) -> [RTCP.Packet] {
        var blocks = reportBlocks(at: now)
        var packets: [RTCP.Packet] = []
        var chunks: [RTCP.Chunk] = []
        let name = RTCP.Item(type: RTCP.Item.cname, text: cname)
        for index in outgoing.indices where outgoing[index].sentSinceReport > 0 {
            var report = outgoing[index].report(at: now, date: date)
            report.reports = Self.take(&blocks)
            packets.append(.senderReport(report))
            chunks.append(RTCP.Chunk(ssrc: report.ssrc, items: [name]))
        }
        let own = source(of: .audio)
        if packets.isEmpty { chunks.append(RTCP.Chunk(ssrc: own, items: [name])) }
        while packets.isEmpty || !blocks.isEmpty { packets.append(.receiverReport(ssrc: own, Self.take(&blocks))) }
        packets.append(.sourceDescription(chunks))
        return packets
    }

    private mutating func reportBlocks(at now: Instant) -> [RTCP.ReportBlock] {
        incoming.keys.sorted().compactMap { ssrc in
            guard let received = incoming[ssrc]?.statistics.received, received > 0 else { return nil }
            return incoming[ssrc]?.report(at: now)
        }
    }

    /// Removes and returns the blocks that fit one packet.
    private static func take(_ blocks: inout [RTCP.ReportBlock]) -> [RTCP.ReportBlock] {
        defer { blocks.removeFirst(min(31, blocks.count)) }
        return Array(blocks.prefix(31))
    }
}

// MARK: What is known

extension MediaMachine {
    /// Returns the current state of another participant's track.
    public func track(_ type: TrackType, of sessionId: String, at now: Instant) -> MediaTrack? {
        incoming.values.first { $0.type == type && $0.sessionId == sessionId }?.track(at: now)
    }

    /// Returns the state of an own track.
    public func ownTrack(_ type: TrackType) -> MediaTrack? {
        guard let track = outgoing.first(where: { $0.type == type }) else { return nil }
        var sent = MediaTrack(type, ssrc: track.ssrc)
        sent.state = track.nextFrame == nil ? .stalled : .flowing
        sent.packetsSent = Int64(track.packetCount)
        return sent
    }
}

extension MediaMachine.Output {
    fileprivate init(_ output: ConsentMachine.Output) {
        switch output {
        case .send(let bytes): self = .send(bytes)
        case .opened(let address): self = .opened(at: address)
        case .moved(let address): self = .moved(to: address)
        case .died: self = .died
        }
    }
}
