import Capture
import Loop

/// One thing that is measured, by name, with the bar that it is held against.
struct Benchmark {
    let name: String
    let unit: String
    /// The bar of the project; lower is better where `isCeiling`.
    let bar: Double
    let isCeiling: Bool
    private let work: Work

    private enum Work {
        /// Inside a run of the loop.
        case onLoop(ClockMode, @MainActor (CaptureEnvironment) async throws -> Double)
        /// With runs of its own.
        case alone(@MainActor (CaptureEnvironment) throws -> Double)
        /// With runs of its own that differ from round to round.
        case byRound(@MainActor (CaptureEnvironment, Int) throws -> Double)
    }

    /// How often each benchmark is measured.
    static let rounds = 3

    static let all: [Benchmark] = [
        Benchmark(name: "round-trips", unit: "request/response round trips a second, captured", bar: 50_000) {
            try await RoundTrips.perSecond(environment: $0)
        },
        Benchmark(name: "round-trips-uncaptured", unit: "the same without capture", bar: 50_000) { _ in
            try await RoundTrips.perSecond(environment: nil)
        },
        Benchmark(name: "timers", unit: "virtual timers a second", bar: 500_000) { _ in await Timers.perSecond() },
        Benchmark(name: "calls", unit: "calls a second from ring to inCall to idle, sixteen at a time", bar: 3_000) {
            _ in
            try await Calls.perSecond(together: 16)
        },
        Benchmark(name: "calls-one-by-one", unit: "the same, one after the other", bar: 3_000) { _ in
            try await Calls.perSecond(together: 1)
        },
        Benchmark(name: "call-datagrams", unit: "datagrams for such a call", bar: 40, isCeiling: true) { _ in
            try await Calls.datagrams()
        },
        Benchmark(
            name: "call-datagrams-bare", unit: "times a second that many datagrams, of bytes that mean nothing",
            bar: 3_000
        ) {
            _ in try await Bare.datagrams()
        },
        Benchmark(name: "call-messages-bare", unit: "times a second as messages of CoAP that are not read", bar: 3_000)
        {
            _ in try await Bare.messages()
        },
        Benchmark(
            name: "scenarios", unit: "scenarios a second in one process, journaled", bar: 200,
            alone: Scenarios.perSecond),
        Benchmark(
            name: "seeds", unit: "runs a second of a reconnect of four on a lossy network, seeds 1 to 1,000", bar: 20,
            byRound: Seeds.perSecond),
        Benchmark(
            name: "seeds-virtual-time", unit: "times faster than real time, likewise", bar: 1_000,
            byRound: Seeds.timesRealTime),
        Benchmark(name: "join-25", unit: "ms until 25 participants are in one call", bar: 100, isCeiling: true) { _ in
            try await Crowd.millisecondsToJoin(25)
        },
        Benchmark(
            name: "join-500", unit: "ms until 500 participants are in one call, captured", bar: 5_000, isCeiling: true
        ) {
            try await Crowd.millisecondsToJoin(500, environment: $0)
        },
        Benchmark(
            name: "growth-time", unit: "growth of its time per event, from 125 to 250 to 500", bar: 1, isCeiling: true
        ) { _ in
            try await Crowd.growth { $0.cost.cpuSeconds }
        },
        Benchmark(
            name: "growth-datagrams", unit: "growth of its datagrams per event, likewise", bar: 1, isCeiling: true
        ) { _ in
            try await Crowd.growth { $0.datagrams }
        },
        Benchmark(name: "media", unit: "packets of voice a second that are sent and received", bar: 150_000) { _ in
            try await FanOut.perSecond(joins: false)
        },
        Benchmark(name: "media-joined", unit: "the same, joined in bursts (UDP GSO and GRO)", bar: 1_000_000) { _ in
            try await FanOut.perSecond(joins: true)
        },
        Benchmark(
            name: "forwarding", unit: "allocations a packet that an SFU forwards to nine", bar: 0.1, isCeiling: true
        ) { _ in
            try await Forwarding.allocationsPerPacket()
        },
        Benchmark(
            name: "media-minute", unit: "s for 10 voices of 60 s, captured and journaled", bar: 4, isCeiling: true,
            alone: MediaMinute.seconds),
        Benchmark(
            name: "router", unit: "datagrams a second through TUN, the router and TUN, with sender and receiver",
            bar: 50_000, clock: .real
        ) { _ in
            try await Routing.perSecond()
        },
        Benchmark(
            name: "router-delay", unit: "ms at the 99th percentile from sending such a datagram to receiving it",
            bar: 1, isCeiling: true, clock: .real
        ) { _ in
            try await Routing.milliseconds(percentile: 0.99)
        },
        Benchmark(name: "ring-timeout", unit: "ms for a ring of 30 s to time out", bar: 10, isCeiling: true) { _ in
            try await Calls.millisecondsForRingTimeout()
        },
        Benchmark(name: "memory", unit: "KiB a participant in calls of 25", bar: 64, isCeiling: true) { _ in
            try await Crowd.kibibytesPerParticipant()
        },
        Benchmark(name: "memory-10000", unit: "MiB for 10,000 participants", bar: 1_024, isCeiling: true) { _ in
            try await Crowd.kibibytes(of: 10_000) * 10_000 / 1_024
        },
    ]

    init(
        name: String, unit: String, bar: Double, isCeiling: Bool = false, clock: ClockMode = .virtual,
        run: @escaping @MainActor (CaptureEnvironment) async throws -> Double
    ) {
        self.name = name
        self.unit = unit
        self.bar = bar
        self.isCeiling = isCeiling
        work = .onLoop(clock, run)
    }

    init(
        name: String, unit: String, bar: Double, isCeiling: Bool = false,
        alone: @escaping @MainActor (CaptureEnvironment) throws -> Double
    ) {
        self.name = name
        self.unit = unit
        self.bar = bar
        self.isCeiling = isCeiling
        work = .alone(alone)
    }

    init(
        name: String, unit: String, bar: Double, isCeiling: Bool = false,
        byRound: @escaping @MainActor (CaptureEnvironment, Int) throws -> Double
    ) {
        self.name = name
        self.unit = unit
        self.bar = bar
        self.isCeiling = isCeiling
        work = .byRound(byRound)
    }

    /// Measures once, and returns the figure.
    @MainActor
    func figure(_ environment: CaptureEnvironment, round: Int) throws -> Double {
        switch work {
        case .alone(let run): return try run(environment)
        case .byRound(let run): return try run(environment, round)
        case .onLoop(let clock, let run):
            let result = Measurement()
            let end = EventLoop.shared.run(clock: clock) {
                do { result.outcome = .success(try await run(environment)) } catch { result.outcome = .failure(error) }
            }
            guard end == .finished, let outcome = result.outcome else { throw EndedEarly(reason: "\(end)") }
            return try outcome.get()
        }
    }

    @MainActor
    private final class Measurement {
        var outcome: Result<Double, any Error>?
    }

    private struct EndedEarly: Error {
        let reason: String
    }
}
