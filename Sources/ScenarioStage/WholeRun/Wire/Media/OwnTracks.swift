import Timing
import Wire

/// The tracks that a client sends, as it has agreed on them with its SFU.
struct OwnTracks {
    struct Track {
        let source: UInt32
        /// True when the track is sent, and since when that has been so or not so.
        let isSent: Bool
        let since: Instant
        /// The SFU's last report about it.
        var lastReport: Instant?
    }

    private(set) var tracks: [Int64: Track] = [:]

    /// The types of all tracks, in order.
    var types: [Int64] { tracks.keys.sorted() }

    /// Processes tracks that the client announces.
    ///
    /// - Parameter withdrawn: The types that the SFU regards as muted.
    mutating func announce(_ list: CBOR?, without withdrawn: Set<Int64> = [], at now: Instant) {
        for track in (list?.array ?? []).compactMap(\.map) {
            guard let type = track["track_type"]?.integer, let source = track["ssrc"]?.integer else { continue }
            let isSent = !track.flag("muted") && !withdrawn.contains(type)
            set(isSent, type, UInt32(truncatingIfNeeded: source), at: now)
        }
    }

    /// Processes the list of all tracks that the client publishes.
    mutating func publish(_ list: CBOR?, without withdrawn: Set<Int64>, at now: Instant) {
        let published = Set((list?.array ?? []).compactMap { $0.map?["track_type"]?.integer })
        for type in types where !published.contains(type) { setSent(false, type, at: now) }
        announce(list, without: withdrawn, at: now)
    }

    /// Processes mute states.
    mutating func mute(_ list: CBOR?, at now: Instant) {
        for state in (list?.array ?? []).compactMap(\.map) {
            if let type = state["track_type"]?.integer { setSent(!state.flag("muted"), type, at: now) }
        }
    }

    /// Processes the tracks that the SFU shows as published.
    mutating func show(_ published: Set<Int64>, at now: Instant) {
        for type in types { setSent(published.contains(type), type, at: now) }
    }

    mutating func setSent(_ isSent: Bool, _ type: Int64, at now: Instant) {
        if let track = tracks[type] { set(isSent, type, track.source, at: now) }
    }

    private mutating func set(_ isSent: Bool, _ type: Int64, _ source: UInt32, at now: Instant) {
        if let known = tracks[type], known.source == source, known.isSent == isSent { return }
        tracks[type] = Track(source: source, isSent: isSent, since: now)
    }

    /// Records a report of the SFU about a source.
    mutating func reported(_ source: UInt32, at now: Instant) {
        for type in types where tracks[type]?.source == source { tracks[type]?.lastReport = now }
    }
}
