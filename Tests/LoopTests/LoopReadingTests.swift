import Glibc
import Testing
import Timing

@testable import Loop

/// The clocks of a program without a running loop.
@MainActor
@Suite struct LoopReadingTests {
    private let loop = EventLoop.shared

    private func isPresent(_ date: Timestamp) -> Bool {
        let (seconds, day) = (Int64(Glibc.time(nil)), Int64(86_400))
        return (seconds - day...seconds + day).contains(date.milliseconds / 1000)
    }

    @Test func `the wall clock never goes back, and its seconds are those of its duration`() {
        let before = WallClock.now
        let seconds = WallClock.seconds
        let after = WallClock.now
        #expect(before <= after && before > .zero)
        #expect(seconds >= Double(before.nanoseconds) / 1e9 && seconds <= Double(after.nanoseconds) / 1e9)
    }

    @Test func `the time of the processor never goes back`() {
        let before = ProcessorTime.used
        #expect(before > .zero && ProcessorTime.used >= before)
    }

    @Test func `a loop that does not run has its last instant, and a later exact one`() {
        #expect(loop.freshNow >= loop.now && isPresent(loop.date) && !loop.isRunning)
        let clock = LoopClock(loop)
        #expect(clock.now == loop.now && clock.minimumResolution == .nanoseconds(1))
    }

    @Test func `the scheduler of a program without a loop has the present instant and date`() {
        let scheduler = MainScheduler.shared
        let first = scheduler.now
        #expect(first >= .start && scheduler.now >= first && isPresent(scheduler.date))
    }

    @Test func `pending work has the timers in their order, the jobs, and no watch of the loop's own`() throws {
        let soon = loop.now.advanced(by: .seconds(1))
        let second = loop.schedule(at: soon.advanced(by: .seconds(1)), "second of ", "bob") {}
        let first = loop.schedule(at: soon, "first") {}
        loop.enqueue {}
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let watched = loop.pendingWork.watchedDescriptors
        let watch = try loop.watch(descriptor: ends[0]) {}
        let work = loop.pendingWork
        #expect(work.timers.map(\.label) == ["first", "second of bob"] && work.now == loop.now)
        #expect(work.timers.map(\.deadline) == [soon, soon.advanced(by: .seconds(1))])
        #expect(work.readyJobs == 1 && work.watchedDescriptors == watched + 1 && work.otherThreads >= 0)
        loop.cancel(first)
        loop.cancel(second)
        loop.unwatch(watch)
        #expect(loop.executor.runNext() && loop.pendingWork.timers.isEmpty)
        #expect(loop.pendingWork.watchedDescriptors == watched)
        for end in ends { close(end) }
    }

}
