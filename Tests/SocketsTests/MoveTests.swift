import Testing

/// Sockets that move, and datagrams at chosen times.
@Suite struct MoveTests {
    @Test func `a socket that moves to another port loses datagrams in flight, and receives only there`() throws {
        #expect(
            try behaviour("move-port") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] undeliverable",
                "true true",
                "true",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] undeliverable",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.000 s: 4 127.200.0.2 > 127.200.0.1 [4] sent",
                "0.000 s: 4 127.200.0.2 > 127.200.0.1 [4] received",
                "0.000 s: alice got [4] from 127.200.0.2",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] received",
                "0.000 s: bob got [3] from 127.200.0.1",
                "0 true 2",
                "true",
            ])
    }

    @Test func `datagrams that a socket gathered before it moves are sent from the old address`() throws {
        #expect(
            try behaviour("move-in-a-burst") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: bob got [1] from 127.200.0.1",
                "true 0",
            ])
    }

    @Test func `a link moves along with a socket, and remains where another socket has it`() throws {
        #expect(
            try behaviour("move-host") == [
                "0.005 seconds, 0.0 seconds, 0.0 seconds",
                "0.005 seconds, 0.005 seconds, 0.0 seconds",
                "0.000 s: - 127.200.0.3 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.2 > 127.200.0.3 [3] delayed(until: 0.007 s)",
                "0.005 s: 1 127.200.0.3 > 127.200.0.2 [1] sent",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.005 s: 1 127.200.0.3 > 127.200.0.2 [1] received",
                "0.005 s: bob got [1] from 127.200.0.3",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [2] received",
                "0.005 s: bob got [2] from 127.200.0.1",
                "0.007 s: 3 127.200.0.2 > 127.200.0.3 [3] sent",
                "0.007 s: 3 127.200.0.2 > 127.200.0.3 [3] received",
                "0.007 s: alice got [3] from 127.200.0.2",
                "0.0 seconds, 0.005 seconds, 0.0 seconds",
                "0.0 seconds, 0.0 seconds, 0.0 seconds",
                "true",
            ])
    }

    @Test func `nothing moves from an unknown address, to the same one or to one that is taken`() throws {
        #expect(
            try behaviour("move-nothing") == [
                "taken: true",
                "true",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: bob got [1] from 127.200.0.1",
                "true true",
            ])
    }

    @Test func `delayed datagrams are sent from the old address, which then sends nothing more`() throws {
        #expect(
            try behaviour("move-while-waiting") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.3 > 127.200.0.2 [2] delayed(until: 0.005 s)",
                "true",
                "0.005 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.005 s: 2 127.200.0.3 > 127.200.0.2 [2] sent",
                "0.005 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.005 s: bob got [1] from 127.200.0.1",
                "0.005 s: 2 127.200.0.3 > 127.200.0.2 [2] received",
                "0.005 s: bob got [2] from 127.200.0.3",
                "true",
            ])
    }

    @Test func `a socket that returns to its address while datagrams are delayed sends and receives there`() throws {
        #expect(
            try behaviour("move-and-return-while-waiting") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] delayed(until: 0.005 s)",
                "true",
                "0.005 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.005 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.005 s: bob got [1] from 127.200.0.1",
                "0.005 s: 2 127.200.0.1 > 127.200.0.2 [2] received",
                "0.005 s: bob got [2] from 127.200.0.1",
                "1.000 s: 3 127.200.0.2 > 127.200.0.1 [3] sent",
                "1.000 s: 3 127.200.0.2 > 127.200.0.1 [3] received",
                "1.000 s: alice got [3] from 127.200.0.2",
            ])
    }

    @Test func `chosen datagrams are sent later or again, before the delay of the link`() throws {
        #expect(
            try behaviour("time-chosen") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] delayed(until: 0.001 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [3] delayed(until: 0.001 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [3] delayed(until: 0.003 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [4] delayed(until: 0.001 s)",
                "true",
                "2",
                "0.001 s: 1 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.001 s: 2 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.001 s: 3 127.200.0.1 > 127.200.0.2 [4] sent",
                "0.001 s: 1 127.200.0.1 > 127.200.0.2 [2] received",
                "0.001 s: bob got [2] from 127.200.0.1",
                "0.001 s: 2 127.200.0.1 > 127.200.0.2 [3] received",
                "0.001 s: bob got [3] from 127.200.0.1",
                "0.001 s: 3 127.200.0.1 > 127.200.0.2 [4] received",
                "0.001 s: bob got [4] from 127.200.0.1",
                "0.003 s: - 127.200.0.1 > 127.200.0.2 [3] delayed(until: 0.004 s)",
                "0.004 s: 4 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.004 s: 4 127.200.0.1 > 127.200.0.2 [3] duplicated",
                "0.004 s: 4 127.200.0.1 > 127.200.0.2 [3] received",
                "0.004 s: bob got [3] from 127.200.0.1",
                "0.005 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.006 s)",
                "0.006 s: 5 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.006 s: 5 127.200.0.1 > 127.200.0.2 [1] received",
                "0.006 s: bob got [1] from 127.200.0.1",
                "true 5 1",
            ])
    }

    @Test func `a host without a network is reported at each sending, not at each choice`() throws {
        #expect(
            try behaviour("time-without-network") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.005 s)",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] lost(Chance.LossReason.offline)",
                "0.000 s: alice has no network",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [3] sent",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [3] lost(Chance.LossReason.offline)",
                "0.005 s: - 127.200.0.1 > 127.200.0.2 [1] lost(Chance.LossReason.offline)",
                "0.005 s: alice has no network",
                "2 1 0",
            ])
    }

    @Test func `the kernel's drops are counted over all sockets`() throws {
        #expect(try behaviour("drops-in-kernel") == ["0", "true true"])
    }
}
