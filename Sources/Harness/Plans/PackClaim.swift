internal import Glibc

/// The claim of one machine on a pack: a folder that only one machine can create.
///
/// The machine changes the claim's beat every second. Other machines take over a pack whose last claim was released, or
/// whose beat has not changed for ``timeout``. Each takeover is a new claim with the next number.
struct PackClaim {
    let path: String

    /// The maximum seconds without a new beat.
    static let timeout = 3.0
    /// The seconds between two beats.
    static let interval = 1.0

    /// The folder in which the machine collects results before it publishes them.
    var draft: String { "\(path)/results" }
    private var beat: String { "\(path)/beat" }
    private var release: String { "\(path)/released" }
    private var current: String { "\(path)/running" }

    /// Takes the claim; returns false when another machine has it.
    func take(by machine: String) throws(FileError) -> Bool {
        guard mkdir(path, 0o755) == 0 else {
            guard errno == EEXIST else { throw FileError(path: path, doing: "made", number: errno) }
            return false
        }
        try FileStore.write(Array("\(machine)\n".utf8), to: "\(path)/machine")
        return true
    }

    /// The machine that took the claim.
    var machine: String {
        let text = FileStore.read("\(path)/machine", atMost: 4096).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? "unknown"
    }

    /// Writes a new beat, which shows that the machine is still working on the pack.
    func noteBeat(_ number: Int) throws(FileError) { try FileStore.write(Array("\(number)\n".utf8), to: beat) }

    /// The last beat; nil before the first.
    var lastBeat: [UInt8]? { FileStore.read(beat, atMost: 64) }

    /// Releases the pack, so that another machine can claim it immediately.
    func release(because reason: String) throws(FileError) {
        try FileStore.write(Array("\(reason)\n".utf8), to: release)
    }

    /// True when the machine has released the pack.
    var isReleased: Bool { FileStore.exists(release) }

    /// Records the running scenario, where the scenarios of a pack run one by one.
    func noteRunning(_ id: String) throws(FileError) { try FileStore.write(Array(id.utf8), to: current) }

    /// The scenario that was running when the machine died; nil when none was recorded.
    var running: String? { FileStore.read(current, atMost: 4096).map { String(decoding: $0, as: UTF8.self) } }
}

/// The beats of other machines, as this machine has observed them.
///
/// Only this machine's clock is used, so the clocks of machines need not agree.
struct ClaimWatch {
    private struct KnownBeat {
        let number: Int
        let beat: [UInt8]?
        let since: Double
    }

    private var beats: [Int: KnownBeat] = [:]

    /// Returns true when the last claim on a pack is released, or its beat has not changed for ``PackClaim/timeout``.
    mutating func isAbandoned(_ claim: PackClaim, number: Int, of pack: Int, at now: Double) -> Bool {
        if claim.isReleased { return true }
        let beat = claim.lastBeat
        guard let known = beats[pack], known.number == number, known.beat == beat else {
            beats[pack] = KnownBeat(number: number, beat: beat, since: now)
            return false
        }
        return now - known.since >= PackClaim.timeout
    }
}
