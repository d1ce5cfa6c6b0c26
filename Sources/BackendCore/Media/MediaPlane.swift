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
    var freeTracks: [Int] = []
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

    /// Sets the verified address of a session's signaling.
    mutating func setSignalingAddress(of sessionId: String, to address: SocketAddress) {
        guard let slot = pathOfSession[sessionId] else { return }
        paths[slot]?.signaling = address
    }

    private mutating func leave(_ address: SocketAddress) {
        guard let count = pathsAt[address] else { return }
        pathsAt[address] = count > 1 ? count - 1 : nil
    }
}
