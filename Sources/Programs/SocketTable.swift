import Wire

/// One of the kernel's tables of sockets, as `/proc/net/udp` and `/proc/net/tcp` show them.
struct SocketTable {
    /// The state of a TCP socket that listens.
    private static let listening = "0A"

    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(separator: "\n").dropFirst().map { $0 }
    }

    /// True when a socket has the port at the address, at all addresses, or at the loopback interface.
    func hasUDP(port: UInt16, at host: HostAddress) -> Bool {
        lines.contains { Self.isBound($0, port, host) != nil }
    }

    /// The same for TCP sockets that listen.
    func hasTCP(port: UInt16, at host: HostAddress) -> Bool {
        lines.contains { Self.isBound($0, port, host).map { $0 == Self.listening } ?? false }
    }

    /// The state of a line's socket when it is bound to the port.
    private static func isBound(_ line: Substring, _ port: UInt16, _ host: HostAddress) -> Substring? {
        let words = line.split(separator: " ", maxSplits: 4)
        guard words.count >= 4 else { return nil }
        let ends = words[1].split(separator: ":")
        guard ends.count == 2, UInt16(ends[1], radix: 16) == port else { return nil }
        // The last four bytes are an IPv4 address, also in the table of IPv6. The kernel writes them in its own order.
        guard let number = UInt32(ends[0].suffix(8), radix: 16) else { return nil }
        let bound = HostAddress(value: number.byteSwapped)
        return [host, ProgramPlan.none, HostAddress(127, 0, 0, 1)].contains(bound) ? words[3] : nil
    }
}
