import CallCore
import Signaling
import Timing

/// Synchronizes the SFU's state of this client's tracks with the user's choices.
///
/// All changes of one instant form one request. At most one request is pending, and later changes form the next one.
/// The SFU's state is known from its responses alone, so events in between cannot conflict with it. A request with a
/// transient failure is repeated: a track that the user switched off must not remain published because of a loss.
@MainActor
final class TrackPublisher {
    /// The SFU's response to a request.
    enum Outcome {
        /// The SFU accepted a request. Of the named tracks, exactly the first list is published.
        case published([TrackType], named: [TrackType])
        /// The SFU refused to publish these tracks.
        case refused([TrackType], any Error)
    }

    /// The time between a transient failure and the next request.
    static let pause = Duration.seconds(1)

    /// The call; nil after the end.
    private var call: Call?
    /// The call after the end, for the outcome of a pending request.
    private weak var formerCall: Call?
    let sfu: SFUClient
    private let scheduler: any Scheduler
    /// True when a request without a response may have changed the SFU's state.
    private var isOutdated = false
    /// True when the SSRC of an announced track has changed, so that all tracks must be announced again.
    private var mustAnnounce = false
    /// The tracks that the SFU knows.
    private var announced: [TrackType]
    /// The tracks of an announcement without a response so far, which the SFU may know as well.
    private var unconfirmed: [TrackType] = []
    /// The tracks that the SFU publishes, by its last response.
    private var published: [TrackType]
    private lazy var timer = SingleTimer(scheduler)
    private var isRequesting = false
    /// The tracks that the server unpublished during the pending request.
    private var taken: [TrackType] = []
    private var isOver = false

    /// - Parameters:
    ///   - tracks: The tracks that the join announced.
    ///   - published: The subset that the SFU published.
    init(_ call: Call, _ sfu: SFUClient, tracks: [TrackInfo], published: [TrackType]) {
        self.call = call
        self.sfu = sfu
        scheduler = call.client.environment.scheduler
        announced = tracks.map(\.trackType)
        self.published = published
    }

    /// Returns the tracks that the user wants to publish, sorted.
    private func wanted() -> [TrackType] { call?.wantedTracks ?? [] }

    /// Every announced track, as a reconnecting client sends it; empty after the end.
    var tracks: [TrackInfo] {
        guard let call else { return [] }
        let wanted = call.wantedTracks
        return Set(announced + unconfirmed + wanted).sorted().map { call.trackInfo($0, muted: !wanted.contains($0)) }
    }

    /// Sends the user's choices to the SFU at the end of this instant, unless the SFU has them already.
    ///
    /// - Parameter announcing: True when the SSRC of an announced track has changed.
    func update(announcing: Bool = false) {
        mustAnnounce = mustAnnounce || announcing
        update(after: .zero)
    }

    /// Sends the user's choices again. The SFU may have processed an earlier request after the session's last join. A client
    /// that has announced no track has nothing to send.
    func refresh() {
        guard !announced.isEmpty else { return }
        isOutdated = true
        update(after: .zero)
    }

    /// Handles the unpublishing of a track by the server.
    func wasTaken(_ type: TrackType) {
        if isRequesting { taken.append(type) }
        update()
    }

    /// Stops sending requests. A pending request continues.
    func end() {
        isOver = true
        formerCall = call
        call = nil
        timer.cancel()
    }

    private func update(after pause: Duration) {
        guard !timer.isSet, !isRequesting, !isOver, mustRequest(for: wanted()) else { return }
        timer.set(after: pause, "tracks of session ", sfu.sessionId) { [self] in request() }
    }

    /// Returns true when the SFU's state may differ from the user's choices.
    private func mustRequest(for wanted: [TrackType]) -> Bool { wanted != published || mustAnnounce || isOutdated }

    private func request() {
        let wanted = wanted()
        guard !isRequesting, !isOver, mustRequest(for: wanted) else { return }
        isRequesting = true
        taken = []
        let hasNewSources = mustAnnounce
        let isNew = hasNewSources || !unconfirmed.isEmpty || wanted.contains { !announced.contains($0) }
        let named = isOutdated ? announced : announced.filter { wanted.contains($0) != published.contains($0) }
        isOutdated = false
        mustAnnounce = false
        guard isNew else {
            return sfu.updateMuteStates(states(of: named, wanted)) { [self] in
                finished($0, wanted.filter { named.contains($0) || !taken.contains($0) }, named)
            }
        }
        let tracks = tracks
        unconfirmed = tracks.map(\.trackType)
        sfu.setPublisher(tracks) { [self] outcome in
            switch outcome {
            case .success: (announced, unconfirmed) = (unconfirmed, [])
            case .failure(let error):
                mustAnnounce = mustAnnounce || hasNewSources
                if (error as? RequestError)?.isTransient != true { unconfirmed = [] }
            }
            // The SFU publishes no announced track whose end this client did not know.
            finished(outcome, untaken(wanted), untaken(TrackType.allCases))
        }
    }

    /// Returns the states of tracks that the user has switched. Another user may have muted a track that is not named,
    /// which this client does not know yet.
    private func states(of named: [TrackType], _ wanted: [TrackType]) -> [TrackMuteState] {
        named.sorted().map { type in
            TrackMuteState {
                $0.trackType = type
                $0.muted = !wanted.contains(type)
            }
        }
    }

    private func untaken(_ types: [TrackType]) -> [TrackType] { types.filter { !taken.contains($0) } }

    private func finished(_ outcome: Result<Void, any Error>, _ requested: [TrackType], _ named: [TrackType]) {
        guard !isOver else {
            formerCall?.formerTrackRequestEnded(in: sfu.sessionId)
            return
        }
        switch outcome {
        case .success: succeeded(requested, named)
        case .failure(let error): failed(requested, error)
        }
    }

    private func succeeded(_ requested: [TrackType], _ named: [TrackType]) {
        isRequesting = false
        published = requested
        call?.trackRequestEnded(.published(requested, named: named))
        update()
    }

    private func failed(_ requested: [TrackType], _ error: any Error) {
        isRequesting = false
        guard let error = error as? RequestError else { return }
        if error.isTransient {
            // The SFU may have processed the request.
            isOutdated = true
            return update(after: Self.pause)
        }
        let refused = requested.filter { !published.contains($0) }
        guard !refused.isEmpty else { return }
        call?.trackRequestEnded(.refused(refused, error))
        update()
    }
}
