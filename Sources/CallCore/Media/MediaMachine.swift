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
        /// Send these bytes to the SFU's media port.
        case send([UInt8])
        /// The path is open. The SFU observes the client at this address.
        case opened(at: SocketAddress)
        /// The SFU observes the client at a new address.
        case moved(to: SocketAddress)
        /// The path is dead: its consent has expired (RFC 7675 section 5.1).
        case died
        /// A track has a new SSRC, which the client must announce to the SFU.
        case changedSource(TrackType)
        /// A datagram was dropped for this reason, besides the other outputs.
        case refused(MediaRefusal)
    }

    /// The path to the SFU's media port; nil before the first call of `open`.
    public internal(set) var path: ConsentMachine?
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
    let cname: String
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

    /// Replaces the path by a new one to an SFU's media port. Tracks and statistics are kept.
    package mutating func open(_ credentials: PathCredentials, to sfu: SocketAddress, at now: Instant) {
        path = ConsentMachine(
            username: credentials.username, password: credentials.password, sfu: sfu,
            generator: SeededGenerator(seed: generator.next()), at: now)
    }

    /// Returns the SSRC of one of this client's own tracks, also before the track is published.
    public func source(of type: TrackType) -> UInt32 {
        sources[type] ?? 0
    }

    // MARK: Time

    var mayMediaFlow: Bool { path?.state == .open }

    /// The next deadline; nil when no timer is set.
    public var nextWake: Instant? {
        guard mayMediaFlow else { return path?.nextWake }
        var next = min(path?.nextWake ?? .distantFuture, reports.deadline)
        for track in outgoing { next = min(next, track.nextFrame ?? .distantFuture) }
        return next
    }

    /// Performs the actions that are due at `now`. Sender reports contain `date`.
    public mutating func wake(at now: Instant, date: Timestamp) -> [Output] {
        var outputs = path?.wake(at: now).map { Output($0) } ?? []
        guard mayMediaFlow else { return outputs }
        for index in outgoing.indices {
            for packet in takeDue(index, at: now) { outputs.append(.send(packet)) }
        }
        countMembers(at: now)
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

    /// Schedules a check of the path, which verifies the client's address.
    public mutating func checkSoon(at now: Instant) {
        path?.checkSoon(at: now)
    }

    // MARK: Sending

    /// Starts or stops sending a track.
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

    /// Simulates speech for a duration from now, in addition to the configured times.
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
            let farewell: [RTCP.Packet] = [
                .receiverReport(ssrc: old, []), description(of: [old]), .bye([old], reason: "source taken"),
            ]
            if mayMediaFlow, let bytes = RTCP.encoded(farewell) { outputs.append(.send(bytes)) }
            sentBefore = sentBefore.adding(outgoing[index].stats)
            outgoing.remove(at: index)
            if isSending { setSending(true, type, at: now) }
        }
        outputs.append(.changedSource(type))
        return outputs
    }
}

// MARK: - State of tracks

extension MediaMachine {
    /// Returns the current state of another participant's track; nil for a track that was not announced.
    public func track(_ type: TrackType, of sessionId: String, at now: Instant) -> MediaTrack? {
        incoming.values.first { $0.type == type && $0.sessionId == sessionId }?.track(at: now)
    }

    /// Returns the state of an own track; nil for a track that was never sent.
    public func ownTrack(_ type: TrackType) -> MediaTrack? {
        guard let track = outgoing.first(where: { $0.type == type }) else { return nil }
        var sent = MediaTrack(type, ssrc: track.ssrc)
        sent.state = track.nextFrame == nil ? .stalled : .flowing
        sent.packetsSent = Int64(track.packetCount)
        return sent
    }
}

extension MediaMachine.Output {
    init(_ output: ConsentMachine.Output) {
        switch output {
        case .send(let bytes): self = .send(bytes)
        case .opened(let address): self = .opened(at: address)
        case .moved(let address): self = .moved(to: address)
        case .died: self = .died
        }
    }
}
