import Chance
import Digest
import Signaling
import Timing
import Wire

/// The media of an SFU: the paths of its sessions, the published tracks, and the receivers of each track.
///
/// A value without I/O. Forwarding a packet allocates nothing: it finds the packet's source, counts the packet, and
/// returns the receivers' addresses.
struct MediaPlane: Sendable {
    /// An action or a report for the rest of the SFU.
    enum Output: Hashable, Sendable {
        /// Send these bytes from the media port.
        case send([UInt8], to: SocketAddress)
        /// The address of a session's client was verified for the first time, or has changed.
        case located(sessionId: String, at: SocketAddress, before: SocketAddress?)
        /// The levels of voices.
        case voices(CallCid, [Voice])
        /// The dominant speaker changed.
        case dominates(CallCid, sessionId: String)
        /// The connection quality of a session changed.
        case quality(sessionId: String, ConnectionQuality)
    }

    /// The level of one voice.
    struct Voice: Hashable, Sendable {
        let sessionId: String
        let level: Double
        let isSpeaking: Bool
    }

    /// The duration of a window in which levels are collected.
    static let window = Duration.milliseconds(200)
    /// The number of windows after which a small change of a level is sent.
    static let windowsBetweenLevels = 5

    /// The paths by slot. Free slots are reused.
    var paths: [MediaPath?] = []
    var tracks: [ForwardedTrack?] = []
    private var freePaths: [Int] = []
    private var freeTracks: [Int] = []
    var pathOfSession: [String: Int] = [:]
    var pathOfUser: [String: Int] = [:]
    /// The number of paths to each address.
    var pathsAt: [SocketAddress: Int] = [:]
    var trackOfSource: [SourceKey: Int] = [:]
    /// The paths with a pending check by the SFU.
    var pathOfCheck: [STUN.TransactionID: Int] = [:]
    var trackOfName: [TrackName: Int] = [:]
    /// The name of the path to another SFU, by the id of the session there.
    var trunkOfRemote: [String: String] = [:]
    var speakers: [CallCid: DominantSpeaker] = [:]
    /// The removed voices whose last report was not silent.
    var silenced: [CallCid: [Voice]] = [:]
    var nextWindow: Instant?
    var windowCount = 0
    var reportTimers = TimerQueue<Int>()
    var generator: SeededGenerator
    /// The work that guests cause at the SFU.
    var guestWork = GuestWork(perSecond: nil)
    /// The SSRC of the SFU, which sends only reports.
    let ssrc: UInt32
    private let secret: [UInt8]

    init(secret: [UInt8], name: String) {
        self.secret = secret
        generator = SeededGenerator(secret: HMAC.sha256(key: secret, message: Array("media of \(name)".utf8)))
        ssrc = UInt32(truncatingIfNeeded: generator.next())
    }

    // MARK: Paths

    func hasPath(_ sessionId: String) -> Bool { !pathOfSession.isEmpty && pathOfSession[sessionId] != nil }

    /// Opens the path of a session, or finds the existing one. Returns the client's credentials.
    mutating func open(_ sessionId: String, in cid: CallCid, isOfGuest: Bool) -> PathCredentials {
        if let slot = pathOfSession[sessionId], let path = paths[slot] { return path.credentials }
        let credentials = credentials(of: sessionId)
        let slot = add(MediaPath(sessionId: sessionId, cid: cid, credentials: credentials, isOfGuest: isOfGuest))
        pathOfUser[credentials.username] = slot
        return credentials
    }

    /// Adds a path to a free slot.
    mutating func add(_ path: MediaPath) -> Int {
        let slot = freePaths.popLast() ?? paths.count
        if slot == paths.count { paths.append(path) } else { paths[slot] = path }
        pathOfSession[path.sessionId] = slot
        return slot
    }

    /// Derives credentials from the backend's secret. They cannot be guessed, and need no randomness.
    private func credentials(of sessionId: String) -> PathCredentials {
        func digits(_ label: String, _ count: Int) -> String {
            HMAC.sha256(key: secret, message: Array("\(label) of \(sessionId)".utf8)).prefix(count).hexadecimal
        }
        return PathCredentials {
            $0.username = digits("path", 8)
            $0.password = digits("password", 16)
        }
    }

    /// Closes the path of a session that has ended.
    mutating func close(_ sessionId: String) {
        guard !pathOfSession.isEmpty, let slot = pathOfSession.removeValue(forKey: sessionId), let path = paths[slot]
        else { return }
        for track in path.published { remove(track: track) }
        pathOfUser[path.credentials.username] = nil
        if let address = path.address { leave(address) }
        if let check = path.check { pathOfCheck[check.id] = nil }
        paths[slot] = nil
        freePaths.append(slot)
        speakers[path.cid]?.forget(sessionId)
        for index in tracks.indices { tracks[index]?.forgetReceiver(slot) }
        if !paths.contains(where: { $0?.cid == path.cid }) { speakers[path.cid] = nil }
    }

    /// Sets the address of a path's client.
    mutating func settle(_ slot: Int, at address: SocketAddress, before: SocketAddress?) {
        if let before { leave(before) }
        pathsAt[address, default: 0] += 1
        for track in paths[slot]?.published ?? [] {
            if let before { release(track, at: before) }
            claim(track, at: address)
        }
    }

    /// Assigns the packets with an address and the track's SSRC to the track, unless they belong to a track of another
    /// path.
    private mutating func claim(_ track: Int, at address: SocketAddress) {
        guard let ssrc = tracks[track]?.ssrc else { return }
        let key = SourceKey(address: address, ssrc: ssrc)
        let owner = trackOfSource[key].flatMap { tracks[$0]?.path }
        guard owner == nil || owner == tracks[track]?.path else { return }
        trackOfSource[key] = track
    }

    /// Releases the packets with an address and the track's SSRC. A track of another path at the address may then get
    /// them.
    private mutating func release(_ track: Int, at address: SocketAddress) {
        guard let released = tracks[track] else { return }
        let key = SourceKey(address: address, ssrc: released.ssrc)
        guard trackOfSource[key] == track else { return }
        trackOfSource[key] = nil
        let own = paths[released.path]?.address == address ? 1 : 0
        guard pathsAt[address, default: 0] > own else { return }
        let successor = tracks.indices.first { index in
            guard let other = tracks[index], other.ssrc == released.ssrc, other.path != released.path else {
                return false
            }
            return paths[other.path]?.address == address
        }
        if let successor { trackOfSource[key] = successor }
    }

    /// Sets the verified address of a session's signaling.
    mutating func setSignalingAddress(of sessionId: String, to address: SocketAddress) {
        guard let slot = pathOfSession[sessionId] else { return }
        paths[slot]?.signaling = address
    }

    private mutating func leave(_ address: SocketAddress) {
        guard let count = pathsAt[address] else { return }
        pathsAt[address] = count > 1 ? count - 1 : nil
    }

    // MARK: Tracks

    /// True when another track of the call has this SSRC (RFC 3550 section 8.2).
    func isTaken(_ ssrc: UInt32, in cid: CallCid, by name: TrackName) -> Bool {
        ssrc == self.ssrc || tracks.contains { $0?.ssrc == ssrc && $0?.cid == cid && $0?.name != name }
    }

    /// Publishes a track of a session with this SSRC.
    mutating func publish(_ type: TrackType, ssrc: UInt32, of sessionId: String, isMuted: Bool, at now: Instant) {
        guard let slot = pathOfSession[sessionId] else { return }
        publish(TrackName(sessionId: sessionId, type: type), ssrc: ssrc, on: slot, isMuted: isMuted, at: now)
    }

    /// Publishes a track on a path. The publisher is the session of the path, or a session behind it.
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
            tracks[index]?.addReceiver(receiver)
        }
        startReports(of: slot, at: now)
        if type == .audio, nextWindow == nil { nextWindow = now.advanced(by: Self.window) }
    }

    /// True when a path receives a track. Audio goes to all, video to subscribers, and both to the call's other SFUs.
    private func isReceiver(_ path: MediaPath?, slot: Int, of track: ForwardedTrack) -> Bool {
        guard let path, path.cid == track.cid, slot != track.path else { return false }
        // Every SFU of a call has a path to every other one, so none forwards tracks of another SFU.
        guard !path.isTrunk else { return paths[track.path]?.isTrunk != true }
        return track.name.type.isSound || path.subscriptions.contains(track.name)
    }

    /// Unpublishes a track of a session.
    mutating func unpublish(_ type: TrackType, of sessionId: String) {
        guard let index = trackOfName[TrackName(sessionId: sessionId, type: type)], let track = tracks[index] else {
            return
        }
        paths[track.path]?.published.removeAll { $0 == index }
        remove(track: index)
    }

    private mutating func remove(track index: Int) {
        guard let track = tracks[index] else { return }
        if track.isVoice, track.meter.isSpeaking || track.reportedLevel > 0 {
            silenced[track.cid, default: []].append(Voice(sessionId: track.name.sessionId, level: 0, isSpeaking: false))
        }
        if let address = paths[track.path]?.address { release(index, at: address) }
        trackOfName[track.name] = nil
        tracks[index] = nil
        freeTracks.append(index)
    }

    /// Mutes or unmutes a track.
    mutating func setMuted(_ isMuted: Bool, _ type: TrackType, of sessionId: String) {
        guard let index = trackOfName[TrackName(sessionId: sessionId, type: type)] else { return }
        tracks[index]?.setMuted(isMuted)
    }

    // MARK: Subscriptions

    /// Replaces the subscriptions of a session.
    mutating func subscribe(_ sessionId: String, to subscriptions: Set<TrackName>) {
        guard let slot = pathOfSession[sessionId] else { return }
        paths[slot]?.subscriptions = subscriptions
        updateReceivers(for: slot)
    }

    /// Adds a path to the receivers of its tracks, and removes it from those of other tracks.
    mutating func updateReceivers(for slot: Int) {
        for index in tracks.indices {
            guard let track = tracks[index] else { continue }
            let wants = isReceiver(paths[slot], slot: slot, of: track)
            guard wants != track.receivers.contains(slot) else { continue }
            if wants {
                tracks[index]?.addReceiver(slot)
            } else {
                tracks[index]?.removeReceiver(slot)
            }
        }
    }
}
