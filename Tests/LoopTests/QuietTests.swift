import Testing

@Suite struct QuietTests {
    @Test func `it is quiet once before each move of the clock`() throws {
        #expect(
            try behaviour("quiet-instants") == ["quiet at 0.000 s", "1.000 s: awake", "quiet at 1.000 s"])
    }

    @Test func `a handler that did something is called again before the clock advances`() throws {
        #expect(try behaviour("quiet-again") == ["0.000 s: asked", "0.000 s: asked"])
    }

    @Test func `work that a quiet instant starts is done at that instant`() throws {
        #expect(try behaviour("quiet-starts-work") == ["0.000 s: started at a quiet instant"])
    }

    @Test func `a quiet instant can end the run`() throws {
        #expect(
            try behaviour("quiet-stop") == ["1.000 s: awake", "2.000 s: awake", "3.000 s: awake", "stopped"])
    }

    @Test func `stopping ends the run before the next job`() throws {
        #expect(try behaviour("stop") == ["stopped"])
    }

    @Test func `the run ends when no further event is possible`() throws {
        #expect(
            try behaviour("nothing-left") == [
                "at 3.000 s: the end of time, for ever", "no further event is possible at 3.000 s",
            ])
    }

    @Test func `a dead end can be helped`() throws {
        #expect(
            try behaviour("dead-end") == [
                "0.000 s: dead end", "1.000 s: helped", "1.000 s: dead end", "no further event is possible",
            ])
    }

    @Test(arguments: ["in-circles", "timers-in-circles", "questions-in-circles", "dead-ends-in-circles"])
    func `a run whose time does not move is ended`(_ name: String) throws {
        #expect(
            try behaviour(name) == ["10001 turns passed within a millisecond: something repeats itself for ever"])
    }

    @Test func `a run whose time moves by nanoseconds is ended`() throws {
        let end = try behaviour("nanoseconds-in-circles").first
        #expect(
            end?.hasSuffix(" turns passed within a millisecond: something repeats itself for ever") == true,
            "\(end ?? "nothing")")
    }

    @Test func `deadlines, quiet instants, jobs, turns and polls are counted`() throws {
        #expect(try behaviour("statistics") == ["3 3", "true 0 3", "0 0 0"])
    }
}
