import Chance
import Digest
import Signaling
import Timing
import Wire

/// An SFU's media: the paths of its stays, the tracks that they publish, and which track goes where.
///
/// A value without I/O. Forwarding a packet allocates nothing: it looks up its source, counts it and names the addresses
/// that it goes to.
struct MediaPlane: Sendable {
    /// An action or a report for the rest of the SFU.
    enum Output: Hashable, Sendable {
        /// Send this from the media port.
        case send([UInt8], to: SocketAddress)
        /// A stay's client has proved to be at an address, for the first time or after having been at another one.
        case located(sessionId: String, at: SocketAddress, before: SocketAddress?)
        /// The levels of voices.
        case voices(CallCid, [Voice])
        /// The dominant speaker changed.
        case dominates(CallCid, sessionId: String)
        /// How good a stay's connection is.
        case quality(sessionId: String, ConnectionQuality)
    }

    /// The level of one voice.
    struct Voice: Hashable, Sendable {
        let sessionId: String
        let level: Double
        let isSpeaking: Bool
    }

    /// How long a window is in which levels are gathered.
    static let window = Duration.milliseconds(200)
    /// The number of windows after which a small change of a level is sent.
    static let windowsBetweenLevels = 5

    /// By slot; a slot that was given up is used again.
    var paths: [MediaPath?] = []
    var tracks: [ForwardedTrack?] = []
    private var freePaths: [Int] = []
    private var freeTracks: [Int] = []
    var pathOfSession: [String: Int] = [:]
    var pathOfUser: [String: Int] = [:]
    /// How many paths end at an address.
    var pathsAt: [SocketAddress: Int] = [:]
    var trackOfSource: [SourceKey: Int] = [:]
    /// The paths that wait for the answer to a check of the SFU's own.
    var pathOfQuestion: [STUN.TransactionID: Int] = [:]
    var trackOfName: [TrackName: Int] = [:]
    /// On which other SFU a stay is, by the name of the path there.
    var trunkOfRemote: [String: String] = [:]
    var speakers: [CallCid: DominantSpeaker] = [:]
    /// Voices that are gone and were last told to be heard.
    var silenced: [CallCid: [Voice]] = [:]
    var nextWindow: Instant?
    var windowCount = 0
    var reportTimers = TimerQueue<Int>()
    var generator: SeededGenerator
    /// The SFU's own source, which sends nothing but reports.
    let ssrc: UInt32
    private let secret: [UInt8]

    init(secret: [UInt8], name: String) {
        self.secret = secret
        generator = SeededGenerator(secret: HMAC.sha256(key: secret, message: Array("media of \(name)".utf8)))
        ssrc = UInt32(truncatingIfNeeded: generator.next())
    }

    // MARK: Paths

    func hasPath(_ sessionId: String) -> Bool { !pathOfSession.isEmpty && pathOfSession[sessionId] != nil }

    /// Opens a path for a stay, or gives the one that is there; with what its client proves itself.
    mutating func open(_ sessionId: String, in cid: CallCid) -> PathCredentials {
        if let slot = pathOfSession[sessionId], let path = paths[slot] { return path.credentials }
        let credentials = credentials(of: sessionId)
        let slot = add(MediaPath(sessionId: sessionId, cid: cid, credentials: credentials))
        pathOfUser[credentials.username] = slot
        return credentials
    }

    /// Gives a path a slot.
    mutating func add(_ path: MediaPath) -> Int {
        let slot = freePaths.popLast() ?? paths.count
        if slot == paths.count { paths.append(path) } else { paths[slot] = path }
        pathOfSession[path.sessionId] = slot
        return slot
    }

    /// Derived from the backend's secret: they cannot be guessed, and need no randomness.
    private func credentials(of sessionId: String) -> PathCredentials {
        func digits(_ label: String, _ count: Int) -> String {
            HMAC.sha256(key: secret, message: Array("\(label) of \(sessionId)".utf8)).prefix(count)
                .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return PathCredentials {
            $0.username = digits("path", 8)
            $0.password = digits("password", 16)
        }
    }

    /// A stay is over.
    mutating func close(_ sessionId: String) {
        guard !pathOfSession.isEmpty, let slot = pathOfSession.removeValue(forKey: sessionId), let path = paths[slot]
        else { return }
        for track in path.published { remove(track: track) }
        pathOfUser[path.credentials.username] = nil
        if let address = path.address { leave(address) }
        if let question = path.question { pathOfQuestion[question.id] = nil }
        paths[slot] = nil
        freePaths.append(slot)
        speakers[path.cid]?.forget(sessionId)
        for index in tracks.indices { tracks[index]?.receivers.removeAll { $0 == slot } }
        if !paths.contains(where: { $0?.cid == path.cid }) { speakers[path.cid] = nil }
    }

    /// Takes over that a path's client is at an address now.
    mutating func settle(_ slot: Int, at address: SocketAddress, before: SocketAddress?) {
        if let before { leave(before) }
        pathsAt[address, default: 0] += 1
        for track in paths[slot]?.published ?? [] {
            if let before { release(track, at: before) }
            claim(track, at: address)
        }
    }

    /// Takes what comes from an address with the track's source for the track, unless a track of another path has it.
    private mutating func claim(_ track: Int, at address: SocketAddress) {
        guard let ssrc = tracks[track]?.ssrc else { return }
        let key = SourceKey(address: address, ssrc: ssrc)
        let owner = trackOfSource[key].flatMap { tracks[$0]?.path }
        guard owner == nil || owner == tracks[track]?.path else { return }
        trackOfSource[key] = track
    }

    /// Gives up what comes from an address to a track of another path there, if one has the same source.
    private mutating func release(_ track: Int, at address: SocketAddress) {
        guard let released = tracks[track] else { return }
        let key = SourceKey(address: address, ssrc: released.ssrc)
        guard trackOfSource[key] == track else { return }
        trackOfSource[key] = nil
        let own = paths[released.path]?.address == address ? 1 : 0
        guard pathsAt[address, default: 0] > own else { return }
        let heir = tracks.indices.first { index in
            guard let other = tracks[index], other.ssrc == released.ssrc, other.path != released.path else {
                return false
            }
            return paths[other.path]?.address == address
        }
        if let heir { trackOfSource[key] = heir }
    }

    /// Takes over where a session's signalling comes from, which is proved.
    mutating func vouch(for sessionId: String, at address: SocketAddress) {
        guard let slot = pathOfSession[sessionId] else { return }
        paths[slot]?.signalling = address
    }

    private mutating func leave(_ address: SocketAddress) {
        guard let count = pathsAt[address] else { return }
        pathsAt[address] = count > 1 ? count - 1 : nil
    }

    // MARK: Tracks

    /// True when another track of the call has this source (RFC 3550 section 8.2).
    func isTaken(_ ssrc: UInt32, in cid: CallCid, by name: TrackName) -> Bool {
        ssrc == self.ssrc || tracks.contains { $0?.ssrc == ssrc && $0?.cid == cid && $0?.name != name }
    }

    /// A stay publishes a track from now on, with this source.
    mutating func publish(_ type: TrackType, ssrc: UInt32, of sessionId: String, isMuted: Bool, at now: Instant) {
        guard let slot = pathOfSession[sessionId] else { return }
        publish(TrackName(sessionId: sessionId, type: type), ssrc: ssrc, on: slot, isMuted: isMuted, at: now)
    }

    /// A track comes on a path from now on, of the stay at its end or of one behind it.
    mutating func publish(_ name: TrackName, ssrc: UInt32, on slot: Int, isMuted: Bool, at now: Instant) {
        guard let path = paths[slot] else { return }
        let type = name.type
        if let known = trackOfName[name] {
            let isSame = tracks[known]?.ssrc == ssrc && tracks[known]?.path == slot
            guard !isSame else { return setMuted(isMuted, type, of: name.sessionId) }
            unpublish(type, of: name.sessionId)
        }
        let track = ForwardedTrack(name, cid: path.cid, ssrc: ssrc, path: slot, isMuted: isMuted)
        let index = freeTracks.popLast() ?? tracks.count
        if index == tracks.count { tracks.append(track) } else { tracks[index] = track }
        trackOfName[name] = index
        if let address = path.address { claim(index, at: address) }
        paths[slot]?.published.append(index)
        for (receiver, other) in paths.enumerated() where isReceiver(other, slot: receiver, of: track) {
            tracks[index]?.receivers.append(receiver)
        }
        startReports(of: slot, at: now)
        if type == .audio, nextWindow == nil { nextWindow = now.advanced(by: Self.window) }
    }

    /// Sound goes to everybody else in the call, pictures to those who subscribed, and both to the call's other SFUs.
    private func isReceiver(_ path: MediaPath?, slot: Int, of track: ForwardedTrack) -> Bool {
        guard let path, path.cid == track.cid, slot != track.path else { return false }
        // Every SFU of a call has a way to every other one, so none passes on what another one sent.
        guard !path.isTrunk else { return paths[track.path]?.isTrunk != true }
        return track.name.type.isSound || path.wishes.contains(track.name)
    }

    /// A stay publishes a track no more.
    mutating func unpublish(_ type: TrackType, of sessionId: String) {
        guard let index = trackOfName[TrackName(sessionId: sessionId, type: type)], let track = tracks[index] else {
            return
        }
        paths[track.path]?.published.removeAll { $0 == index }
        remove(track: index)
    }

    private mutating func remove(track index: Int) {
        guard let track = tracks[index] else { return }
        if track.isVoice, track.meter.isSpeaking || track.toldLevel > 0 {
            silenced[track.cid, default: []].append(Voice(sessionId: track.name.sessionId, level: 0, isSpeaking: false))
        }
        if let address = paths[track.path]?.address { release(index, at: address) }
        trackOfName[track.name] = nil
        tracks[index] = nil
        freeTracks.append(index)
    }

    /// A track is muted, or not any more.
    mutating func setMuted(_ isMuted: Bool, _ type: TrackType, of sessionId: String) {
        guard let index = trackOfName[TrackName(sessionId: sessionId, type: type)] else { return }
        tracks[index]?.isMuted = isMuted
    }

    // MARK: Subscriptions

    /// A stay wants these pictures and no others.
    mutating func subscribe(_ sessionId: String, to wishes: Set<TrackName>) {
        guard let slot = pathOfSession[sessionId] else { return }
        paths[slot]?.wishes = wishes
        updateReceivers(for: slot)
    }

    /// Enters a path where it belongs among the receivers, and takes it out elsewhere.
    mutating func updateReceivers(for slot: Int) {
        for index in tracks.indices {
            guard let track = tracks[index] else { continue }
            let wants = isReceiver(paths[slot], slot: slot, of: track)
            guard wants != track.receivers.contains(slot) else { continue }
            if wants {
                tracks[index]?.receivers.append(slot)
            } else {
                tracks[index]?.receivers.removeAll { $0 == slot }
            }
        }
    }
}
