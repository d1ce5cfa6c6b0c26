internal import CProcess
internal import Glibc
internal import Journal
internal import Load
internal import Loop

/// The workers of one load, from the process that started them.
struct LoadWorkers {
    /// One worker.
    private struct Member {
        let process: pid_t
        var channel: Int32
        let output: Int32
        var lines = LineReader()
        var isReady = false
        var result: LoadResult?
        /// The statistics of its samples, which remain when it dies.
        var known = LoadStatistics()
        var death: String?

        var isOver: Bool { channel < 0 }
    }

    private var members: [Member] = []
    private var merge: LoadMerge
    private var display: LoadDisplay
    private let signals: Int32
    private let metrics: MetricsService?
    private var isHeld = false
    private var isStopping = false
    private var interrupts = 0
    private var pace = 1.0
    private var elapsed = Duration.zero

    /// The milliseconds between two updates of the display.
    private static let pause: Int32 = 200

    init(workers: Int, whole: Duration?, metrics: MetricsService?) throws(FileError) {
        merge = LoadMerge(workers: workers)
        display = LoadDisplay(whole: whole)
        self.metrics = metrics
        signals = cpr_signals_open()
        guard signals >= 0 else { throw FileError(path: "the descriptor of signals", doing: "opened", number: errno) }
    }

    /// Runs all workers to their ends.
    ///
    /// - Parameters:
    ///   - words: The command lines of the workers.
    ///   - beat: Called several times a second.
    mutating func run(
        _ words: [[String]], beat: () -> Void = {}, onSample: (LoadSample) -> Void
    ) throws(FileError) -> LoadResult {
        defer { close() }
        for line in words { members.append(try Self.start(line)) }
        if display.isShown { cpr_keys_open() }
        while members.contains(where: { !$0.isOver }) {
            wait()
            beat()
            for index in members.indices { listen(to: index, onSample) }
            readSignals()
            readKeys()
            metrics?.beat(WallClock.seconds)
            display.beat(at: elapsed, state)
        }
        while let sample = merge.next() { add(sample, onSample) }
        return result
    }

    private static func start(_ words: [String]) throws(FileError) -> Member {
        do throws(SpawnedWorker.Failure) {
            let spawned = try SpawnedWorker(words)
            return Member(process: spawned.process, channel: spawned.channel, output: spawned.output)
        } catch {
            throw FileError(path: "a worker of the load", doing: "started", number: error.number)
        }
    }

    private func wait() {
        let keys: [Int32] = display.isShown ? [0] : []
        let channels = members.filter { !$0.isOver }.map(\.channel)
        var polled = (channels + [signals] + keys).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&polled, nfds_t(polled.count), metrics == nil ? Self.pause : 50)
    }

    private mutating func close() {
        for member in members where !member.isOver { cpr_kill(member.process) }
        for member in members { Glibc.close(member.output) }
        cpr_keys_close()
        display.clear()
        Glibc.close(signals)
    }

    // MARK: Messages

    private mutating func listen(to index: Int, _ onSample: (LoadSample) -> Void) {
        guard !members[index].isOver else { return }
        var isAtEnd = false
        while !isAtEnd {
            let bytes = Descriptor.readAvailable(from: members[index].channel)
            isAtEnd = bytes == nil
            guard let bytes, !bytes.isEmpty else { break }
            members[index].lines.add(bytes)
        }
        while let line = members[index].lines.next() { take(line, of: index) }
        // After its lines, of which the last one is the end of a worker that did not die.
        if isAtEnd { reap(index) }
        while let sample = merge.next() { add(sample, onSample) }
    }

    private mutating func take(_ line: [UInt8], of index: Int) {
        guard let json = try? JSON(parsing: line), let message = LoadMessage(json) else {
            members[index].death = "worker \(index + 1) of \(members.count) sent a message that cannot be read"
            cpr_kill(members[index].process)
            return
        }
        switch message {
        case .ready:
            members[index].isReady = true
            if members.allSatisfy({ $0.isReady || $0.isOver }) { order(.begin) }
        case .sample(let sample):
            members[index].known.append(sample.statistics)
            merge.add(sample, of: index)
        case .end(let result):
            members[index].result = result
            merge.end(of: index)
        }
    }

    /// Takes the end of a worker's channel, and so of the worker.
    private mutating func reap(_ index: Int) {
        Glibc.close(members[index].channel)
        members[index].channel = -1
        merge.end(of: index)
        var status: Int32 = 0
        while waitpid(members[index].process, &status, 0) == -1, errno == EINTR {}
        guard members[index].result == nil, members[index].death == nil else { return }
        let signal = status & 0x7F
        let way = signal != 0 ? "was killed by signal \(signal)" : "ended with status \(status >> 8)"
        let said =
            Descriptor.readAvailable(from: members[index].output).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let seconds = Decimals.text(members[index].known.seconds, 1)
        let death = "worker \(index + 1) of \(members.count) \(way) after \(seconds) s"
        members[index].death = death
        Console.error(.load, death + (said.isEmpty ? "" : ":\n\(said)"))
        if !members.contains(where: { !$0.isReady && !$0.isOver }) { order(.begin) }
    }

    private mutating func add(_ sample: LoadSample, _ onSample: (LoadSample) -> Void) {
        elapsed = sample.start + .seconds(sample.statistics.seconds)
        display.add(sample)
        metrics?.add(sample)
        onSample(sample)
    }

    private var result: LoadResult {
        var statistics = LoadStatistics()
        for member in members { statistics.add(member.result?.statistics ?? member.known) }
        statistics.maxUnderWay = merge.maxUnderWay
        return LoadResult(
            statistics: statistics, isInterrupted: interrupts > 0,
            fault: members.lazy.compactMap { $0.result?.fault }.first)
    }

    /// The deaths of workers, whose figures are incomplete.
    var deaths: [String] {
        members.compactMap(\.death).map { "\($0), so that its part is missing from then on" }
    }

    // MARK: Orders

    private func order(_ order: LoadOrder) {
        for member in members where !member.isOver { _ = cpr_send(member.channel, [order.rawValue], 1) }
    }

    private mutating func readSignals() {
        while case let signal = cpr_signals_next(signals), signal != 0 {
            guard signal != SIGCHLD else { continue }
            interrupts += 1
            (isHeld, isStopping) = (false, true)
            order(.interrupt)
        }
    }

    private mutating func readKeys() {
        guard display.isShown else { return }
        while case let key = cpr_keys_next(), key != 0 {
            switch UInt8(truncatingIfNeeded: key) {
            case UInt8(ascii: "p"):
                isHeld.toggle()
                order(isHeld ? .hold : .resume)
            case UInt8(ascii: "+"): scale(.raise, LoadTerminal.step)
            case UInt8(ascii: "-"): scale(.lower, 1 / LoadTerminal.step)
            case UInt8(ascii: "q"):
                (isHeld, isStopping) = (false, true)
                order(.stop)
            default: continue
            }
            display.show(at: elapsed, state)
        }
    }

    private mutating func scale(_ order: LoadOrder, _ factor: Double) {
        pace *= factor
        self.order(order)
    }

    private var state: String? {
        if isHeld { return "paused (p resumes)" }
        if isStopping { return "stopping" }
        let percent = Int((pace * 100).rounded())
        return percent == 100 ? nil : "\(percent)% of the planned rate"
    }
}
