import Glibc
import Probing
import Testing
import Wire

@testable import Loop
@testable import Sockets

/// Returns the output of a behaviour of the sockets' probe.
func behaviour(_ words: String...) throws -> [String] {
    try Probe("SocketsProbe", words).lines
}

@Suite struct UDPSocketTests {
    @Test func `datagrams go there and back, empty ones too`() throws {
        #expect(
            try behaviour("udp-exchange") == [
                "0.000 s: client got [3, 2, 1] from 127.200.0.1", "0.000 s: client got [] from 127.200.0.1",
                "127.200.0.2 true 0 0",
            ])
    }

    @Test func `each datagram comes with its own source`() throws {
        #expect(
            try behaviour("udp-sources") == [
                "0.000 s: server got [0] from 127.200.0.2", "1.000 s: server got [1] from 127.200.0.3",
                "2.000 s: server got [0] from 127.200.0.2", "3.000 s: server got [9] from 127.200.0.3",
                "3.000 s: server got [9] from 127.200.0.2",
            ])
    }

    @Test func `the longest datagram arrives whole and a longer one is refused`() throws {
        #expect(try behaviour("udp-sizes") == ["1 true", "1500 true", "65507 true", "1"])
    }

    @Test func `more datagrams than one reading brings arrive in order`() throws {
        #expect(try behaviour("udp-many") == ["true"])
    }

    @Test func `datagrams of several sources are served in the order of arrival`() throws {
        #expect(try behaviour("udp-in-order") == ["[1, 2, 3, 4]"])
    }

    @Test func `joined packets are read to the last one, and none is read twice`() throws {
        #expect(try behaviour("joined-readings") == ["true 0", "true 10 0"])
    }

    @Test func `a burst arrives whole and in order at each receiver, joined or not`() throws {
        #expect(
            try behaviour("joined-bursts") == ["[true, true] false true 1400", "[true, true] true true 1400"])
    }

    @Test func `a flood from one address delays others by one datagram each`() throws {
        #expect(try behaviour("udp-in-turn") == ["[[1, 4], [2, 5]]", "true 0"])
    }

    @Test func `a flood beyond its share loses datagrams, and another address loses none`() throws {
        #expect(try behaviour("udp-shares") == ["20 true"])
    }

    @Test func `the datagrams of one address take half of the room`() throws {
        #expect(try behaviour("udp-half-of-the-room") == ["true true"])
    }

    @Test func `a socket that serves in turn and is closed while it reads gets nothing more`() throws {
        #expect(try behaviour("udp-closed-in-turn") == ["[1]", "1"])
    }

    @Test func `sending to a closed port has no effect`() throws {
        #expect(try behaviour("udp-nobody-listens") == ["0.000 s: server got [2] from 127.200.0.2", "0"])
    }

    @Test func `a socket that is closed while it reads gets nothing more`() throws {
        #expect(try behaviour("udp-closed") == ["[1]", "1 1"])
    }

    @Test func `each datagram without a route is reported, and one that is too long is only refused`() throws {
        #expect(
            try behaviour("udp-without-network") == [
                "0.000 s: client has no network", "0.000 s: client has no network",
                "0.000 s: server got [2] from 127.200.0.2", "0.000 s: server got [2] from 127.200.0.2", "3",
            ])
    }

    @Test func `a released socket frees its port`() throws {
        #expect(try behaviour("udp-dropped-socket") == ["true"])
    }

    @Test func `the receive buffer is large, and the kernel's drops are counted`() throws {
        #expect(try behaviour("udp-kernel-drops") == ["true", "true 100"])
    }

    @Test func `an address that is taken is an error until it is free`() throws {
        #expect(
            try behaviour("bind-taken") == [
                "true cannot bind 127.200.0.1:1: Address already in use; "
                    + "another process has it: choose another port or end that process"
            ])
    }

    @Test func `an address of another machine is an error`() throws {
        #expect(
            try behaviour("bind-elsewhere") == [
                "cannot bind 192.0.2.1:5683: Cannot assign requested address; "
                    + "hosts must be addresses of this machine, such as those in 127.0.0.0/8"
            ])
    }

    @Test func `sockets are opened up to the hard limit of descriptors`() throws {
        #expect(try behaviour("bind-beyond-soft-limit") == ["40"])
    }

    @Test func `a lack of descriptors is an error that names the limit`() throws {
        let lines = try behaviour("bind-without-descriptors")
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("Too many open files; raise the limit of open files (ulimit -n)") == true)
    }
}

@MainActor
@Suite struct UnwatchableSocketTests {
    private let loop = EventLoop.shared

    /// The error of a socket that is bound while the loop watches with a descriptor that cannot.
    private func error() throws -> SocketError? {
        let poller = loop.poller
        loop.poller = Poller()
        let broken = loop.poller.descriptor
        let other = open("/dev/null", O_RDONLY)
        try #require(dup2(other, broken) == broken)
        let error = bindingError()
        loop.poller = poller
        close(broken)
        close(other)
        return error
    }

    private func bindingError() -> SocketError? {
        do throws(SocketError) {
            try UDPSocket(SocketAddress(host: HostAddress(127, 200, 0, 9), port: 0)).close()
            return nil
        } catch { return error }
    }

    @Test func `a socket that the loop cannot watch is an error, and frees its port`() throws {
        let watched = loop.watches.count
        guard case .unwatchable(let address, let reason) = try error() else {
            Issue.record("the socket was bound")
            return
        }
        #expect("\(reason)".contains("Invalid argument"))
        try UDPPort(address).close()
        #expect(loop.watches.count == watched)
    }
}
