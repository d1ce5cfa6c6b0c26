import CallCore
import Signaling
import Timing

/// Synchronizes the SFU's state of this client's tracks with the user's choices.
///
/// All changes of one instant form one request. One request is pending at a time, and later changes are in the next
/// one. The SFU's state is taken from its responses alone, so events in between cannot conflict with it. A request with
/// a transient failure is repeated: a disabled track must not remain published because of a loss.
@MainActor
final class TrackPublisher {
    /// The SFU's response to a request.
    enum Outcome {
        /// Exactly these tracks are published.
        case published([TrackType])
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
    /// True when the announced sources are out of date, for unchanged track types.
    private var mustAnnounce = false
    private var announced: [TrackType]
    private var published: [TrackType]
    private lazy var timer = SingleTimer(scheduler)
    private var isRequesting = false
    private var isOver = false

    /// - Parameters:
    /// - tracks: The tracks that the join announced.
    /// - published: The subset that the SFU published.
    init(_ call: Call, _ sfu: SFUClient, tracks: [TrackInfo], published: [TrackType]) {
        self.call = call
        self.sfu = sfu
        scheduler = call.client.environment.scheduler
        announced = tracks.map(\.trackType)
        self.published = published
    }

    /// Returns the tracks that the user wants to publish, sorted.
    private func wanted() -> [TrackType] { call?.wantedTracks ?? [] }

    /// Every announced track, as a reconnecting client sends it; none after the end.
    var tracks: [TrackInfo] {
        guard let call else { return [] }
        let wanted = call.wantedTracks
        return Set(announced + wanted).sorted().map { call.trackInfo($0, muted: !wanted.contains($0)) }
    }

    /// Sends the user's choices to the SFU at the end of this instant, unless the SFU has them already.
    ///
    /// - Parameter announcing: True when the announced sources are out of date, for unchanged track types.
    func update(announcing: Bool = false) {
        mustAnnounce = mustAnnounce || announcing
        update(after: .zero)
    }

    /// Sends the user's choices again. The SFU may have processed an earlier request after the session's last join.
    func refresh() {
        isOutdated = true
        update(after: .zero)
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
        isOutdated = false
        let isNew = mustAnnounce || wanted.contains { !announced.contains($0) }
        mustAnnounce = false
        guard isNew else {
            let states = announced.sorted().map { type in
                TrackMuteState {
                    $0.trackType = type
                    $0.muted = !wanted.contains(type)
                }
            }
            return sfu.updateMuteStates(states) { [self] in finished($0, wanted) }
        }
        let tracks = tracks
        sfu.setPublisher(tracks) { [self] outcome in
            if case .success = outcome { announced = tracks.map(\.trackType) }
            finished(outcome, wanted)
        }
    }

    private func finished(_ outcome: Result<Void, any Error>, _ requested: [TrackType]) {
        guard !isOver else {
            formerCall?.requestOfFormerTracksEnded(in: sfu.sessionId)
            return
        }
        switch outcome {
        case .success: answered(requested)
        case .failure(let error): failed(requested, error)
        }
    }

    private func answered(_ requested: [TrackType]) {
        isRequesting = false
        published = requested
        call?.tracksAnswered(.published(requested))
        update()
    }

    private func failed(_ requested: [TrackType], _ error: any Error) {
        isRequesting = false
        guard let error = error as? RequestError else { return }
        if error.mayPass {
            // The SFU may have processed the request.
            isOutdated = true
            return update(after: Self.pause)
        }
        let refused = requested.filter { !published.contains($0) }
        guard !refused.isEmpty else { return }
        call?.tracksAnswered(.refused(refused, error))
        update()
    }
}
