import Testing

@Suite struct TimerTests {
    @Test func `deadlines fire in order, equal ones in the order of scheduling, tasks and callbacks alike`() throws {
        #expect(
            try behaviour("timer-order") == [
                "1.000 s: first", "1.000 s: second", "2.000 s: third", "2.000 s: fourth, asleep", "2.000 s: fifth",
            ])
    }

    @Test func `a callback cancels another of the same instant`() throws {
        #expect(
            try behaviour("timer-cancelled") == ["0.000 s: cancelled another of the same instant", "2"])
    }

    @Test func `a choice orders timers of one deadline, and without one they stand first, as they were scheduled`()
        throws
    {
        #expect(
            try behaviour("timer-choice") == [
                "1.000 s: first", "1.000 s: second", "1.000 s: third", "1.000 s: fourth", "[4, 3, 2]",
            ])
    }

    @Test func `a timer with a past deadline fires at once`() throws {
        #expect(try behaviour("timer-in-the-past") == ["3.000 s: at once", "3.000 s: after"])
    }

    @Test func `ten thousand deadlines fire in order`() throws {
        #expect(try behaviour("ten-thousand-timers") == ["10000", "10000 true"])
    }

    @Test func `ten thousand tasks sleep at once and wake in order`() throws {
        #expect(try behaviour("ten-thousand-sleepers") == ["10000 true"])
    }

    @Test func `a second run starts at zero and without the first one's deadlines`() throws {
        #expect(
            try behaviour("second-run") == [
                "2.000 s: first run", "0.000 s: second run", "10.000 s: second run",
            ])
    }
}
