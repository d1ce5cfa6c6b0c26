public import CallCore
public import Signaling
import Sockets
import Wire

extension Call {
    /// Returns the current state of a participant's track. The state of this client's own track counts sent packets.
    ///
    /// - Returns: Nil without synthetic media, and for a track that was not announced.
    public func track(_ type: TrackType, of sessionId: String) -> MediaTrack? {
        sessionId == state.values.sessionId ? media?.ownTrack(type) : media?.track(type, of: sessionId)
    }

    /// The state of the path to the SFU's media port; nil without synthetic media or before the path.
    public var mediaPath: ConsentMachine.State? { media?.pathState }

    /// The number of media datagrams that had no effect, by reason.
    public var mediaRefusals: [MediaRefusal: Int] { media?.refusalCounts ?? [:] }

    /// Simulates speech of the synthetic microphone for the given duration. Has no effect without synthetic media.
    public func speak(for duration: Duration) {
        media?.speak(for: duration)
    }

    // MARK: Inspection by harnesses

    /// The label of the media timers.
    package nonisolated static var mediaLabel: String { MediaSession.label }

    /// Returns the participant with the current state of its tracks.
    package func withTracks(_ participant: CallParticipant) -> CallParticipant {
        guard media != nil else { return participant }
        return participant.having(tracks(of: participant.sessionId))
    }

    /// The SSRC of one of this client's own tracks; 0 without media.
    package func mediaSource(of type: TrackType) -> UInt32 { media?.source(of: type) ?? 0 }

    /// The user name in this client's connectivity checks.
    package var mediaUser: String? { media?.username }

    /// The SFU's addresses for media and signaling; nil without a path.
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

    /// Creates the media of a session, if this client has any. A continued session keeps its media.
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

    /// Opens the path that the SFU offers.
    func openMedia(_ path: MediaPathResponse?, of sfu: SFUClient) {
        guard let media, let path, let port = UInt16(exactly: path.port) else { return endMedia() }
        sfu.proveAddress = { [weak media] in media?.proveAddress() ?? false }
        media.open(path.credentials, to: SocketAddress(host: sfu.address.host, port: port))
        updateMedia()
    }

    /// Describes one of this client's own tracks to the SFU.
    func trackInfo(_ type: TrackType, muted: Bool = false) -> TrackInfo {
        TrackInfo {
            $0.trackType = type
            $0.ssrc = media?.source(of: type)
            $0.muted = muted
        }
    }

    /// Sends media of the published tracks that the user has switched on. Updates the SSRCs of other participants.
    func updateMedia() {
        guard let media else { return }
        let published = state.values.localParticipant?.publishedTracks ?? []
        media.setSending(wantedTracks.filter { published.contains($0) })
        let values = state.values
        media.learn(values.participants, own: values.sessionId, receives: values.receives)
    }

    /// Stops sending and receiving media.
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
            guard MediaSession.isWorthReporting(count) else { return }
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
    /// True for the first four counts, and then for powers of two: a thousand equal reports give about ten entries.
    static func isWorthReporting(_ count: Int) -> Bool {
        count <= 4 || count.nonzeroBitCount == 1
    }
}
