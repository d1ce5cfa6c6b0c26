import Testing

@testable import Timing

/// Timers of one owner, with a clock that only the test moves.
@MainActor
@Suite struct SingleTimerTests {
    @MainActor
    private final class StepScheduler: Scheduler {
        private(set) var now = Instant.start
        private(set) var labels: [String] = []
        private var timers = TimerQueue<@MainActor () -> Void>()

        var date: Timestamp { Timestamp.virtualStart }
        var pending: Int { timers.count }

        func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
            labels.append(label)
            return WakeID(timer: timers.schedule(action, at: deadline))
        }

        func cancel(_ wake: WakeID) { timers.cancel(wake.timer) }

        func pass(_ duration: Duration) {
            now = now.advanced(by: duration)
            while let (_, action) = timers.popDue(at: now) { action() }
        }
    }

    private let scheduler = StepScheduler()
    private let seen = Seen()

    @MainActor
    private final class Seen {
        var names: [String] = []
    }

    // MARK: One timer

    @Test func `a timer runs its action once, at its deadline, and is not set any more then`() {
        let timer = SingleTimer(scheduler)
        #expect(!timer.isSet && timer.deadline == nil)
        timer.set(after: .seconds(2), "end of ", "ring") { [seen] in seen.names.append("\(timer.isSet)") }
        #expect(timer.isSet && timer.deadline == Instant.start.advanced(by: .seconds(2)))
        #expect(scheduler.labels == ["end of ring"])
        scheduler.pass(.milliseconds(1999))
        #expect(seen.names.isEmpty && timer.isSet)
        scheduler.pass(.milliseconds(1))
        scheduler.pass(.seconds(9))
        #expect(seen.names == ["false"] && timer.deadline == nil && scheduler.pending == 0)
    }

    @Test func `a timer that is set again runs the later action only`() {
        let timer = SingleTimer(scheduler)
        timer.set(at: .start, "a") { [seen] in seen.names.append("a") }
        timer.set(after: .seconds(1), "b") { [seen] in seen.names.append("b") }
        #expect(scheduler.pending == 1)
        scheduler.pass(.seconds(1))
        #expect(seen.names == ["b"])
    }

    @Test func `a cancelled timer runs nothing, and can be set again`() {
        let timer = SingleTimer(scheduler)
        timer.cancel()
        timer.set(after: .seconds(1), "a") { [seen] in seen.names.append("a") }
        timer.cancel()
        #expect(!timer.isSet && scheduler.pending == 0)
        timer.set(after: .seconds(1), "b") { [seen] in seen.names.append("b") }
        scheduler.pass(.seconds(1))
        #expect(seen.names == ["b"])
    }

    @Test func `an action that sets its timer again leaves it set`() {
        let timer = SingleTimer(scheduler)
        func tick() {
            seen.names.append("tick")
            timer.set(after: .seconds(1), "tick") { tick() }
        }
        tick()
        for _ in 0..<3 { scheduler.pass(.seconds(1)) }
        #expect(seen.names.count == 4 && timer.isSet && scheduler.pending == 1)
        timer.cancel()
        #expect(scheduler.pending == 0)
    }

    // MARK: Several timers

    @Test func `each key has a timer of its own`() {
        let timers = KeyedTimers<String>(scheduler)
        for key in ["a", "b", "c"] {
            timers.set(key, after: .seconds(1), key) { [seen] in seen.names.append(key) }
        }
        timers.cancel("b")
        timers.cancel("d")
        timers.set("c", after: .seconds(2), "c later") { [seen] in seen.names.append("c later") }
        #expect(scheduler.labels == ["a", "b", "c", "c later"] && scheduler.pending == 2)
        scheduler.pass(.seconds(1))
        #expect(seen.names == ["a"])
        scheduler.pass(.seconds(1))
        #expect(seen.names == ["a", "c later"] && scheduler.pending == 0)
    }

    @Test func `a key that its action sets again can be cancelled`() {
        let timers = KeyedTimers<Int>(scheduler)
        timers.set(1, after: .seconds(1), "first") { [scheduler, seen] in
            timers.set(1, after: .seconds(1), "second") { seen.names.append("second") }
            seen.names.append("\(scheduler.pending)")
        }
        scheduler.pass(.seconds(1))
        timers.cancel(1)
        #expect(seen.names == ["1"] && scheduler.pending == 0)
    }
}
