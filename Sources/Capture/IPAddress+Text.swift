import Glibc

extension IPAddress {
    /// Reads dotted decimal notation, or IPv6 in any form of RFC 4291 section 2.2; nil when it is neither.
    public init?(_ text: some StringProtocol) {
        let word = String(text)
        var narrow = in_addr()
        guard inet_pton(AF_INET, word, &narrow) != 1 else {
            self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: narrow.s_addr)))
            return
        }
        var wide = in6_addr()
        guard inet_pton(AF_INET6, word, &wide) == 1 else { return nil }
        // Sound: the closure reads the sixteen bytes of the value that it is lent.
        self = unsafe withUnsafeBytes(of: wide) { bytes in
            func half(_ range: Range<Int>) -> UInt64 { range.reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
            return IPAddress(high: half(0..<8), low: half(8..<16))
        }
    }
}
