internal import CProcess
internal import FoundationEssentials
internal import Glibc

/// Waits until scenario files change; the kernel reports activity, and a comparison finds the changed files.
struct FileWatch {
    private struct FileState: Hashable {
        let size: Int
        let modified: Double
        let number: UInt64
    }

    /// The end of a wait.
    enum Event {
        /// The files that were changed, added or deleted, sorted.
        case changed([String])
        case key(WatchKey)
        case interrupted
    }

    private enum Activity {
        case change
        case key(WatchKey)
        case signal
    }

    private var paths: [String]
    private var states: [String: FileState]

    private static let endings = [".yaml", ".yml"]
    /// Editors write in several steps; changes within this time belong together.
    private static let settlingMilliseconds: Int32 = 60

    init(_ paths: [String]) throws(FileError) {
        self.paths = paths
        states = Self.states(of: paths)
    }

    /// Adds files to watch: those that scenarios include.
    mutating func add(_ files: [String]) {
        let more = files.filter { states[$0] == nil && !paths.contains($0) }
        guard !more.isEmpty else { return }
        paths += more
        states.merge(Self.states(of: more)) { known, _ in known }
    }

    /// Waits for a change, a key or an interrupt.
    ///
    /// - Parameter invite: Called when the wait begins; true when the terminal has keys.
    mutating func wait(_ invite: (Bool) -> Void) throws(FileError) -> Event {
        let changes = cpr_watch_open()
        guard changes >= 0 else { throw FileError(path: "inotify", doing: "opened", number: errno) }
        let signals = cpr_signals_open()
        guard signals >= 0 else { throw FileError(path: "the descriptor of signals", doing: "opened", number: errno) }
        defer {
            close(changes)
            close(signals)
        }
        for path in paths.flatMap(FileTree.allFolders) where cpr_watch_add(changes, path) != 0 {
            throw FileError(path: path, doing: "watched", number: errno)
        }
        let hasKeys = cpr_keys_open() == 0
        defer { cpr_keys_close() }
        invite(hasKeys)
        while true {
            // This finds files that changed before the watch began.
            let changed = takeChanges()
            if !changed.isEmpty { return .changed(changed) }
            switch Self.wait(for: changes, or: signals, keys: hasKeys ? 0 : -1) {
            case .change: continue
            case .key(let key): return .key(key)
            case .signal: return .interrupted
            }
        }
    }

    /// Returns the files that were changed, added or deleted since the last call, sorted.
    mutating func takeChanges() -> [String] {
        let now = Self.states(of: paths)
        defer { states = now }
        return Set(now.keys).union(states.keys).filter { now[$0] != states[$0] }.sorted()
    }

    /// Waits until a change has settled, a key is pressed or a signal arrives; the descriptor of keys may be -1.
    private static func wait(for changes: Int32, or signals: Int32, keys: Int32) -> Activity {
        var keys = keys
        var milliseconds: Int32 = -1
        while true {
            var polled = [changes, signals, keys].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&polled, 3, milliseconds)
            if count == 0 { return .change }
            while case let signal = cpr_signals_next(signals), signal != 0 {
                if signal != SIGCHLD { return .signal }
            }
            if polled[2].revents != 0 {
                let byte = cpr_keys_next()
                if let key = WatchKey(byte: byte) { return .key(key) }
                // A terminal that is gone gives no more keys.
                if byte == 0 { keys = -1 }
            }
            cpr_watch_drain(changes)
            if polled[0].revents != 0 { milliseconds = settlingMilliseconds }
        }
    }

    private static func states(of paths: [String]) -> [String: FileState] {
        var states: [String: FileState] = [:]
        for path in paths.flatMap({ FileTree.files(under: $0, endingIn: endings) }) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
            states[path] = FileState(
                size: (attributes[.size] as? Int) ?? Int(clamping: (attributes[.size] as? UInt64) ?? 0),
                modified: (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0,
                number: (attributes[.systemFileNumber] as? UInt64) ?? 0)
        }
        return states
    }
}

/// A key of `run --watch`, pressed while it waits for changes.
enum WatchKey: Character, CaseIterable {
    case again = "r"
    case failed = "f"
    case all = "a"
    case quit = "q"

    /// Creates the key of a byte from the terminal; returns nil when the byte has no meaning.
    init?(byte: Int32) {
        guard let byte = UInt8(exactly: byte), byte != 0 else { return nil }
        let isEnter = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        self.init(rawValue: isEnter ? "r" : Character(Unicode.Scalar(byte)))
    }

    /// The line that explains the keys.
    static let help = "r or enter: run again, f: only failed, a: all, q: quit\n"
}
