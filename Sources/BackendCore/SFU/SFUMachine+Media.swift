import Signaling
public import Timing
public import Wire

// The media of the stays: their paths, what is forwarded, and what the SFU hears in it.
extension SFUMachine {
    /// A datagram came to the media port; `forward` is called with each address that it is to go to as it is.
    ///
    /// A packet that is forwarded allocates nothing here and has no effects.
    public mutating func receiveMedia(
        _ datagram: [UInt8], from peer: SocketAddress, at now: Instant, forward: (SocketAddress) -> Void
    ) -> [ServerEffect] {
        switch media.receive(datagram, from: peer, at: now, forward: forward) {
        case .taken: return []
        case .outputs(let outputs):
            begin(at: now)
            perform(outputs)
        case .dropped(let drop, let answer):
            begin(at: now)
            noteDrop(drop, from: peer)
            if let answer { perform([answer]) }
        }
        return takeEffects()
    }

    /// A datagram that is no message of CoAP came to the port of signalling.
    public mutating func receiveStray(from peer: SocketAddress, at now: Instant) -> [ServerEffect] {
        begin(at: now)
        noteDrop(.mediaOnSignalingPort, from: peer)
        return takeEffects()
    }

    private mutating func noteDrop(_ drop: MediaDrop, from peer: SocketAddress) {
        drops[drop, default: 0] += 1
        effects.append(.trace(.dropped(drop, from: peer, count: drops[drop] ?? 0)))
    }

    /// Does what has fallen due in the media.
    mutating func wakeMedia() {
        perform(media.wake(at: now))
    }

    private mutating func perform(_ outputs: [MediaPlane.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes, let peer): effects.append(.datagram(bytes, to: peer))
            case .located(let sessionId, let address, let before): locate(sessionId, at: address, before: before)
            case .voices(let cid, let voices): tell(voices, in: cid)
            case .dominates(let cid, let sessionId): tellDominant(sessionId, in: cid)
            case .quality(let sessionId, let quality): tell(quality, of: sessionId)
            }
        }
    }

    // MARK: Paths

    /// Opens the path of a stay whose client wants one.
    mutating func openPath(of sessionId: String, in cid: CallCid) -> PathCredentials {
        let credentials = media.open(sessionId, in: cid)
        if let stay = stays[sessionId] { media.vouch(for: sessionId, at: stay.peer) }
        syncMedia(of: sessionId)
        return credentials
    }

    /// The client of a stay has proved to be at an address: its signalling is believed from there too, and its event
    /// stream goes there.
    private mutating func locate(_ sessionId: String, at address: SocketAddress, before: SocketAddress?) {
        guard let stay = stays[sessionId] else { return }
        let change: BackendTrace.PathChange = before == nil ? .opened : .moved
        trace(.path(change, userId: stay.userId, sessionId: sessionId, address))
        guard stay.peer != address else { return }
        stays[sessionId]?.peer = address
        if let stream = streams.listener(of: stay.receiver) { effects.append(.move(stream, to: address)) }
    }

    // MARK: Tracks

    /// The sources of announced tracks; of two tracks with one source the first is believed (RFC 3550 section 8.2).
    func sources(_ tracks: [TrackInfo], of sessionId: String, in cid: CallCid) -> [TrackSource] {
        tracks.sorted { $0.trackType < $1.trackType }.compactMap { track in
            let name = TrackName(sessionId: sessionId, type: track.trackType)
            guard let ssrc = track.ssrc, !media.isTaken(ssrc, in: cid, by: name) else { return nil }
            return TrackSource {
                $0.trackType = track.trackType
                $0.ssrc = ssrc
            }
        }
    }

    /// Takes over what a stay publishes and wants, as signalling has it.
    mutating func syncMedia(of sessionId: String) {
        guard media.hasPath(sessionId), let stay = stays[sessionId] else { return }
        let bound = sources(stay.tracks, of: sessionId, in: stay.cid)
        for type in TrackType.allCases {
            guard let source = bound.first(where: { $0.trackType == type }) else {
                media.unpublish(type, of: sessionId)
                continue
            }
            let isMuted = !stay.participant.publishedTracks.contains(type)
            media.publish(type, ssrc: source.ssrc, of: sessionId, isMuted: isMuted, at: now)
        }
        let wishes = stay.subscriptions.map { TrackName(sessionId: $0.participant.sessionId, type: $0.trackType) }
        media.subscribe(sessionId, to: Set(wishes))
        guard stay.participant.sources != bound else { return }
        stays[sessionId]?.participant.sources = bound
        if let participant = stays[sessionId]?.participant { tell(.participantUpdated(participant), in: stay.cid) }
    }

    // MARK: What is heard

    private mutating func tell(_ voices: [MediaPlane.Voice], in cid: CallCid) {
        var levels: [AudioLevel] = []
        for voice in voices {
            guard let stay = stays[voice.sessionId] else { continue }
            stays[voice.sessionId]?.participant.audioLevel = voice.level
            stays[voice.sessionId]?.participant.isSpeaking = voice.isSpeaking
            levels.append(
                AudioLevel {
                    $0.reference = stay.participant.reference
                    $0.level = voice.level
                    $0.isSpeaking = voice.isSpeaking
                })
        }
        if !levels.isEmpty { tell(.audioLevelChanged(levels), in: cid) }
    }

    private mutating func tellDominant(_ sessionId: String, in cid: CallCid) {
        guard let stay = stays[sessionId] else { return }
        for entry in sessions[cid]?.entries ?? [] {
            stays[entry.sessionId]?.participant.isDominantSpeaker = entry.sessionId == sessionId
        }
        tell(.dominantSpeakerChanged(stay.participant.reference), in: cid)
    }

    private mutating func tell(_ quality: ConnectionQuality, of sessionId: String) {
        guard let stay = stays[sessionId], stay.participant.connectionQuality != quality else { return }
        stays[sessionId]?.participant.connectionQuality = quality
        tell(
            .connectionQualityChanged([
                ConnectionQualityUpdate {
                    $0.reference = stay.participant.reference
                    $0.connectionQuality = quality
                }
            ]), in: stay.cid)
    }
}
