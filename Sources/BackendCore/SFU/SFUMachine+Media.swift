import Signaling
package import Timing
package import Wire

// The media of the sessions: paths, forwarding, and speakers.
extension SFUMachine {
    /// Handles a datagram of the media port. Calls `forward` with each address that receives it unchanged.
    ///
    /// A forwarded packet allocates nothing and has no effects.
    package func receiveMedia(
        _ datagram: [UInt8], from peer: SocketAddress, at now: Instant, forward: (SocketAddress) -> Void
    ) -> [ServerEffect] {
        switch media.receive(datagram, from: peer, at: now, forward: forward) {
        case .taken: return []
        case .outputs(let outputs):
            begin(at: now)
            perform(outputs)
        case .dropped(let drop, let response):
            begin(at: now)
            noteDrop(drop, from: peer)
            if let response { perform([response]) }
        }
        return takeEffects()
    }

    /// Counts a datagram at the port of signaling that is not a CoAP message.
    package func receiveStray(from peer: SocketAddress, at now: Instant) -> [ServerEffect] {
        begin(at: now)
        noteDrop(.mediaOnSignalingPort, from: peer)
        return takeEffects()
    }

    private func noteDrop(_ drop: MediaDrop, from peer: SocketAddress) {
        let count = drops[drop, default: 0] + 1
        drops[drop] = count
        effects.append(.trace(.dropped(drop, from: peer, count: count)))
    }

    /// Performs the media plane's work that is due.
    func wakeMedia() {
        perform(media.wake(at: now))
    }

    private func perform(_ outputs: [MediaPlane.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes, let peer): effects.append(.datagram(bytes, to: peer))
            case .located(let sessionId, let address, let before): locate(sessionId, at: address, before: before)
            case .voices(let cid, let voices): notify(voices, in: cid)
            case .dominates(let cid, let sessionId): notifyDominant(sessionId, in: cid)
            case .quality(let sessionId, let quality): notify(quality, of: sessionId)
            }
        }
    }

    // MARK: Paths

    /// Opens the media path of a session and returns its credentials.
    func openPath(of session: SFUSession) -> PathCredentials {
        let credentials = media.open(session.sessionId, in: session.cid, isOfGuest: session.isOfGuest)
        media.setSignalingAddress(of: session.sessionId, to: session.peer)
        syncMedia(of: session)
        return credentials
    }

    /// Moves a session to its client's verified address: requests are accepted from there, and the event stream moves
    /// there.
    private func locate(_ sessionId: String, at address: SocketAddress, before: SocketAddress?) {
        guard let session = sessions[sessionId] else { return }
        let change: BackendTrace.PathChange = before == nil ? .opened : .moved
        trace(.path(change, userId: session.userId, sessionId: sessionId, address))
        guard session.peer != address else { return }
        move(session, to: address)
        if let stream = streams.listener(of: session.receiver) { effects.append(.move(stream, to: address)) }
    }

    // MARK: Tracks

    /// The sources of announced tracks. Of two tracks with one source the first counts (RFC 3550 section 8.2).
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

    /// Updates the media plane with a session's tracks and subscriptions.
    func syncMedia(of session: SFUSession) {
        guard media.hasPath(session.sessionId) else { return }
        let bound = sources(session.tracks, of: session.sessionId, in: session.cid)
        for type in TrackType.allCases {
            guard let source = bound.first(where: { $0.trackType == type }) else {
                media.unpublish(type, of: session.sessionId)
                continue
            }
            let isMuted = !session.participant.publishedTracks.contains(type)
            media.publish(type, ssrc: source.ssrc, of: session.sessionId, isMuted: isMuted, at: now)
        }
        let subscriptions = session.subscriptions.map {
            TrackName(sessionId: $0.participant.sessionId, type: $0.trackType)
        }
        media.subscribe(session.sessionId, to: Set(subscriptions))
        guard session.participant.sources != bound else { return }
        session.participant.sources = bound
        notify(.participantUpdated(session.participant), in: session.cid)
    }

    // MARK: Speakers

    private func notify(_ voices: [MediaPlane.Voice], in cid: CallCid) {
        var levels: [AudioLevel] = []
        for voice in voices {
            guard let session = sessions[voice.sessionId] else { continue }
            session.participant.audioLevel = voice.level
            session.participant.isSpeaking = voice.isSpeaking
            levels.append(
                AudioLevel {
                    $0.reference = session.participant.reference
                    $0.level = voice.level
                    $0.isSpeaking = voice.isSpeaking
                })
        }
        if !levels.isEmpty { notify(.audioLevelChanged(levels), in: cid) }
    }

    private func notifyDominant(_ sessionId: String, in cid: CallCid) {
        guard let dominant = sessions[sessionId] else { return }
        calls[cid]?.setDominant(sessionId)
        notify(.dominantSpeakerChanged(dominant.participant.reference), in: cid)
    }

    private func notify(_ quality: ConnectionQuality, of sessionId: String) {
        guard let session = sessions[sessionId], session.participant.connectionQuality != quality else { return }
        session.participant.connectionQuality = quality
        let update = ConnectionQualityUpdate {
            $0.reference = session.participant.reference
            $0.connectionQuality = quality
        }
        notify(.connectionQualityChanged([update]), in: session.cid)
    }
}
