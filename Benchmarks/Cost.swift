import Glibc
import Loop

/// The cost of some work.
struct Cost {
    /// The time of the process on its processor, kernel included: what others do on the machine does not count.
    let cpuSeconds: Double
    /// The real time.
    let seconds: Double

    @MainActor
    static func of(_ work: () async throws -> Void) async rethrows -> Cost {
        let (start, startOnProcessor) = (WallClock.now, cpuTime)
        try await work()
        let (seconds, attoseconds) = (WallClock.now - start).components
        return Cost(
            cpuSeconds: cpuTime - startOnProcessor, seconds: Double(seconds) + Double(attoseconds) * 1e-18)
    }

    private static var cpuTime: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
    }
}

/// The memory that the process has resident, in bytes.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
        separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
}
