/// The totals of a finished capture.
package struct CaptureTotals: Hashable, Sendable {
    /// Datagrams that sockets reported as sent.
    package var sent = 0
    /// Datagrams in the file.
    package var captured = 0
    /// Datagrams of other processes, which are left out.
    package var foreign = 0
    /// Truncated datagrams in the file.
    package var cut = 0
    /// Packets that the kernel dropped because its ring was full.
    package var dropped = 0
    /// A digest of the payloads in order. Equal payloads give equal digests.
    package var payloadDigest: UInt64 = 0

    /// The problem when the capture lacks datagrams that sockets sent, or nil.
    package var shortfall: String? { captured > sent && dropped == 0 && cut == 0 ? nil : mismatch }

    /// The problem when sockets and capture disagree, or nil.
    ///
    /// On an interface with other processes a dropped packet may have been theirs.
    package var mismatch: String? {
        if sent != captured || dropped > 0 && foreign == 0 {
            return "\(sent) datagrams sent, \(captured) captured, \(dropped) dropped by the kernel"
        }
        guard cut > 0 else { return nil }
        return "\(cut) datagrams were longer than the \(CaptureSession.largestDatagram) bytes that a capture holds"
    }
}

/// A 64-bit digest of a sequence of byte strings, each closed by its length.
///
/// It takes eight bytes at a time, little-endian and padded with zeros: `state = (state ^ word) * prime`, then `state
/// ^= state >> 29`. It is not cryptographic.
package struct PayloadDigest: Hashable, Sendable {
    /// The digest of the bytes so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// Adds a byte string.
    package mutating func add(_ bytes: Span<UInt8>) {
        var offset = 0
        while bytes.count - offset >= 8 {
            // Sound: eight bytes remain from `offset`, and any bytes are a valid number.
            mix(UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        for index in offset..<bytes.count {
            rest |= UInt64(bytes[index]) << UInt64(8 * (index - offset))
        }
        mix(rest)
        mix(UInt64(bytes.count))
    }

    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
    }
}
