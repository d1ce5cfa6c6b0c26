internal import Glibc

/// The time outside, by which processes are limited; nothing inside a scenario sees it.
enum WallClock {
    /// Seconds since some moment in the past, never going back.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
