import CProcess
import Glibc
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// The process of a driver and its standard streams.
///
/// In real time the loop watches the output. In virtual time the harness waits for each response while the clock stands
/// still.
@MainActor
package final class DriverProcess {
    /// The result of waiting for output.
    enum Reading {
        case bytes([UInt8])
        case ended
        case timedOut
    }

    private var process: pid_t
    private var input: Int32
    private var output: Int32
    private var watch: (loop: EventLoop, id: WatchID)?
    private var unsent: [UInt8] = []

    /// Starts the program in a network namespace, or in this one when `network` is -1.
    init(_ spec: DriverSpec, in network: Int32 = -1) throws(DriverFault) {
        var (process, input, output): (pid_t, Int32, Int32) = (0, -1, -1)
        cpr_words_clear()
        var number: Int32 = 0
        for word in spec.command where number == 0 { number = cpr_words_add(word) }
        if number == 0 { number = cpr_driver_start(spec.folder, network, &process, &input, &output) }
        (self.process, self.input, self.output) = (process, input, output)
        guard number == 0 else {
            let reason = Shortage.text(number)
            let place = spec.folder.isEmpty ? "" : " in \(spec.folder)"
            throw DriverFault(
                violation: Shortage.includes(number) ? .shortage : .died,
                text: "could not be started: `\(spec.command.joined(separator: " "))`\(place): \(reason)")
        }
    }

    // MARK: Real time

    /// Calls `onBytes` with each piece of output, and `onEnd` at its end.
    func follow(
        on loop: EventLoop, onBytes: @escaping @MainActor ([UInt8]) -> Void, onEnd: @escaping @MainActor () -> Void
    ) throws(DriverFault) {
        do throws(LoopError) {
            let id = try loop.watch(descriptor: output) { [unowned self] in
                while output >= 0 {
                    switch read() {
                    case .bytes(let bytes): onBytes(bytes)
                    case .timedOut: return
                    case .ended:
                        stopReading()
                        onEnd()
                    }
                }
            }
            watch = (loop, id)
        } catch {
            throw DriverFault(violation: .shortage, text: "could not be listened to: \(error)")
        }
    }

    /// Writes to the standard input, now or when the program reads; returns false when too many bytes are pending.
    func write(_ bytes: [UInt8]) -> Bool {
        guard input >= 0 else { return true }
        unsent += bytes
        flush()
        return unsent.count <= DriverLimits.unread
    }

    /// Writes pending bytes. There is no notification when the program reads, so callers retry.
    func flush() {
        while !unsent.isEmpty, input >= 0 {
            let count = Glibc.write(input, unsent, unsent.count)
            guard count > 0 else {
                if errno != EAGAIN, errno != EINTR { closeInput() }
                return
            }
            unsent.removeFirst(count)
        }
    }

    // MARK: Virtual time

    /// Waits for output for at most `patience` of the real clock, and writes pending input during the wait.
    func awaitOutput(_ patience: Duration) -> Reading {
        while true {
            let reading = read()
            guard case .timedOut = reading else { return reading }
            flush()
            guard isReady(within: patience) else { return .timedOut }
        }
    }

    /// Returns the output that can be read without waiting.
    func pendingOutput() -> [UInt8] {
        if case .bytes(let bytes) = read() { bytes } else { [] }
    }

    /// Closes the program's input, and returns its output until it ends or exceeds the time that it has to leave.
    func outputAtEnd() -> [UInt8] {
        closeInput()
        var rest: [UInt8] = []
        for _ in 0..<16 {
            guard case .bytes(let bytes) = awaitOutput(.milliseconds(Int(DriverLimits.leaving))) else { break }
            rest += bytes
        }
        return rest
    }

    /// True when the program writes nothing for a time.
    func isSilent(for time: Duration) -> Bool { !isReady(within: time) }

    /// True when output is pending without a line of the harness.
    var hasOutput: Bool {
        var streams = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
        return poll(&streams, 1, 0) != 0
    }

    private func isReady(within patience: Duration) -> Bool {
        var streams = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
        ]
        var ready: Int32 = -1
        repeat { ready = poll(&streams, 2, Int32(clamping: patience.milliseconds)) } while ready < 0 && errno == EINTR
        return ready > 0
    }

    private func read() -> Reading {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(output, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        return count == 0 || errno != EAGAIN && errno != EINTR ? .ended : .timedOut
    }

    // MARK: Ending

    /// Closes the program's standard input.
    func closeInput() {
        guard input >= 0 else { return }
        close(input)
        (input, unsent) = (-1, [])
    }

    private func stopReading() {
        if let watch { watch.loop.unwatch(watch.id) }
        watch = nil
        guard output >= 0 else { return }
        close(output)
        output = -1
    }

    /// Returns the way in which the program ended, in words; nil while it runs.
    func end() -> String? {
        guard process > 0 else { return "ended" }
        var (status, signal): (Int32, Int32) = (0, 0)
        guard cpr_driver_reap(process, &status, &signal) != 0 else { return nil }
        process = 0
        return signal == 0 ? "ended with status \(status)" : "died of signal \(signal)"
    }

    /// Waits for the end of a program that closed its output, as long as it has to leave.
    ///
    /// On a busy machine the kernel reports the end of a program late, and one cause would have two descriptions.
    func endAfterOutput() -> String {
        for _ in 0...DriverLimits.leaving / 5 {
            if let end = end() { return end }
            _ = poll(nil, 0, 5)
        }
        return "closed its standard output"
    }

    /// Returns true when the program ends within the given time.
    func endsWithin(_ milliseconds: Int32) -> Bool {
        for _ in 0...milliseconds / 5 {
            if end() != nil { return true }
            _ = poll(nil, 0, 5)
        }
        return false
    }

    /// Waits at most the given milliseconds for the program's end, and then kills it.
    func kill(after milliseconds: Int32 = 0) {
        closeInput()
        if process > 0 { cpr_driver_discard(process, milliseconds) }
        stopReading()
        process = 0
    }
}
