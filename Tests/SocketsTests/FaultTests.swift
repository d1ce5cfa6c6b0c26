import Testing

@Suite struct FaultTests {
    @Test func `a duplicate is sent and received by itself, and marked`() throws {
        #expect(
            try behaviour("fault-double") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.005 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [1] duplicated",
                "0.005 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [1] received",
                "2 1 2",
            ])
    }

    @Test func `a datagram is damaged on reception, and recorded as sent`() throws {
        #expect(
            try behaviour("fault-corruption") == [
                "0.000 s: sent true",
                "0.000 s: corrupted true",
                "0.000 s: received true",
                "0.000 s: bob got 100 bytes, 1 bit changed",
                "1.000 s: sent true",
                "1.000 s: corrupted true",
                "1.000 s: received true",
                "1.000 s: bob got a part: true",
                "2 2 0",
            ])
    }

    @Test func `a datagram that exceeds the queue is never sent`() throws {
        #expect(
            try behaviour("fault-bandwidth") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.001 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] delayed(until: 0.002 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [3] lost(Chance.LossReason.queue)",
                "0.001 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.001 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.002 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.002 s: 2 127.200.0.1 > 127.200.0.2 [2] received",
                "2 1 0",
            ])
    }

    @Test func `a queue is filled in the order in which datagrams come to it, not in that of sending`() throws {
        #expect(
            try behaviour("fault-two-queues") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 1.000 s)",
                "0.000 s: - 127.200.0.3 > 127.200.0.2 [2] delayed(until: 0.001 s)",
                "0.001 s: 1 127.200.0.3 > 127.200.0.2 [2] sent",
                "0.001 s: 1 127.200.0.3 > 127.200.0.2 [2] received",
                "1.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 1.001 s)",
                "1.001 s: 2 127.200.0.1 > 127.200.0.2 [1] sent",
                "1.001 s: 2 127.200.0.1 > 127.200.0.2 [1] received",
            ])
    }

    @Test func `datagrams on a cut link are sent and lost, in the cut direction, until it is healed`() throws {
        #expect(
            try behaviour("fault-cut") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.2 > 127.200.0.1 [2] sent",
                "0.000 s: 2 127.200.0.2 > 127.200.0.1 [2] lost(Chance.LossReason.cut)",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "1.000 s: 3 127.200.0.2 > 127.200.0.1 [3] sent",
                "1.000 s: 3 127.200.0.2 > 127.200.0.1 [3] received",
                "3 2 1",
            ])
    }

    @Test func `an offline host sends nothing, and datagrams to it are lost`() throws {
        #expect(
            try behaviour("fault-offline") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] lost(Chance.LossReason.offline)",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [2] sent",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [2] lost(Chance.LossReason.offline)",
                "1 1 1",
            ])
    }

    @Test func `the next two that fit are lost, and no others`() throws {
        #expect(
            try behaviour("choice-next") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [7] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [7] sent",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [7] sent",
                "0.000 s: 5 127.200.0.2 > 127.200.0.1 [7] sent",
                "0.000 s: 5 127.200.0.2 > 127.200.0.1 [7] received",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [7] lost(Chance.LossReason.chosen)",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [7] lost(Chance.LossReason.chosen)",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [7] received",
                "true 2",
            ])
    }

    @Test func `chosen numbers are lost, and a later choice does not count packets of an earlier one`() throws {
        #expect(
            try behaviour("choice-numbers") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [4] sent",
                "0.000 s: 5 127.200.0.1 > 127.200.0.2 [5] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] lost(Chance.LossReason.chosen)",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] received",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] lost(Chance.LossReason.chosen)",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [4] lost(Chance.LossReason.chosen)",
                "0.000 s: 5 127.200.0.1 > 127.200.0.2 [5] received",
                "true",
            ])
    }

    @Test func `a choice of all lasts until the choices are forgotten`() throws {
        #expect(
            try behaviour("choice-all") == [
                "true",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [4] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] lost(Chance.LossReason.chosen)",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] received",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [4] lost(Chance.LossReason.chosen)",
                "1.000 s: 5 127.200.0.1 > 127.200.0.2 [5] sent",
                "1.000 s: 6 127.200.0.1 > 127.200.0.2 [6] sent",
                "1.000 s: 5 127.200.0.1 > 127.200.0.2 [5] received",
                "1.000 s: 6 127.200.0.1 > 127.200.0.2 [6] received",
            ])
    }

    @Test func `a storm over every profile is accounted for to the last datagram, and the same with the same seed`()
        throws
    {
        let first = try behaviour("fault-storm", "1")
        #expect(first.count > 1000)
        #expect(first.suffix(3) == ["0 true no fault", "true true true", "finished"])
        #expect(try behaviour("fault-storm", "1") == first)
        #expect(try behaviour("fault-storm", "2") != first)
    }
}
