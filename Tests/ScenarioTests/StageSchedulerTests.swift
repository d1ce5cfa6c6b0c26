import Testing
import Timing

@testable import Loop
@testable import ScenarioVocabulary

/// The wake-ups of one owner on the loop.
@MainActor
@Suite struct StageSchedulerTests {
    private final class Log {
        var lines: [String] = []
    }

    private let loop = EventLoop.shared
    private let log = Log()

    private func scheduler(_ owner: String, quiet: Set<String> = []) -> StageScheduler {
        StageScheduler(
            owner: owner, loop: loop, quiet: quiet,
            onArmed: { [log] label, deadline in log.lines.append("armed \(label) until \(deadline)") },
            onFired: { [log] label, armed in log.lines.append("fired \(label) from \(armed)") })
    }

    private var labels: [String] { loop.pendingWork.timers.map(\.label) }

    /// Lets all that is due happen.
    private func run() {
        loop.schedule(at: .start, "the end") { [loop] in loop.ending = .stopped }
        loop.runUntilStopped()
    }

    @Test func `a wake-up is journaled with its owner, except those of messages and quiet ones`() {
        let scheduler = scheduler("bob", quiet: ["media"])
        let armed = loop.now
        for label in ["ring", "CoAP: retransmission", "media", "media of bob"] {
            scheduler.schedule(at: .start, label) { [log] in log.lines.append("did \(label)") }
        }
        #expect(labels == ["bob: ring", "CoAP: retransmission", "media", "bob: media of bob"])
        #expect(scheduler.now == loop.now)
        run()
        #expect(
            log.lines == [
                "armed ring until 0.000 s", "armed media of bob until 0.000 s", "fired ring from \(armed)", "did ring",
                "did CoAP: retransmission", "did media", "fired media of bob from \(armed)", "did media of bob",
            ])
    }

    @Test func `a wake-up that is cancelled does not fire, and jobs run in their turn`() {
        let scheduler = scheduler("bob")
        let wake = scheduler.schedule(at: .start, "never") { [log] in log.lines.append("did never") }
        scheduler.enqueue { [log] in log.lines.append("did a job") }
        scheduler.cancel(wake)
        #expect(labels.isEmpty)
        run()
        scheduler.cancel(wake)
        #expect(log.lines == ["armed never until 0.000 s", "did a job"])
    }

    @Test func `nothing of an owner that has died fires, and what others have does`() {
        let (dead, living) = (scheduler("bob"), scheduler("alice"))
        for scheduler in [dead, living] {
            for label in ["one", "two"] {
                scheduler.schedule(at: .start, label) { [log] in log.lines.append("did \(label)") }
            }
        }
        log.lines = []
        dead.cancelAll()
        #expect(labels == ["alice: one", "alice: two"])
        dead.schedule(at: .start, "late") { [log] in log.lines.append("did late") }
        #expect(labels == ["alice: one", "alice: two"])
        dead.cancelAll()
        run()
        #expect(log.lines.filter { $0.hasPrefix("did") } == ["did one", "did two"])
    }
}
