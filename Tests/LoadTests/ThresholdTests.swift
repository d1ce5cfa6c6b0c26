import Covering
import Load
import Testing
import Timing

/// The thresholds of a load, and their judgement.
@Suite struct ThresholdTests {
    private var statistics: LoadStatistics {
        var statistics = LoadStatistics()
        (statistics.started, statistics.completed, statistics.seconds) = (1000, 998, 10)
        statistics.fail(LoadFailure(file: "a.yaml", line: 3, reason: "late"), times: 2)
        var durations = PhaseDurations()
        for value in 1...100 { durations.record(.milliseconds(value), late: .milliseconds(5)) }
        statistics.phases[.inCall] = durations
        return statistics
    }

    @Test(arguments: [
        ("accept→inCall p99 < 200ms", true), ("accept->inCall p99<104ms", false), ("accept-inCall max <= 106ms", true),
        ("failed < 0.1%", false), ("failed <= 2", true), ("failed < 1%", true), ("rate >= 99/s", true),
        ("rate > 100/s", false), ("lateness p99 < 1ms", false), ("reconnect p50 < 1s", false),
    ])
    func `a threshold is compared with durations from the intended start`(_ text: String, _ isHeld: Bool) throws {
        #expect(try LoadThreshold(text).outcome(in: statistics).isHeld == isHeld)
    }

    @Test(arguments: [
        ("accept→inCal p99 < 1s", 1, "did you mean `accept→inCall`?"), ("accept→inCall < 1s", 15, "p99 < 200ms"),
        ("accept→inCall p101 < 1s", 15, "p99.9"), ("failed 3", 8, "`<`"), ("failed < x", 10, "0.1%"),
        ("rate > 100", 8, "100/s"), ("accept→inCall p99 < 200", 21, "200ms"), ("", 1, "there is: "),
    ])
    func `a mistake has its place and the correction`(_ text: String, _ column: Int, _ advice: String) {
        do {
            _ = try LoadThreshold(text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.column == column, "\(error)")
            #expect(error.suggestion?.contains(advice) ?? false, "\(error)")
        }
    }

    private func verdict(_ statistics: LoadStatistics, _ texts: String..., limits: GeneratorLimits = .standard) throws
        -> LoadVerdict
    {
        let outcomes = try texts.map { try LoadThreshold($0).outcome(in: statistics) }
        return LoadVerdict(statistics, outcomes: outcomes, limits: limits)
    }

    @Test func `a failed instance breaks a load unless a threshold permits it`() throws {
        #expect(try verdict(statistics) == .broken(["2 of 1000 instances failed"]))
        #expect(try verdict(statistics, "failed < 1%") == .held)
        #expect(try verdict(statistics, "failed < 0.1%") == .broken(["failed < 0.1%: 0.200%"]))
    }

    @Test func `a load limited by its generator is invalid, and names the limit`() throws {
        var late = statistics
        late.lateness.record(.milliseconds(3))
        #expect(
            try verdict(late, "failed < 1%")
                == .invalid(["starts were late: 3.00 ms at p99, and the limit is 1.00 ms"]))
        #expect(try verdict(late, "failed < 1%", limits: .virtual) == .held)
        var busy = statistics
        (busy.processorSeconds, busy.wallSeconds) = (9.5, 10)
        #expect(
            try verdict(busy, "failed < 1%")
                == .invalid(["the generator used 95% of its core, and the limit is 90%"]))
        var dropped = statistics
        dropped.traffic.kernelDrops = 4
        #expect(
            try verdict(dropped, limits: .virtual)
                == .invalid(["the kernel dropped 4 datagrams at the generator's sockets"]))
        var gap = statistics
        gap.traffic.uncaptured = 2
        #expect(
            try verdict(gap, limits: .virtual)
                == .invalid(["the capture lacks 2 of the datagrams that were sent"]))
        #expect(
            try verdict(LoadStatistics(), limits: .virtual) == .invalid(["no instance started"]))
    }

    @Test func `statistics of processes are added without loss`() {
        var sum = statistics
        sum.add(statistics)
        #expect(sum.started == 2000 && sum.failed == 4 && sum.seconds == 10)
        #expect(sum.phases[.inCall]?.performed.count == 200)
        #expect(
            sum.phases[.inCall]?.intended.value(atPercentile: 99)
                == statistics.phases[.inCall]?.intended.value(atPercentile: 99))
    }
}

/// How phases are measured.
@Suite struct PhaseClockTests {
    @Test func `a phase lasts from the command to its effect`() {
        var clock = PhaseClock()
        func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
        #expect(clock.process(.command("ring", by: "alice"), at: at(0)).isEmpty)
        let incoming = clock.process(.callingState(of: "bob", to: "incoming"), at: at(30))
        #expect(incoming == [.init(phase: .incoming, duration: .milliseconds(30))])
        #expect(clock.process(.command("accept", by: "bob"), at: at(100)).isEmpty)
        #expect(clock.process(.packet(at: "bob"), at: at(150)).map(\.phase) == [.firstPacket])
        #expect(clock.process(.packet(at: "bob"), at: at(170)).isEmpty)
        let inCall = clock.process(.callingState(of: "bob", to: "inCall"), at: at(180))
        #expect(inCall == [.init(phase: .inCall, duration: .milliseconds(80))])
        #expect(clock.process(.callingState(of: "bob", to: "reconnecting"), at: at(200)).isEmpty)
        let back = clock.process(.callingState(of: "bob", to: "inCall"), at: at(260))
        #expect(back == [.init(phase: .reconnected, duration: .milliseconds(60))])
    }

    @Test func `a join that ends in idle measures nothing`() {
        var clock = PhaseClock()
        #expect(clock.process(.command("join", by: "bob"), at: .start).isEmpty)
        #expect(clock.process(.callingState(of: "bob", to: "idle"), at: .start).isEmpty)
        #expect(clock.process(.joined("bob"), at: .start).isEmpty)
    }
}
