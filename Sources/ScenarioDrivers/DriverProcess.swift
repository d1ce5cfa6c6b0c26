import CProcess
import Glibc
package import Loop
package import ScenarioLanguage
import ScenarioVocabulary

/// The process of a driver: its standard streams on the loop, and its end.
@MainActor
package final class DriverProcess {
    private let loop: EventLoop
    private var process: pid_t
    private var input: Int32
    private var output: Int32
    private var watch: WatchID?
    private var unsent: [UInt8] = []
    private let onBytes: @MainActor ([UInt8]) -> Void
    private let onEnd: @MainActor () -> Void

    /// Starts the program.
    package init(
        _ spec: DriverSpec, loop: EventLoop, onBytes: @escaping @MainActor ([UInt8]) -> Void,
        onEnd: @escaping @MainActor () -> Void
    ) throws(DriverFault) {
        self.loop = loop
        self.onBytes = onBytes
        self.onEnd = onEnd
        var (process, input, output): (pid_t, Int32, Int32) = (0, -1, -1)
        cpr_words_clear()
        var number: Int32 = 0
        for word in spec.command where number == 0 { number = cpr_words_add(word) }
        if number == 0 { number = cpr_driver_start(spec.folder, &process, &input, &output) }
        (self.process, self.input, self.output) = (process, input, output)
        guard number == 0 else {
            let reason = String(cString: strerror(number))
            let place = spec.folder.isEmpty ? "" : " in \(spec.folder)"
            throw DriverFault(
                kind: .died, text: "could not be started: `\(spec.command.joined(separator: " "))`\(place): \(reason)")
        }
        do throws(LoopError) {
            watch = try loop.watch(descriptor: output) { [unowned self] in read() }
        } catch {
            kill()
            throw DriverFault(kind: .died, text: "could not be listened to: \(error)")
        }
    }

    /// Writes to its standard input, at once or when it reads; false when too much waits already.
    package func write(_ bytes: [UInt8]) -> Bool {
        guard input >= 0 else { return true }
        unsent += bytes
        flush()
        return unsent.count <= DriverLimits.unread
    }

    /// Writes what waits; to be asked now and then, because nothing tells that the program has read.
    package func flush() {
        while !unsent.isEmpty, input >= 0 {
            let count = Glibc.write(input, unsent, unsent.count)
            guard count > 0 else {
                if errno != EAGAIN, errno != EINTR { closeInput() }
                return
            }
            unsent.removeFirst(count)
        }
    }

    /// Says that nothing more will be written.
    package func closeInput() {
        guard input >= 0 else { return }
        close(input)
        (input, unsent) = (-1, [])
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while output >= 0 {
            let count = Glibc.read(output, &buffer, buffer.count)
            if count > 0 {
                onBytes(Array(buffer.prefix(count)))
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                stopReading()
                onEnd()
            } else {
                return
            }
        }
    }

    private func stopReading() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        guard output >= 0 else { return }
        close(output)
        output = -1
    }

    /// How it ended, in words; nil while it runs.
    package func end() -> String? {
        guard process > 0 else { return "ended" }
        var (status, signal): (Int32, Int32) = (0, 0)
        guard cpr_driver_reap(process, &status, &signal) != 0 else { return nil }
        process = 0
        return signal == 0 ? "ended with status \(status)" : "died of signal \(signal)"
    }

    /// Waits so many milliseconds at most for it to end, and then ends it in any case.
    package func kill(after patience: Int32 = 0) {
        closeInput()
        if process > 0 { cpr_driver_discard(process, patience) }
        stopReading()
        process = 0
    }
}
