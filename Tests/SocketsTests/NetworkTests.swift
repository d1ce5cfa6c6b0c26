import Testing

@Suite struct LinkTests {
    @Test func `a perfect link delivers at once and in order`() throws {
        #expect(
            try behaviour("link-perfect") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: bob got [1] from 127.200.0.1",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] received",
                "0.000 s: bob got [2] from 127.200.0.1",
                "0 true",
            ])
    }

    @Test func `an arrival in the network is announced, and never late`() throws {
        #expect(try behaviour("link-unasked") == ["[1, 2, 3] 0"])
    }

    @Test func `responses to simultaneous arrivals are sent in order, despite other datagrams between them`() throws {
        #expect(
            try behaviour("link-answers") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [4] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: 5 127.200.0.2 > 127.200.0.1 [11] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] received",
                "0.000 s: 6 127.200.0.2 > 127.200.0.1 [12] sent",
                "0.000 s: 7 127.200.0.2 > 127.200.0.1 [20] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] received",
                "0.000 s: 8 127.200.0.2 > 127.200.0.1 [13] sent",
                "0.000 s: 9 127.200.0.2 > 127.200.0.9 [30] sent",
                "0.000 s: 9 127.200.0.2 > 127.200.0.9 [30] undeliverable",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [4] received",
                "0.000 s: 10 127.200.0.2 > 127.200.0.1 [14] sent",
                "0.000 s: 5 127.200.0.2 > 127.200.0.1 [11] received",
                "0.000 s: alice got [11] from 127.200.0.2",
                "0.000 s: 6 127.200.0.2 > 127.200.0.1 [12] received",
                "0.000 s: alice got [12] from 127.200.0.2",
                "0.000 s: 7 127.200.0.2 > 127.200.0.1 [20] received",
                "0.000 s: alice got [20] from 127.200.0.2",
                "0.000 s: 8 127.200.0.2 > 127.200.0.1 [13] received",
                "0.000 s: alice got [13] from 127.200.0.2",
                "0.000 s: 10 127.200.0.2 > 127.200.0.1 [14] received",
                "0.000 s: alice got [14] from 127.200.0.2",
                "0 true",
            ])
    }

    @Test func `dynamic ports are given in order, each once before any again`() throws {
        #expect(try behaviour("link-ports") == ["true true true"])
        #expect(try behaviour("link-ports-run-out") == ["true", "true"])
    }

    @Test func `the latencies of both links act before the datagram is sent`() throws {
        #expect(
            try behaviour("link-latency") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.020 s)",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [2] sent",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [2] received",
                "0.020 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.023 s)",
                "0.023 s: 2 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.023 s: 2 127.200.0.1 > 127.200.0.2 [1] received",
            ])
    }

    @Test func `loss acts where the datagram is received, in the direction that has it`() throws {
        #expect(
            try behaviour("link-loss") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.2 > 127.200.0.1 [2] sent",
                "0.000 s: 2 127.200.0.2 > 127.200.0.1 [2] received",
                "0.000 s: alice got [2] from 127.200.0.2",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] lost(Chance.LossReason.chance)",
                "1.000 s: 3 127.200.0.2 > 127.200.0.1 [3] sent",
                "1.000 s: 3 127.200.0.2 > 127.200.0.1 [3] lost(Chance.LossReason.chance)",
                "2.000 s: 4 127.200.0.2 > 127.200.0.1 [4] sent",
                "2.000 s: 4 127.200.0.2 > 127.200.0.1 [4] received",
                "2.000 s: alice got [4] from 127.200.0.2",
            ])
    }

    @Test func `a share of loss loses that share`() throws {
        #expect(try behaviour("link-loss-share") == ["10000 10000 true"])
    }

    @Test func `datagrams sent before the close still depart`() throws {
        #expect(
            try behaviour("link-closed-before-departure") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.020 s)",
                "0.020 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.020 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.020 s: bob got [1] from 127.200.0.1",
                "true",
            ])
    }

    @Test func `a network that was closed holds no port for delayed datagrams`() throws {
        #expect(try behaviour("link-network-closed-before-departure") == ["true", "true", "true"])
    }

    @Test func `a new socket at an address sends the former one's delayed datagrams, and receives none of its`() throws
    {
        #expect(
            try behaviour("link-bound-again-before-departure") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] delayed(until: 0.020 s)",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [9] sent",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [9] undeliverable",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] delayed(until: 0.020 s)",
                "0.020 s: 2 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.020 s: 3 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.020 s: 2 127.200.0.1 > 127.200.0.2 [1] received",
                "0.020 s: 3 127.200.0.1 > 127.200.0.2 [2] received",
                "1.000 s: 4 127.200.0.2 > 127.200.0.1 [3] sent",
                "1.000 s: 4 127.200.0.2 > 127.200.0.1 [3] received",
                "1.000 s: alice got [3] from 127.200.0.2",
            ])
    }

    @Test func `a storm among a hundred sockets on bad links is the same each time with the same seed`() throws {
        let first = try behaviour("storm", "1")
        #expect(first.count > 1000)
        #expect(first.suffix(2).first?.hasSuffix("no fault") == true)
        #expect(first.last == "finished")
        #expect(try behaviour("storm", "1") == first)
        #expect(try behaviour("storm", "2") != first)
    }
}

@Suite struct AccountTests {
    @Test func `a datagram to a closed port is undeliverable, and one that is too long is refused`() throws {
        #expect(
            try behaviour("account-nobody-there") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] undeliverable",
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [2] undeliverable",
                "1 1 0",
            ])
    }

    @Test func `a datagram in flight to a closed socket is undeliverable, and no fault`() throws {
        #expect(
            try behaviour("account-closed-in-time") == [
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] sent",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] sent",
                "0.000 s: 1 127.200.0.1 > 127.200.0.2 [1] received",
                "0.000 s: bob got [1] and closes",
                "0.000 s: 2 127.200.0.1 > 127.200.0.2 [2] undeliverable",
                "0.000 s: 3 127.200.0.1 > 127.200.0.2 [3] undeliverable",
                "0 true 0",
            ])
    }

    @Test func `a datagram from outside the network is received and marked`() throws {
        #expect(
            try behaviour("account-from-outside") == [
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [2] sent",
                "0.000 s: 2 127.200.0.9 > 127.200.0.1 [1] received",
                "0.000 s: 3 127.200.0.1 > 127.200.0.9 [1] sent",
                "0.000 s: 3 127.200.0.1 > 127.200.0.9 [1] undeliverable",
                "0.000 s: 1 127.200.0.2 > 127.200.0.1 [2] received",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [2] sent",
                "0.000 s: 4 127.200.0.1 > 127.200.0.2 [2] received",
                "0.000 s: outsider got [1] from 127.200.0.1",
                "1 true",
            ])
    }

    @Test func `a burst beyond every receive buffer arrives whole and in order`() throws {
        #expect(try behaviour("account-burst") == ["50000 0 0 true"])
    }

    @Test func `ten thousand sockets find room and their datagrams arrive`() throws {
        #expect(try behaviour("account-ten-thousand") == ["10000 true"])
    }

    @Test func `every drop of the kernel is a fault of the network at the same instant`() throws {
        #expect(
            try behaviour("account-kernel-drops") == [
                "0.000 s true 0 0", "true 200", "true true true", "1.000 s true 0 0", "201",
            ])
    }

    @Test func `drops of the kernel before a datagram that arrives are a fault too`() throws {
        #expect(try behaviour("account-kernel-drops-before") == ["true 51 0", "true"])
    }

    @Test func `a datagram of a burst that is too long or a broadcast is refused`() throws {
        #expect(
            try behaviour("account-refused-in-a-burst") == [
                "0.000 s: - 127.200.0.1 > 127.200.0.2 [1] undeliverable",
                "0.000 s: - 127.200.0.1 > 255.255.255.255 [3] undeliverable", "2 true",
            ])
    }

    @Test(arguments: [("bind", "127.200.0.1"), ("move", "127.200.0.2")])
    func `a lack of descriptors is a fault of the network`(_ action: String, _ host: String) throws {
        let lines = try behaviour("account-no-descriptor-to-\(action)")
        #expect(lines.count == 2 && lines.first == lines.last)
        #expect(lines.first?.hasPrefix("cannot bind \(host):4000: Too many open files") == true)
    }

    @Test func `closing the network closes its sockets and their waiting datagrams`() throws {
        #expect(try behaviour("account-close-all") == ["0 0", "1"])
    }
}
