import Testing

/// Runs that follow upon each other in one process see nothing of each other.
@Suite struct SettlingTests {
    @Test func `a run that left nothing behind is followed by one that begins like the first`() throws {
        #expect(
            try behaviour("settle-nothing") == [
                "nothing", "0.000 s", "nothing", "0.000 s: the next run", "nothing",
            ])
    }

    @Test func `tasks that sleep or never rest are reported once, and never resume`() throws {
        #expect(try behaviour("settle-tasks") == ["1 tasks that wait", "1 tasks that wait", "nothing"])
    }

    @Test func `jobs that another thread enqueues are reported`() throws {
        #expect(try behaviour("settle-threads") == ["1 jobs of another thread"])
    }

    @Test func `descriptors that are still watched are reported`() throws {
        #expect(try behaviour("settle-watches") == ["5 watched descriptors"])
    }

    @Test func `jobs that go on after a run end with the limit`() throws {
        #expect(try behaviour("settle-endless") == ["1 tasks that wait 10001", "nothing 10001"])
    }

    @Test func `of all that a run has left behind the worst is reported`() throws {
        #expect(
            try behaviour("settle-worst") == [
                "1 jobs of another thread", "1 tasks that wait", "2 watched descriptors",
            ])
    }

    @Test func `descriptors are served in the order of their watches in the second run too`() throws {
        #expect(try behaviour("settle-slots") == ["nothing", "[0, 1, 2, 3, 4]", "nothing", "[0, 1, 2, 3, 4]"])
    }
}
