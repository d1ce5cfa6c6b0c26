import Probing
import Testing

/// Returns the output of a behaviour of the loop's probe.
func behaviour(_ name: String) throws -> [String] {
    try Probe("LoopProbe", [name]).lines
}

@Suite struct TaskTests {
    @Test func `main actor code sleeps in virtual time`() throws {
        #expect(try behaviour("main-actor") == ["30.000 s: main actor"])
    }

    @Test func `a plain actor sleeps in virtual time and takes two callers at once`() throws {
        #expect(try behaviour("plain-actor") == ["1.000 s: 2, 2"])
    }

    @Test func `a detached task sleeps in virtual time`() throws {
        #expect(try behaviour("detached") == ["5.000 s: detached"])
    }

    @Test func `a group's children sleep at the same time`() throws {
        #expect(try behaviour("task-group") == ["0.100 s: 5050"])
    }

    @Test func `a sleep in nanoseconds is exact`() throws {
        #expect(try behaviour("sleep-nanoseconds") == ["7000000001"])
    }

    @Test func `observations see each state at its instant`() throws {
        #expect(
            try behaviour("observations") == [
                "0.000 s: idle", "0.500 s: outgoing", "1.000 s: joining", "1.500 s: inCall",
            ])
    }

    @Test func `a sleeping task that is cancelled wakes at once`() throws {
        #expect(try behaviour("cancelled-sleep") == ["1.000 s: CancellationError()"])
    }

    @Test func `a cancelled sleep of the loop's clock leaves no deadline`() throws {
        #expect(
            try behaviour("cancelled-clock-sleep") == ["1.000 s: CancellationError()", "at 1.000 s: no deadline"])
    }

    @Test func `a task that is cancelled before it sleeps does not sleep`() throws {
        #expect(try behaviour("cancelled-before-sleep") == ["0.000 s: CancellationError()"])
    }

    @Test func `priorities do not change the order`() throws {
        #expect(try behaviour("priorities") == ["background", "high", "low"])
    }

    @Test func `actions take their turn among tasks`() throws {
        #expect(try behaviour("soon") == ["task", "action", "another task", "behind"])
    }

    @Test func `ten thousand jobs run in the order of their coming`() throws {
        #expect(try behaviour("many-jobs") == ["true"])
    }
}
