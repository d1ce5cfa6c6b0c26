import Chance
import Testing
import Timing
import Wire

/// When reports are due: RFC 3550 sections 6.2, 6.3 and A.7.
@Suite struct ScheduleTests {
    private func seconds(_ duration: Duration) -> Double { Double(duration.nanoseconds) / 1e9 }

    /// The intervals between the reports of one member.
    private func intervals(
        members: Int, senders: Int, isSender: Bool, count: Int = 300, seed: UInt64 = 1
    ) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        var schedule = RTCP.Schedule(at: .start, &generator)
        schedule.setMembers(members, senders: senders, isSender: isSender, at: .start)
        var last = Instant.start
        var intervals: [Double] = []
        while intervals.count < count {
            let due = schedule.deadline
            guard schedule.fire(at: due, &generator) else { continue }
            intervals.append(seconds(last.duration(to: due)))
            last = due
            schedule.count(byteCount: 72)
        }
        return intervals
    }

    @Test func `the first report comes after half the time`() {
        for seed in 1...50 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let schedule = RTCP.Schedule(at: .start, &generator)
            let first = seconds(Instant.start.duration(to: schedule.deadline))
            #expect(first >= 2.5 * 0.5 / 1.21829)
            #expect(first <= 2.5 * 1.5 / 1.21828)
        }
    }

    @Test func `few report every 5 s on average, never at the same pace`() {
        let intervals = intervals(members: 2, senders: 1, isSender: true).dropFirst()
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        #expect(abs(mean - 5) < 0.5, "\(mean)")
        #expect(Set(intervals).count == intervals.count)
        #expect(intervals.allSatisfy { $0 > 5 * 0.5 / 1.21829 && $0 < 5 * 1.5 })
    }

    @Test func `the more there are, the less often each reports`() {
        let many = intervals(members: 200, senders: 100, isSender: true).dropFirst()
        let mean = many.reduce(0, +) / Double(many.count)
        // 200 members with packets of 100 bytes share 400 bytes a second.
        #expect(abs(mean - 50) < 6, "\(mean)")
    }

    @Test func `few senders among many have a quarter of the bandwidth for themselves`() {
        let sender = intervals(members: 200, senders: 10, isSender: true).dropFirst()
        let listener = intervals(members: 200, senders: 10, isSender: false).dropFirst()
        let (mean, other) = (
            sender.reduce(0, +) / Double(sender.count), listener.reduce(0, +) / Double(listener.count)
        )
        #expect(abs(mean - 10) < 1.5, "\(mean)")
        #expect(abs(other - 63) < 8, "\(other)")
    }

    @Test func `without senders the listeners leave their quarter of the bandwidth free`() {
        let listener = intervals(members: 200, senders: 0, isSender: false).dropFirst()
        let mean = listener.reduce(0, +) / Double(listener.count)
        // 200 members with packets of 100 bytes share 300 bytes a second.
        #expect(abs(mean - 66.7) < 8, "\(mean)")
    }

    @Test func `a leaving member advances the next report`() {
        var generator = SeededGenerator(seed: 1)
        var schedule = RTCP.Schedule(at: .start, &generator)
        schedule.setMembers(100, senders: 50, isSender: true, at: .start)
        while !schedule.fire(at: schedule.deadline, &generator) {}
        let (now, before) = (schedule.deadline.advanced(by: .seconds(-10)), schedule.deadline)
        schedule.setMembers(50, senders: 25, isSender: true, at: now)
        #expect(schedule.deadline == before.advanced(by: .seconds(-5)))
    }

    @Test func `a member that is alone from the start keeps its first deadline`() {
        var generator = SeededGenerator(seed: 1)
        var schedule = RTCP.Schedule(at: .start, &generator)
        let before = schedule.deadline
        schedule.setMembers(1, senders: 0, isSender: false, at: .start)
        #expect(schedule.deadline == before)
    }

    @Test func `a member that leaves as early as it joined changes no deadline`() {
        var generator = SeededGenerator(seed: 1)
        var schedule = RTCP.Schedule(at: .start, &generator)
        schedule.setMembers(50, senders: 25, isSender: true, at: .start)
        while !schedule.fire(at: schedule.deadline, &generator) {}
        let before = schedule.deadline
        for count in [100, 60, 50] {
            schedule.setMembers(count, senders: 25, isSender: true, at: before.advanced(by: .seconds(-10)))
            #expect(schedule.deadline == before)
        }
    }

    @Test func `dates count units of 2^-32 seconds since 1900`() {
        #expect(RTCP.ntp(Timestamp(milliseconds: 0)) == UInt64(2_208_988_800) << 32)
        #expect(RTCP.ntp(Timestamp(milliseconds: 500)) == UInt64(2_208_988_800) << 32 | 0x8000_0000)
        #expect(RTCP.ntp(Timestamp(milliseconds: -1)) == UInt64(2_208_988_800) << 32)
    }
}
