internal import CProcess
internal import Glibc

/// The signals that end this process.
enum Signals {
    /// Waits for a time; returns false when the user interrupts the wait.
    static func pause(milliseconds: Int32) -> Bool {
        let signals = cpr_signals_open()
        guard signals >= 0 else { return false }
        defer { close(signals) }
        var polled = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, milliseconds)
        while case let signal = cpr_signals_next(signals), signal != 0 {
            if signal != SIGCHLD { return false }
        }
        return true
    }
}
