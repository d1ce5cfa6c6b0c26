import Testing
import Wire

@testable import Programs

@Suite struct SocketTableTests {
    private static let head = "  sl  local_address rem_address   st tx_queue rx_queue\n"
    private let host = HostAddress(10, 0, 0, 2)

    @Test func `a UDP socket counts at the host's address, at all addresses and at the loopback interface`() {
        let table = SocketTable(
            Self.head + """
                   1: 0200000A:13C4 00000000:0000 07 00000000:00000000 00:00000000
                   2: 00000000:13C5 00000000:0000 07 00000000:00000000 00:00000000
                   3: 0100007F:13C6 00000000:0000 07 00000000:00000000 00:00000000
                   4: 0300000A:13C7 00000000:0000 07 00000000:00000000 00:00000000
                """)
        #expect(
            [5060, 5061, 5062, 5063, 5064].map { table.hasUDP(port: $0, at: host) } == [true, true, true, false, false])
    }

    @Test func `a TCP socket counts when it listens`() {
        let table = SocketTable(
            Self.head + """
                   1: 0200000A:115C 00000000:0000 0A 00000000:00000000
                   2: 0200000A:115D 0300000A:9999 01 00000000:00000000
                """)
        #expect(table.hasTCP(port: 4444, at: host))
        #expect(!table.hasTCP(port: 4445, at: host))
    }

    @Test func `a line of another form is skipped`() {
        #expect(!SocketTable(Self.head + "x\n1: y\n2: zz:13C4 a b c\n").hasUDP(port: 5060, at: host))
        #expect(!SocketTable("").hasUDP(port: 5060, at: host))
    }
}
