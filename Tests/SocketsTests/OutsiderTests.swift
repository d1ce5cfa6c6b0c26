import Testing

/// Hosts in other processes, packets between such hosts, and bursts.
@Suite struct OutsiderTests {
    @Test func `another process's host is one of the network, in both directions`() throws {
        #expect(
            try behaviour("outside-perfect") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] received",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] received",
                "0.000 s: alice got [2] from 127.200.0.3",
                "0.000 s: 3 127.200.0.3 > 127.200.0.1 [3] sent",
                "0.000 s: 3 127.200.0.3 > 127.200.0.1 [3] received",
                "0.000 s: alice got [3] from 127.200.0.3",
                "0.000 s: carol got [1] from 127.200.0.1",
                "sent 3, received 3",
            ])
    }

    @Test func `latency acts before a datagram leaves for another process, and before it is delivered from one`() throws
    {
        #expect(
            try behaviour("outside-latency") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.3 [2] delayed(until: 0.003 s)",
                "0.000 s: 1 127.200.0.3 > 127.200.0.1 [1] sent",
                "0.003 s: - 127.200.0.1 > 127.200.0.3 [2] delayed(until: 0.005 s)",
                "0.005 s: 2 127.200.0.1 > 127.200.0.3 [2] sent",
                "0.005 s: 2 127.200.0.1 > 127.200.0.3 [2] received",
                "0.005 s: carol got [2] from 127.200.0.1",
                "0.008 s: 1 127.200.0.3 > 127.200.0.1 [1] received",
                "0.008 s: alice got [1] from 127.200.0.3",
                "0.008 s: 1 127.200.0.3 > 127.200.0.1 [1] received",
                "0.008 s: alice got [1] from 127.200.0.3",
                "sent 2, from outside 1, received 3",
            ])
    }

    @Test func `loss for another process's host acts before sending, and from it on reception`() throws {
        #expect(
            try behaviour("outside-loss") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.3 [1] lost(Chance.LossReason.chance)",
                "0.000 s: 1 127.200.0.3 > 127.200.0.1 [2] sent",
                "0.000 s: 1 127.200.0.3 > 127.200.0.1 [2] received",
                "0.000 s: alice got [2] from 127.200.0.3",
                "1.000 s: 2 127.200.0.1 > 127.200.0.3 [1] sent",
                "1.000 s: 2 127.200.0.1 > 127.200.0.3 [1] received",
                "1.000 s: 3 127.200.0.3 > 127.200.0.1 [2] sent",
                "1.000 s: 3 127.200.0.3 > 127.200.0.1 [2] lost(Chance.LossReason.chance)",
                "1.000 s: carol got [1] from 127.200.0.1",
                "2.000 s: 4 127.200.0.1 > 127.200.0.3 [1] sent",
                "2.000 s: 4 127.200.0.1 > 127.200.0.3 [1] received",
                "2.000 s: 5 127.200.0.3 > 127.200.0.1 [2] sent",
                "2.000 s: 5 127.200.0.3 > 127.200.0.1 [2] lost(Chance.LossReason.chance)",
                "2.000 s: carol got [1] from 127.200.0.1",
                "3.000 s: - 127.200.0.1 > 127.200.0.3 [1] lost(Chance.LossReason.chance)",
                "3.000 s: 6 127.200.0.3 > 127.200.0.1 [2] sent",
                "3.000 s: 6 127.200.0.3 > 127.200.0.1 [2] received",
                "3.000 s: alice got [2] from 127.200.0.3",
                "sent 6, received 4, lost 2, withheld 2",
            ])
    }

    @Test func `damage for another process's host is done before sending, and from it on reception`() throws {
        #expect(
            try behaviour("outside-damage") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] received",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] received",
                "0.000 s: alice got [2, 2, 2, 2] from 127.200.0.3",
                "0.000 s: carol got [1, 1] from 127.200.0.1",
                "1.000 s: 3 127.200.0.1 > 127.200.0.3 [1] sent",
                "1.000 s: 3 127.200.0.1 > 127.200.0.3 [1] received",
                "1.000 s: 4 127.200.0.3 > 127.200.0.1 [2] sent",
                "1.000 s: 4 127.200.0.3 > 127.200.0.1 [2] corrupted(cut off after 1 bytes)",
                "1.000 s: 4 127.200.0.3 > 127.200.0.1 [2] received",
                "1.000 s: alice got [2] from 127.200.0.3",
                "1.000 s: carol got [1, 1, 1, 1] from 127.200.0.1",
                "2.000 s: 5 127.200.0.1 > 127.200.0.3 [1] sent",
                "2.000 s: 5 127.200.0.1 > 127.200.0.3 [1] received",
                "2.000 s: 6 127.200.0.3 > 127.200.0.1 [2] sent",
                "2.000 s: 6 127.200.0.3 > 127.200.0.1 [2] corrupted(cut off after 3 bytes)",
                "2.000 s: 6 127.200.0.3 > 127.200.0.1 [2] received",
                "2.000 s: alice got [2, 2, 2] from 127.200.0.3",
                "2.000 s: carol got [1, 1, 1, 1] from 127.200.0.1",
                "3.000 s: 7 127.200.0.1 > 127.200.0.3 [1] sent",
                "3.000 s: 7 127.200.0.1 > 127.200.0.3 [1] received",
                "3.000 s: 8 127.200.0.3 > 127.200.0.1 [2] sent",
                "3.000 s: 8 127.200.0.3 > 127.200.0.1 [2] received",
                "3.000 s: alice got [2, 2, 2, 2] from 127.200.0.3",
                "3.000 s: carol got [1] from 127.200.0.1",
                "sent 8, received 8, corrupted 4",
            ])
    }

    @Test func `a selection takes datagrams to and from another process before all else`() throws {
        #expect(
            try behaviour("outside-chosen") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] received",
                "0.000 s: - 127.200.0.1 > 127.200.0.3 [2] lost(Chance.LossReason.chosen)",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [1] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [1] lost(Chance.LossReason.chosen)",
                "0.000 s: 3 127.200.0.3 > 127.200.0.1 [2] sent",
                "0.000 s: 3 127.200.0.3 > 127.200.0.1 [2] lost(Chance.LossReason.offline)",
                "0.000 s: carol got [1] from 127.200.0.1",
                "true sent 3, received 1, lost 2, withheld 1",
            ])
    }

    @Test func `a datagram of another process that exceeds the queue is lost`() throws {
        #expect(
            try behaviour("outside-queue") == [
                "0.000 s: 1 127.200.0.3 > 127.200.0.1 [1] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] sent",
                "0.000 s: 3 127.200.0.3 > 127.200.0.1 [3] sent",
                "0.000 s: 3 127.200.0.3 > 127.200.0.1 [3] lost(Chance.LossReason.queue)",
                "0.001 s: 1 127.200.0.3 > 127.200.0.1 [1] received",
                "0.001 s: alice got 97 bytes",
                "0.002 s: 2 127.200.0.3 > 127.200.0.1 [2] received",
                "0.002 s: alice got 97 bytes",
                "sent 3, received 2, lost 1",
            ])
    }

    @Test func `a datagram of another process is undeliverable when its receiver closes before`() throws {
        #expect(
            try behaviour("outside-closed") == [
                "0.000 s: 1 127.200.0.3 > 127.200.0.1 [1] sent",
                "0.000 s: 1 127.200.0.3 > 127.200.0.1 [1] received",
                "0.000 s: alice got [1] and closes",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [2] undeliverable",
                "sent 2, received 1, undeliverable 1",
            ])
    }

    @Test func `relayed datagrams are numbered, and refused ones are undeliverable`() throws {
        #expect(
            try behaviour("relay-perfect") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: carol got [7]",
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [7] received",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [8] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [8] undeliverable",
                "0.000 s: 3 127.200.0.1 > 127.200.0.3 [9] sent",
                "0.000 s: carol got [9]",
                "0.000 s: 3 127.200.0.1 > 127.200.0.3 [9] received",
                "sent 3, received 2, undeliverable 1",
            ])
    }

    @Test func `relayed packets pass the links of both hosts, and only datagrams are counted`() throws {
        #expect(
            try behaviour("relay-links") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [8] sent",
                "0.000 s: alice got [8]",
                "0.000 s: 2 127.200.0.3 > 127.200.0.1 [8] received",
                "0.000 s: a packet of carol",
                "0.007 s: carol got [7]",
                "0.007 s: 1 127.200.0.1 > 127.200.0.3 [7] received",
                "0.007 s: carol got [7]",
                "0.007 s: 1 127.200.0.1 > 127.200.0.3 [7] received",
                "0.007 s: a packet of alice",
                "0.007 s: a packet of alice",
                "sent 2, from outside 1, received 3",
            ])
    }

    @Test func `relayed packets are lost and damaged on both links, and chosen ones are lost`() throws {
        #expect(
            try behaviour("relay-faults") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [7] lost(Chance.LossReason.chance)",
                "0.000 s: 2 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.3 [7] corrupted(cut off after 3 bytes)",
                "0.000 s: carol got [7, 7, 7]",
                "0.000 s: 2 127.200.0.1 > 127.200.0.3 [7] received",
                "0.000 s: 3 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.3 [7] lost(Chance.LossReason.offline)",
                "0.000 s: 4 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 4 127.200.0.1 > 127.200.0.3 [7] lost(Chance.LossReason.chance)",
                "0.000 s: 5 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 5 127.200.0.1 > 127.200.0.3 [7] corrupted(cut off after 0 bytes)",
                "0.000 s: carol got []",
                "0.000 s: 5 127.200.0.1 > 127.200.0.3 [7] received",
                "0.000 s: 6 127.200.0.1 > 127.200.0.3 [7] sent",
                "0.000 s: 6 127.200.0.1 > 127.200.0.3 [7] lost(Chance.LossReason.offline)",
                "0.000 s: 7 127.200.0.1 > 127.200.0.3 [1] sent",
                "0.000 s: carol got [1]",
                "0.000 s: 7 127.200.0.1 > 127.200.0.3 [1] received",
                "0.000 s: 8 127.200.0.1 > 127.200.0.3 [2] sent",
                "0.000 s: 8 127.200.0.1 > 127.200.0.3 [2] lost(Chance.LossReason.chosen)",
                "0.000 s: 9 127.200.0.1 > 127.200.0.3 [3] sent",
                "0.000 s: carol got [3]",
                "0.000 s: 9 127.200.0.1 > 127.200.0.3 [3] received",
                "true sent 9, received 4, lost 5, corrupted 2",
            ])
    }

    @Test func `a link moves along with its host`() throws {
        #expect(
            try behaviour("relay-moved-link") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] sent",
                "0.000 s: carol got [1]",
                "0.000 s: 1 127.200.0.1 > 127.200.0.3 [1] received",
                "0.000 s: 2 127.200.0.2 > 127.200.0.3 [2] sent",
                "0.005 s: carol got [2]",
                "0.005 s: 2 127.200.0.2 > 127.200.0.3 [2] received",
                "0.0 seconds 0.005 seconds",
            ])
    }

    @Test func `only media of one burst are joined, and a burst inside a reading does not end that one`() throws {
        #expect(
            try behaviour("burst-inside-a-reading") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [129] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [130] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [131] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [129] received",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [130] received",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [131] received",
                "0",
                "1.000 s: 4 127.200.0.1 > 127.200.0.2 [132] sent",
                "1.000 s: 4 127.200.0.1 > 127.200.0.2 [132] received",
                "1.000 s: 5 127.200.0.2 > 127.200.0.1 [133] sent",
                "1.000 s: 6 127.200.0.3 > 127.200.0.1 [134] sent",
                "1.000 s: 7 127.200.0.2 > 127.200.0.1 [135] sent",
                "1.000 s: 8 127.200.0.2 > 127.200.0.1 [136] sent",
                "1.000 s: 5 127.200.0.2 > 127.200.0.1 [133] received",
                "1.000 s: 6 127.200.0.3 > 127.200.0.1 [134] received",
                "1.000 s: 7 127.200.0.2 > 127.200.0.1 [135] received",
                "1.000 s: 8 127.200.0.2 > 127.200.0.1 [136] received",
                "1 true",
            ])
    }
}
