import Probing
import Testing

@Suite struct ThreadTests {
    @Test func `a task that another thread starts runs on the loop's thread and is counted`() throws {
        #expect(try behaviour("foreign-task") == ["true", "true", "finished"])
    }

    @Test func `another thread wakes a loop that waits for nothing else`() throws {
        #expect(try behaviour("foreign-wake") == ["finished"])
    }

    @Test func `another thread stops the loop`() throws {
        #expect(try behaviour("foreign-stop") == ["stopped"])
    }

    @Test func `other threads see the system's clocks in a virtual run`() throws {
        #expect(try behaviour("foreign-clock") == ["true", "finished"])
    }

    @Test func `waiting for another thread is a dead end that names the thread`() throws {
        #expect(try behaviour("waiting-for-a-thread") == ["1", "no further event is possible"])
    }

    @Test func `callbacks and tasks are on the main actor`() throws {
        #expect(try behaviour("isolated-here") == ["isolated", "isolated"])
    }

    @Test func `another thread is not on the main actor`() throws {
        let probe = try Probe("LoopProbe", ["isolated-elsewhere"])
        #expect(probe.lines == [])
        #expect(probe.hasCrashed)
    }
}
