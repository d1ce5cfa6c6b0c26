internal import Wire

/// The blocks of a pcapng file with one interface and nanoseconds (draft-ietf-opsawg-pcapng), which libpcap reads but
/// does not write. Numbers are little-endian.
package struct PcapngBlocks {
    /// Blocks that were not taken yet.
    private var bytes: [UInt8] = []

    private enum BlockType {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let names: UInt32 = 4
        static let packet: UInt32 = 6
    }

    private enum OptionCode {
        static let end: UInt16 = 0
        static let comment: UInt16 = 1
        static let interfaceName: UInt16 = 2
        static let application: UInt16 = 4
        static let resolution: UInt16 = 9
    }

    /// Starts a file with its section and interface blocks.
    ///
    /// - Parameters:
    ///   - linkType: The link layer of the packets.
    ///   - snapLength: The most bytes of a packet.
    ///   - application: The program that writes the file.
    package init(linkType: LinkType, snapLength: UInt32, application: String) {
        block(BlockType.section) { body in
            body.append(little: 0x1A2B_3C4D as UInt32)
            body.append(little: 1 as UInt16)
            body.append(little: 0 as UInt16)
            // The section's length is not known yet.
            body.append(little: UInt64.max)
            body.append(option: OptionCode.application, Array(application.utf8))
            body.append(option: OptionCode.end, [])
        }
        block(BlockType.interface) { body in
            body.append(little: UInt16(truncatingIfNeeded: linkType.valueInFiles))
            body.append(little: 0 as UInt16)
            body.append(little: snapLength)
            body.append(option: OptionCode.interfaceName, Array("lo".utf8))
            // Ten to the power of minus nine seconds.
            body.append(option: OptionCode.resolution, [9])
            body.append(option: OptionCode.end, [])
        }
    }

    /// Adds a name resolution block. Readers that read a file once expect it before packets.
    package mutating func add(names: [(host: IPAddress, name: String)]) {
        guard !names.isEmpty else { return }
        block(BlockType.names) { body in
            for (host, name) in names {
                // A name ends with a zero and cannot contain one.
                let text = name.utf8.prefix(255).filter { $0 != 0 } + [0]
                if let ipv4 = host.ipv4 {
                    body.append(option: 1, ipv4.octets + text)
                } else {
                    let halves = [host.high, host.low].flatMap { half in
                        (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - $0 * 8)) }
                    }
                    body.append(option: 2, halves + text)
                }
            }
            body.append(option: 0, [])
        }
    }

    /// Adds an enhanced packet block.
    ///
    /// - Parameters:
    ///   - packet: The captured bytes.
    ///   - wireLength: The length on the wire.
    ///   - nanosecondsSince1970: The time.
    ///   - comments: Texts that readers show beside the packet.
    package mutating func add(
        _ packet: Span<UInt8>, wireLength: Int, nanosecondsSince1970: Int64, comments: [String] = []
    ) {
        let time = UInt64(max(0, nanosecondsSince1970))
        block(BlockType.packet) { body in
            body.append(little: 0 as UInt32)
            body.append(little: UInt32(truncatingIfNeeded: time >> 32))
            body.append(little: UInt32(truncatingIfNeeded: time))
            body.append(little: UInt32(clamping: packet.count))
            body.append(little: UInt32(clamping: wireLength))
            body += [UInt8](copying: packet)
            body.pad()
            for comment in comments { body.append(option: OptionCode.comment, comment.utf8.prefix(65_000) + []) }
            if !comments.isEmpty { body.append(option: OptionCode.end, []) }
        }
    }

    /// The number of bytes that were not taken yet.
    package var count: Int { bytes.count }

    /// Removes and returns the bytes since the last call.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Writes a block: its type, its length, the body, and the length again.
    private mutating func block(_ type: UInt32, _ write: (inout [UInt8]) -> Void) {
        var body: [UInt8] = []
        write(&body)
        let length = UInt32(clamping: body.count + 12)
        bytes.append(little: type)
        bytes.append(little: length)
        bytes += body
        bytes.append(little: length)
    }
}

extension [UInt8] {
    fileprivate mutating func append<Number: FixedWidthInteger>(little number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    /// Pads to a multiple of four bytes.
    fileprivate mutating func pad() {
        while count % 4 != 0 { append(0) }
    }

    fileprivate mutating func append(option code: UInt16, _ value: [UInt8]) {
        append(little: code)
        append(little: UInt16(clamping: value.count))
        self += value
        pad()
    }
}
