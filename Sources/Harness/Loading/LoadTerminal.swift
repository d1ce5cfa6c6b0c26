internal import CProcess
internal import Glibc
internal import Load
internal import Loop
internal import ScenarioStage

/// The terminal of a running load: its live line, its keys, and the signals that end it.
@MainActor
final class LoadTerminal {
    private let run: LoadRun
    private let isVirtual: Bool
    private let signals: Int32
    private let metrics: MetricsService?
    private var display: LoadDisplay
    private var isPaused = false
    private var isStopping = false
    private var watches: [WatchID] = []

    /// The factor of a key that raises.
    nonisolated static let step = 1.1

    init(_ run: LoadRun, isVirtual: Bool, whole: Duration?, metrics: MetricsService?) throws(FileError) {
        self.metrics = metrics
        self.run = run
        self.isVirtual = isVirtual
        display = LoadDisplay(whole: whole)
        // Opened before the load begins: a signal that comes earlier is kept.
        signals = cpr_signals_open()
        guard signals >= 0 else { throw FileError(path: "the descriptor of signals", doing: "opened", number: errno) }
        run.onBoot = { [unowned self] in open() }
        if display.isShown || metrics != nil { run.onBeat = { [unowned self] in beat() } }
    }

    private func open() {
        let loop = EventLoop.shared
        if let watch = try? loop.watch(descriptor: signals, onReadable: { [weak self] in self?.readSignals() }) {
            watches.append(watch)
        }
        guard display.isShown, cpr_keys_open() == 0 else { return }
        if let watch = try? loop.watch(descriptor: 0, onReadable: { [weak self] in self?.readKeys() }) {
            watches.append(watch)
        }
    }

    /// Restores the terminal.
    func close() {
        for watch in watches { EventLoop.shared.unwatch(watch) }
        watches = []
        cpr_keys_close()
        display.clear()
        Glibc.close(signals)
    }

    /// Takes a sample for the next line.
    func add(_ sample: LoadSample) {
        display.add(sample)
    }

    // MARK: The line

    private func beat() {
        metrics?.beat(WallClock.seconds)
        display.beat(at: run.elapsed, state)
    }

    private func show() { display.show(at: run.elapsed, state) }

    private var state: String? {
        if isPaused { return "paused (p resumes)" }
        return isStopping ? "stopping" : run.pace
    }

    // MARK: Keys and signals

    private func readSignals() {
        while case let signal = cpr_signals_next(signals), signal != 0 {
            guard signal != SIGCHLD else { continue }
            (isPaused, isStopping) = (false, true)
            run.interrupt()
        }
    }

    private func readKeys() {
        while case let key = cpr_keys_next(), key != 0 { handleKey(UInt8(truncatingIfNeeded: key)) }
    }

    private func handleKey(_ key: UInt8) {
        switch key {
        case UInt8(ascii: "p"):
            isPaused.toggle()
            run.hold(isPaused)
        case UInt8(ascii: "+"): run.scale(by: Self.step)
        case UInt8(ascii: "-"): run.scale(by: 1 / Self.step)
        case UInt8(ascii: "q"):
            (isPaused, isStopping) = (false, true)
            run.stopStarting()
        default: return
        }
        show()
        if isPaused, isVirtual { waitWhilePaused() }
    }

    /// Waits for a key or a signal while virtual time stands still. It would jump to the end of all calls otherwise.
    private func waitWhilePaused() {
        while isPaused {
            var polled = [0, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&polled, 2, metrics == nil ? -1 : 100)
            metrics?.beat(WallClock.seconds)
            readSignals()
            let key = cpr_keys_next()
            if key != 0 { handleKey(UInt8(truncatingIfNeeded: key)) }
            // A terminal that is gone gives no more keys.
            if key == 0, polled[0].revents != 0, isPaused { handleKey(UInt8(ascii: "p")) }
        }
    }
}
