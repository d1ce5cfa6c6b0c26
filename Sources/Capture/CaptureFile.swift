import CPcap
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

    private let file: String
    /// Sound: made in `init`, used only through this object, closed in `deinit`.
    private let handle: OpaquePointer
    private var count = 0

    /// Opens a file.
    public init(_ file: String) throws(CaptureFileError) {
        var reason = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        let nanoseconds = UInt32(PCAP_TSTAMP_PRECISION_NANO)
        guard let handle = pcap_open_offline_with_tstamp_precision(file, nanoseconds, &reason) else {
            throw .cannotOpen(file: file, reason: String(pcapText: reason))
        }
        self.file = file
        self.handle = handle
        linkType = LinkType(value: pcap_datalink(handle))
    }

    deinit {
        pcap_close(handle)
    }

    /// Lends the next packet to `body`; answers false at the end of the file.
    public func withNext(_ body: (Record, Span<UInt8>) throws -> Void) throws -> Bool {
        var header: UnsafeMutablePointer<pcap_pkthdr>?
        var data: UnsafePointer<UInt8>?
        let status = pcap_next_ex(handle, &header, &data)
        guard status != Int32(PCAP_ERROR_BREAK) else { return false }
        guard status == 1, let header, let data else {
            let reason = pcap_geterr(handle).map { String(cString: $0) } ?? "unreadable"
            throw CaptureFileError.damaged(file: file, afterPacket: count, reason: reason)
        }
        count += 1
        let record = Record(
            number: count, nanosecondsSince1970: header.pointee.ts.nanoseconds, wireLength: Int(header.pointee.len))
        // Sound: libpcap keeps `caplen` bytes in place until the next packet is read.
        try body(record, UnsafeBufferPointer(start: data, count: Int(header.pointee.caplen)).span)
        return true
    }

    /// A copy of the next packet; nil at the end of the file.
    public func next() throws -> Packet? {
        var packet: Packet?
        _ = try withNext { record, bytes in
            packet = Packet(record: record, bytes: bytes.indices.map { bytes[$0] })
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
