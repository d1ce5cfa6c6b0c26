public import CallCore
public import Signaling
import Sockets
import Wire

extension Call {
    /// What is known of somebody's track just now; of this client's own, what was sent of it. Nil without media, or when
    /// there is no such track.
    public func track(_ type: TrackType, of sessionId: String) -> MediaTrack? {
        sessionId == state.values.sessionId ? media?.ownTrack(type) : media?.track(type, of: sessionId)
    }

    /// How the way to the SFU's media port is; nil without media.
    public var mediaPath: ConsentMachine.State? { media?.pathState }

    /// How many datagrams of media changed nothing here, by reason.
    public var mediaRefusals: [MediaRefusal: Int] { media?.refusalCounts ?? [:] }

    /// Speaks for some time from now on, where synthetic sources stand in for a microphone.
    public func speak(for duration: Duration) {
        media?.speak(for: duration)
    }

    // MARK: For those who look at a client from outside

    /// What wakes up media is called.
    package static var mediaLabel: String { MediaSession.label }

    /// A participant with what is known of their tracks just now.
    package func withTracks(_ participant: CallParticipant) -> CallParticipant {
        guard media != nil else { return participant }
        return participant.having(tracks(of: participant.sessionId))
    }

    /// The source of one of this client's own tracks; 0 without media.
    package func mediaSource(of type: TrackType) -> UInt32 { media?.source(of: type) ?? 0 }

    /// The name that this client proves itself under.
    package var mediaUser: String? { media?.username }

    /// Where the SFU takes media and signalling; nil without a path.
    package var mediaServer: (media: SocketAddress, signaling: SocketAddress)? {
        guard let sfu, let address = media?.address else { return nil }
        return (address, sfu.address)
    }

    private func tracks(of sessionId: String) -> [TrackType: MediaTrack] {
        var tracks: [TrackType: MediaTrack] = [:]
        for type in TrackType.allCases { tracks[type] = track(type, of: sessionId) }
        return tracks
    }

    // MARK: A session's media

    /// Makes the media of a stay that is about to begin, if this client has any; a stay that goes on keeps what it has.
    func prepareMedia(for sessionId: String) {
        guard let configuration = client.configuration.media, media?.sessionId != sessionId else { return }
        endMedia()
        let scheduler = client.environment.scheduler
        let machine = MediaMachine(
            configuration, sessionId: sessionId,
            generator: client.environment.generator.derived(for: "media \(sessionId)"),
            at: scheduler.now)
        let session = MediaSession(
            machine, sessionId: sessionId, socket: client.environment.socket, scheduler: scheduler
        ) { [weak self] report in self?.handle(report) }
        media = session
        client.addMedia(session)
    }

    /// Opens the path that the SFU offered.
    func openMedia(_ path: MediaPathResponse?, of sfu: SFUClient) {
        guard let media, let path, let port = UInt16(exactly: path.port) else { return endMedia() }
        sfu.proveAddress = { [weak media] in media?.proveAddress() ?? false }
        media.open(path.credentials, to: SocketAddress(host: sfu.address.host, port: port))
        updateMedia()
    }

    /// What the SFU is told of a track of this client's own.
    func trackInfo(_ type: TrackType, muted: Bool = false) -> TrackInfo {
        TrackInfo {
            $0.trackType = type
            $0.ssrc = media?.source(of: type)
            $0.muted = muted
        }
    }

    /// Sends what is published and switched on, and learns who else sends what.
    func updateMedia() {
        guard let media else { return }
        let published = state.values.localParticipant?.publishedTracks ?? []
        media.setSending(wantedTracks.filter { published.contains($0) })
        media.learn(state.values.participants, own: state.values.sessionId)
    }

    /// Sends and receives no media any more.
    func endMedia() {
        guard let media else { return }
        media.end()
        client.removeMedia(media)
        self.media = nil
    }

    private func handle(_ report: MediaSession.Report) {
        switch report {
        case .opened:
            trace("media.path.open")
            mediaIsReady()
        case .moved: trace("media.path.moved")
        case .died:
            trace("media.path.dead")
            mediaFailed()
        case .changedSource: publisher?.update(announcing: true)
        case .measured:
            for participant in state.values.participants where !participant.sources.isEmpty {
                let tracks = tracks(of: participant.sessionId)
                updateState { $0.setTracks(tracks, of: participant.sessionId) }
            }
            renewStatistics()
        case .refused(let refusal, let count):
            guard MediaSession.isWorthTelling(count) else { return }
            trace("media.refused", [("reason", refusal.rawValue), ("count", "\(count)")])
        }
    }

    private func trace(_ name: String, _ details: [(name: String, value: String)] = []) {
        var details = details
        if let address = media?.mappedAddress, details.isEmpty { details = [("seenAt", "\(address)")] }
        client.environment.trace(.mark(name: name, details: details))
    }
}

extension MediaSession {
    /// The first ones, and then ever fewer: what comes a thousand times is told ten times.
    static func isWorthTelling(_ count: Int) -> Bool {
        count <= 4 || count.nonzeroBitCount == 1
    }
}
