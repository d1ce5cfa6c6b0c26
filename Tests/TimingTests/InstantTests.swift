import Testing
import Timing

@Suite
struct InstantTests {
    @Test
    func `instants advance and are ordered`() {
        let later = Instant.start.advanced(by: .milliseconds(1500))
        #expect(later.nanoseconds == 1_500_000_000)
        #expect(Instant.start < later)
        #expect(later < .distantFuture)
        #expect(later.advanced(by: .seconds(-2)).nanoseconds == -500_000_000)
        #expect(Instant.start.duration(to: later) == .milliseconds(1500))
        #expect(later.duration(to: .start) == .milliseconds(-1500))
    }

    @Test
    func `arithmetic saturates at both ends`() {
        let earliest = Instant(nanoseconds: .min)
        #expect(Instant.distantFuture.advanced(by: .nanoseconds(1)) == .distantFuture)
        #expect(Instant(nanoseconds: 1).advanced(by: .nanoseconds(Int64.max)) == .distantFuture)
        #expect(Instant.start.advanced(by: .seconds(Int64.max)) == .distantFuture)
        #expect(earliest.advanced(by: .nanoseconds(-1)) == earliest)
        #expect(Instant.start.advanced(by: .seconds(Int64.min)) == earliest)
        #expect(earliest.duration(to: .distantFuture) == .nanoseconds(Int64.max))
        #expect(Instant.distantFuture.duration(to: earliest) == .nanoseconds(Int64.min))
        #expect(Instant.start.duration(to: earliest) == .nanoseconds(Int64.min))
        #expect(earliest.duration(to: .start) == .nanoseconds(Int64.max))
    }

    @Test(arguments: [
        (Int64(0), "0.000 s"), (12_500_000_000, "12.500 s"), (1_000_000, "0.001 s"), (1500, "0.000001 s"),
        (30_000_001_000, "30.000001 s"), (-500_000_000, "-0.500 s"), (.max, "9223372036.854775 s"),
        (.min, "-9223372036.854775 s"),
    ])
    func `an instant is described in seconds`(nanoseconds: Int64, text: String) {
        #expect(Instant(nanoseconds: nanoseconds).description == text)
    }
}

@Suite
struct DurationTests {
    @Test(arguments: durations)
    func `a duration in nanoseconds is held at the ends`(duration: Duration, nanoseconds: Int64) {
        #expect(duration.nanoseconds == nanoseconds)
    }

    @Test
    func `milliseconds are cut towards zero`() {
        #expect(Duration.microseconds(1999).milliseconds == 1)
        #expect(Duration.microseconds(-1999).milliseconds == -1)
    }
}

@Suite
struct TimestampTests {
    @Test
    func `the virtual start is the first second of 2026`() {
        // 56 years of 365 days, and 14 leap days from 1972 to 2024.
        #expect(Timestamp.virtualStart.milliseconds == (56 * 365 + 14) * 86_400_000)
    }

    @Test
    func `dates advance by whole milliseconds and are ordered`() {
        let later = Timestamp.virtualStart.advanced(by: .microseconds(2999))
        #expect(later.milliseconds == Timestamp.virtualStart.milliseconds + 2)
        #expect(Timestamp.virtualStart < later)
        #expect(Timestamp.virtualStart.duration(to: later) == .milliseconds(2))
        #expect(later.duration(to: .virtualStart) == .milliseconds(-2))
    }

    @Test
    func `arithmetic saturates at both ends`() {
        let first = Timestamp(milliseconds: .min)
        let last = Timestamp(milliseconds: .max)
        #expect(last.advanced(by: .seconds(1)) == last)
        #expect(first.advanced(by: .seconds(-1)) == first)
        #expect(first.duration(to: last) == .milliseconds(Int64.max))
        #expect(last.duration(to: first) == .milliseconds(Int64.min))
    }
}

private let durations: [(Duration, Int64)] = [
    (Duration.zero, 0), (.nanoseconds(Int64.max), .max), (.nanoseconds(Int64.min), .min),
    (.nanoseconds(-1), -1), (.milliseconds(-1500), -1_500_000_000), (.seconds(Int64.max), .max),
    (.seconds(Int64.min), .min), (.nanoseconds(Int64.max) + .nanoseconds(1), .max),
    (.nanoseconds(Int64.min) - .nanoseconds(1), .min),
    (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 0),
]
