import CallCore
import Signaling

/// Keeps what the SFU knows of this client's tracks as the user wants it.
///
/// One request at a time, each with the state of every track: whatever the user switches meanwhile is in the next one.
/// What the SFU knows is taken from its answers alone, so that nothing it tells in between can confuse the two.
@MainActor
final class TrackPublisher {
    /// How the SFU took what it was asked.
    enum Outcome {
        /// These tracks are published now, and no others.
        case published([TrackType])
        /// It does not let this user publish.
        case refused([TrackType], any Error)
    }

    private let sfu: SFUClient
    private let wanted: () -> [TrackType]
    private let report: (Outcome) -> Void
    private var announced: [TrackType]
    private var published: [TrackType]
    private var isAsking = false
    private var isOver = false

    /// - Parameters:
    ///   - tracks: What the join announced.
    ///   - published: What of it the SFU published.
    ///   - wanted: What the user wants published just now.
    init(
        sfu: SFUClient, tracks: [TrackInfo], published: [TrackType], wanted: @escaping () -> [TrackType],
        report: @escaping (Outcome) -> Void
    ) {
        self.sfu = sfu
        self.wanted = wanted
        self.report = report
        announced = tracks.map(\.trackType)
        self.published = published
    }

    /// Every track that was announced, as a client that comes back tells of it.
    var tracks: [TrackInfo] {
        let wanted = wanted()
        return Set(announced + wanted).sorted().map { TrackInfo($0, muted: !wanted.contains($0)) }
    }

    /// Asks the SFU for what the user wants, unless it knows that already.
    func update() {
        guard !isAsking, !isOver else { return }
        let wanted = wanted()
        guard wanted != published else { return }
        isAsking = true
        let isNew = wanted.contains { !announced.contains($0) }
        let (tracks, known) = (tracks, announced)
        Task { @MainActor in
            do {
                if isNew {
                    try await sfu.setPublisher(tracks)
                    self.announced = tracks.map(\.trackType)
                } else {
                    try await sfu.updateMuteStates(
                        known.sorted().map { TrackMuteState($0, muted: !wanted.contains($0)) })
                }
                answered(wanted)
            } catch {
                failed(wanted, error)
            }
        }
    }

    /// Asks nothing any more.
    func end() {
        isOver = true
    }

    private func answered(_ asked: [TrackType]) {
        isAsking = false
        published = asked
        guard !isOver else { return }
        report(.published(asked))
        update()
    }

    private func failed(_ asked: [TrackType], _ error: any Error) {
        isAsking = false
        guard !isOver else { return }
        let refused = asked.filter { !published.contains($0) }
        guard case RequestError.refused? = error as? RequestError, !refused.isEmpty else { return }
        report(.refused(refused, error))
        update()
    }
}
