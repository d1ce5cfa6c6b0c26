import CallCore
import Signaling
import Timing

/// Keeps what the SFU knows of this client's tracks as the user wants it.
///
/// All that is switched in one instant is one request; there is one at a time, and whatever the user switches meanwhile is
/// in the next one. What the SFU knows is taken from its answers alone, so that nothing it tells in between can confuse
/// the two. A request that may succeed later is repeated: what was switched off must not stay on because of a loss.
@MainActor
final class TrackPublisher {
    /// How the SFU took what it was asked.
    enum Outcome {
        /// These tracks are published now, and no others.
        case published([TrackType])
        /// It does not let this user publish these.
        case refused([TrackType], any Error)
    }

    /// How long after a failure that may pass the SFU is asked again.
    static let pause = Duration.seconds(1)

    /// Nil once that is over.
    private var call: Call?
    private let sfu: SFUClient
    private let scheduler: any Scheduler
    /// Whether what was announced is not so any more, though it is about the same tracks.
    private var mustAnnounce = false
    private var announced: [TrackType]
    private var published: [TrackType]
    private var wake: WakeID?
    private var isAsking = false
    private var isOver = false

    /// - Parameters:
    ///   - tracks: What the join announced.
    ///   - published: What of it the SFU published.
    init(_ call: Call, _ sfu: SFUClient, tracks: [TrackInfo], published: [TrackType]) {
        self.call = call
        self.sfu = sfu
        scheduler = call.client.environment.scheduler
        announced = tracks.map(\.trackType)
        self.published = published
    }

    /// What the user wants published just now, sorted.
    private func wanted() -> [TrackType] { call?.wantedTracks ?? [] }

    private func info(_ type: TrackType, _ isMuted: Bool) -> TrackInfo {
        call?.trackInfo(type, muted: isMuted)
            ?? TrackInfo {
                $0.trackType = type
                $0.muted = isMuted
            }
    }

    /// Every track that was announced, as a client that comes back tells of it.
    var tracks: [TrackInfo] {
        let wanted = wanted()
        return Set(announced + wanted).sorted().map { info($0, !wanted.contains($0)) }
    }

    /// Asks the SFU at the end of this instant for what the user wants, unless it knows that already.
    ///
    /// - Parameter announcing: Whether what was announced before is not so any more, though it is about the same tracks.
    func update(announcing: Bool = false) {
        mustAnnounce = mustAnnounce || announcing
        update(after: .zero)
    }

    /// Asks nothing any more.
    func end() {
        isOver = true
        call = nil
        if let wake { scheduler.cancel(wake) }
        wake = nil
    }

    private func update(after pause: Duration) {
        guard wake == nil, !isAsking, !isOver, wanted() != published || mustAnnounce else { return }
        let instant = scheduler.now.advanced(by: pause)
        wake = scheduler.schedule(at: instant, "tracks of session ", sfu.sessionId) { [self] in
            wake = nil
            ask()
        }
    }

    private func ask() {
        let wanted = wanted()
        guard !isAsking, !isOver, wanted != published || mustAnnounce else { return }
        isAsking = true
        let isNew = mustAnnounce || wanted.contains { !announced.contains($0) }
        mustAnnounce = false
        guard isNew else {
            let states = announced.sorted().map { type in
                TrackMuteState {
                    $0.trackType = type
                    $0.muted = !wanted.contains(type)
                }
            }
            return sfu.updateMuteStates(states) { [self] in heard($0, wanted) }
        }
        let tracks = tracks
        sfu.setPublisher(tracks) { [self] outcome in
            if case .success = outcome { announced = tracks.map(\.trackType) }
            heard(outcome, wanted)
        }
    }

    private func heard(_ outcome: Result<Void, any Error>, _ asked: [TrackType]) {
        switch outcome {
        case .success: answered(asked)
        case .failure(let error): failed(asked, error)
        }
    }

    private func answered(_ asked: [TrackType]) {
        isAsking = false
        published = asked
        guard !isOver else { return }
        call?.tracksAnswered(.published(asked))
        update()
    }

    private func failed(_ asked: [TrackType], _ error: any Error) {
        isAsking = false
        guard !isOver, let error = error as? RequestError else { return }
        if error.mayPass { return update(after: Self.pause) }
        let refused = asked.filter { !published.contains($0) }
        guard !refused.isEmpty else { return }
        call?.tracksAnswered(.refused(refused, error))
        update()
    }
}
