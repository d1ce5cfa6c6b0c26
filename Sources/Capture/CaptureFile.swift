import CLinux
import CPcap
import Glibc
package import Timing

/// A capture file, read packet by packet with libpcap: pcap or pcapng, with any time resolution.
package final class CaptureFile {
    /// The metadata of a packet.
    package struct Record: Hashable, Sendable {
        /// The number, from 1.
        package let number: Int
        /// The time in nanoseconds since 1970.
        package let nanosecondsSince1970: Int64
        /// The length on the wire, which may exceed the captured bytes.
        package let wireLength: Int
        /// True when the filter matches, and without a filter.
        package let isSelected: Bool

        /// Returns the time in a run that started at `epoch`.
        package func instant(since epoch: Timestamp = .virtualStart) -> Instant {
            let (start, overflow) = epoch.milliseconds.multipliedReportingOverflow(by: 1_000_000)
            let (difference, further) = nanosecondsSince1970.subtractingReportingOverflow(start)
            return Instant(nanoseconds: overflow || further ? .max : difference)
        }
    }

    /// A packet with a copy of its bytes.
    package struct Packet: Hashable, Sendable {
        package let record: Record
        /// The captured bytes.
        package let bytes: [UInt8]
    }

    /// The link layer of every packet.
    package let linkType: LinkType
    /// The most bytes that the file holds of a packet.
    package let snapLength: UInt32

    private let file: String
    /// Sound: both are created in `init`, used only through this object, and closed in `deinit`.
    private let handle: OpaquePointer
    private let input: OpaquePointer
    private var count = 0
    private var filter: CaptureFilter?
    private var skipsOthers = true
    private var copy: CaptureCopy?
    /// Sound: libpcap keeps the packet in place until the next one is read.
    private var current: (header: UnsafeMutablePointer<pcap_pkthdr>, data: UnsafePointer<UInt8>)?
    private var isCurrentSelected = true

    /// Opens a file, or the standard input for `-`.
    package init(_ file: String) throws(CaptureFileError) {
        guard let input = clx_input_open(file) else {
            throw .cannotOpen(file: file, reason: strerror(errno).map { String(cString: $0) } ?? "unreadable")
        }
        var reason = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        let nanoseconds = UInt32(PCAP_TSTAMP_PRECISION_NANO)
        let stream = clx_input_stream(input)
        guard let handle = pcap_fopen_offline_with_tstamp_precision(stream, nanoseconds, &reason) else {
            if let stream { fclose(stream) }
            throw .cannotOpen(file: file, reason: Self.place(of: String(pcapText: reason)))
        }
        self.file = file
        self.handle = handle
        self.input = input
        linkType = LinkType(value: pcap_datalink(handle))
        snapLength = UInt32(clamping: pcap_snapshot(handle))
    }

    /// Returns libpcap's reason with the place of the damage; without the place when the file has another format.
    private static func place(of reason: String) -> String {
        reason == CaptureFileError.otherFormat ? reason : "in the header at byte 0: \(reason)"
    }

    /// Deletes a file, if it exists.
    package static func delete(_ file: String) { unlink(file) }

    deinit {
        pcap_close(handle)
    }

    /// Selects packets by a filter in libpcap's language. Packets keep their numbers.
    ///
    /// - Parameters:
    ///   - expression: The filter.
    ///   - skipsOthers: True to skip other packets; otherwise their records have `isSelected` false.
    package func select(_ expression: String, skipsOthers: Bool = true) throws(CaptureFileError) {
        filter = try CaptureFilter(expression, for: handle)
        self.skipsOthers = skipsOthers
    }

    /// Starts a capture file for the packets that ``keep()`` copies.
    package func startCopy(to file: String) throws(CaptureFileError) {
        copy = try CaptureCopy(of: handle, to: file)
    }

    /// Copies the last packet.
    package func keep() {
        if let current { copy?.append(current.header, current.data) }
    }

    /// Completes the copy.
    package func finishCopy() throws(CaptureFileError) {
        try copy?.finish()
        copy = nil
    }

    /// Passes the next packet to `body`. Returns false at the end of the file.
    package func withNext(_ body: (Record, Span<UInt8>) throws -> Void) throws -> Bool {
        guard let packet = try advance() else { return false }
        let header = packet.header.pointee
        let record = Record(
            number: count, nanosecondsSince1970: header.ts.nanoseconds, wireLength: Int(header.len),
            isSelected: isCurrentSelected)
        // Sound: libpcap keeps `caplen` bytes in place until the next packet is read.
        try body(record, UnsafeBufferPointer(start: packet.data, count: Int(header.caplen)).span)
        return true
    }

    /// Advances to the next packet that the filter matches, or returns nil at the end of the file.
    private func advance() throws(CaptureFileError)
        -> (header: UnsafeMutablePointer<pcap_pkthdr>, data: UnsafePointer<UInt8>)?
    {
        while true {
            var header: UnsafeMutablePointer<pcap_pkthdr>?
            var data: UnsafePointer<UInt8>?
            let start = clx_input_position(input)
            let status = pcap_next_ex(handle, &header, &data)
            guard status != Int32(PCAP_ERROR_BREAK) else { return nil }
            guard status == 1, let header, let data else {
                let reason = pcap_geterr(handle).map { String(cString: $0) } ?? "unreadable"
                throw .damaged(file: file, afterPacket: count, offset: start, reason: reason)
            }
            count += 1
            isCurrentSelected = filter?.matches(header, data) ?? true
            guard isCurrentSelected || !skipsOthers else { continue }
            current = (header, data)
            return current
        }
    }

    /// Returns a copy of the next packet, or nil at the end of the file.
    package func next() throws -> Packet? {
        var packet: Packet?
        _ = try withNext { record, bytes in
            packet = Packet(record: record, bytes: [UInt8](copying: bytes))
        }
        return packet
    }

    /// Returns copies of the remaining packets.
    package func packets() throws -> [Packet] {
        var packets: [Packet] = []
        while let packet = try next() { packets.append(packet) }
        return packets
    }
}

extension [UInt8] {
    /// Copies a span.
    package init(copying bytes: Span<UInt8>) {
        // Sound: the buffer is valid during the closure, which copies it.
        self = unsafe bytes.withUnsafeBufferPointer { Array($0) }
    }
}

extension timeval {
    /// Nanoseconds. libpcap stores them in the field for microseconds when requested.
    fileprivate var nanoseconds: Int64 {
        let (whole, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, further) = whole.addingReportingOverflow(Int64(tv_usec))
        return overflow || further ? .max : sum
    }
}

extension String {
    /// Creates a text from an error buffer of libpcap.
    init(pcapText buffer: [CChar]) {
        self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A filter in libpcap's language, compiled for the packets of one file.
final class CaptureFilter {
    /// Sound: filled in `init`, used only through this object, freed in `deinit`.
    private var program = bpf_program()

    init(_ expression: String, for handle: OpaquePointer) throws(CaptureFileError) {
        guard pcap_compile(handle, &program, expression, 1, bpf_u_int32.max) == 0 else {
            let reason = pcap_geterr(handle).map { String(cString: $0) } ?? "unknown reason"
            throw .badFilter(expression: expression, reason: reason)
        }
    }

    deinit {
        pcap_freecode(&program)
    }

    /// Returns true when a packet matches. libpcap's own filter would not count the packets that it skips.
    ///
    /// Sound: libpcap lends header and data for the call.
    func matches(_ header: UnsafePointer<pcap_pkthdr>, _ data: UnsafePointer<UInt8>) -> Bool {
        pcap_offline_filter(&program, header, data) != 0
    }
}
