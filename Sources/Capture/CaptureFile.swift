import CLinux
import CPcap
import Glibc
public import Timing

/// A capture file, read packet by packet with libpcap (pcap and pcapng, any resolution of time).
public final class CaptureFile {
    /// What a packet in the file is, apart from its bytes.
    public struct Record: Hashable, Sendable {
        /// The packet's number, from 1.
        public let number: Int
        /// Its time in nanoseconds since 1970.
        public let nanosecondsSince1970: Int64
        /// Its length on the wire, which may be more than the bytes that were kept.
        public let wireLength: Int
        /// Whether the filter matches it; true without a filter.
        public let isSelected: Bool

        /// Its time on the time line of a run that started at `epoch`.
        public func instant(since epoch: Timestamp = .virtualStart) -> Instant {
            let (start, overflow) = epoch.milliseconds.multipliedReportingOverflow(by: 1_000_000)
            let (difference, further) = nanosecondsSince1970.subtractingReportingOverflow(start)
            return Instant(nanoseconds: overflow || further ? .max : difference)
        }
    }

    /// A packet with a copy of its bytes.
    public struct Packet: Hashable, Sendable {
        /// Number, time and length.
        public let record: Record
        /// The bytes that were kept.
        public let bytes: [UInt8]
    }

    /// What each packet starts with.
    public let linkType: LinkType
    /// The most bytes of a packet that are kept, as the file says.
    public let snapLength: UInt32

    private let file: String
    /// Sound: both are made in `init`, used only through this object, and closed in `deinit`.
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
    public init(_ file: String) throws(CaptureFileError) {
        guard let input = clx_input_open(file) else {
            throw .cannotOpen(file: file, reason: strerror(errno).map { String(cString: $0) } ?? "unreadable")
        }
        var reason = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        let nanoseconds = UInt32(PCAP_TSTAMP_PRECISION_NANO)
        let stream = clx_input_stream(input)
        guard let handle = pcap_fopen_offline_with_tstamp_precision(stream, nanoseconds, &reason) else {
            if let stream { fclose(stream) }
            throw .cannotOpen(file: file, reason: String(pcapText: reason))
        }
        self.file = file
        self.handle = handle
        self.input = input
        linkType = LinkType(value: pcap_datalink(handle))
        snapLength = UInt32(clamping: pcap_snapshot(handle))
    }

    /// Deletes a file, if it is there.
    public static func delete(_ file: String) { unlink(file) }

    deinit {
        pcap_close(handle)
    }

    /// Selects what a filter in libpcap's language matches; packets keep their numbers.
    ///
    /// - Parameters:
    ///   - expression: the filter.
    ///   - skipsOthers: whether other packets are not read at all; otherwise their records say that they are not
    ///     selected.
    public func select(_ expression: String, skipsOthers: Bool = true) throws(CaptureFileError) {
        filter = try CaptureFilter(expression, for: handle)
        self.skipsOthers = skipsOthers
    }

    /// Starts a capture file of its own for the packets for which `keep` is called.
    public func startCopy(to file: String) throws(CaptureFileError) {
        copy = try CaptureCopy(of: handle, to: file)
    }

    /// Writes the packet that was read last to the copy.
    public func keep() {
        if let current { copy?.append(current.header, current.data) }
    }

    /// Brings the copy to its end.
    public func finishCopy() throws(CaptureFileError) {
        try copy?.finish()
        copy = nil
    }

    /// Lends the next packet to `body`; answers false at the end of the file.
    public func withNext(_ body: (Record, Span<UInt8>) throws -> Void) throws -> Bool {
        guard let packet = try advance() else { return false }
        let header = packet.header.pointee
        let record = Record(
            number: count, nanosecondsSince1970: header.ts.nanoseconds, wireLength: Int(header.len),
            isSelected: isCurrentSelected)
        // Sound: libpcap keeps `caplen` bytes in place until the next packet is read.
        try body(record, UnsafeBufferPointer(start: packet.data, count: Int(header.caplen)).span)
        return true
    }

    /// Goes to the next packet that the filter matches; nil at the end of the file.
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

    /// A copy of the next packet; nil at the end of the file.
    public func next() throws -> Packet? {
        var packet: Packet?
        _ = try withNext { record, bytes in
            packet = Packet(record: record, bytes: [UInt8](copying: bytes))
        }
        return packet
    }

    /// Copies of all packets from here to the end.
    public func packets() throws -> [Packet] {
        var packets: [Packet] = []
        while let packet = try next() { packets.append(packet) }
        return packets
    }
}

extension [UInt8] {
    /// A copy of bytes that are lent.
    public init(copying bytes: Span<UInt8>) {
        // Sound: the buffer is valid during the closure, which copies it.
        self = unsafe bytes.withUnsafeBufferPointer { Array($0) }
    }
}

extension timeval {
    /// Nanoseconds, where libpcap was asked to put them into the field for microseconds.
    fileprivate var nanoseconds: Int64 {
        let (whole, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, further) = whole.addingReportingOverflow(Int64(tv_usec))
        return overflow || further ? .max : sum
    }
}

extension String {
    /// The text in one of libpcap's error buffers.
    init(pcapText buffer: [CChar]) {
        self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
