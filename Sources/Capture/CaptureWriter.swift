import CPcap
import Glibc

/// A capture file that is being written by libpcap: nanoseconds, Ethernet.
struct CaptureWriter: ~Copyable {
    /// The file's buffer in the C library; its default of 4 KiB would be a system call every few packets.
    private static let bufferSize = 1 << 18

    private let file: String
    /// Sound: both are made in `init`, used only through this value, and closed in `deinit`.
    private let handle: OpaquePointer
    private let dumper: OpaquePointer

    init(_ file: String) throws(CaptureError) {
        let precision = UInt32(PCAP_TSTAMP_PRECISION_NANO)
        let snapLength = Int32(EthernetFrame.capacity)
        guard let handle = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, snapLength, precision) else {
            throw .cannotWrite(file: file, reason: "no memory left")
        }
        guard let dumper = pcap_dump_open(handle, file) else {
            let reason = String(cString: pcap_geterr(handle))
            pcap_close(handle)
            throw .cannotWrite(file: file, reason: reason)
        }
        setvbuf(pcap_dump_file(dumper), nil, _IOFBF, Self.bufferSize)
        self.file = file
        self.handle = handle
        self.dumper = dumper
    }

    deinit {
        pcap_dump_close(dumper)
        pcap_close(handle)
    }

    /// Appends a packet of which `bytes` were kept.
    func append(_ bytes: UnsafeRawBufferPointer, wireLength: Int, at stamp: CaptureStamp) {
        var header = pcap_pkthdr()
        header.ts = timeval(tv_sec: stamp.seconds, tv_usec: stamp.nanoseconds)
        header.caplen = UInt32(clamping: bytes.count)
        header.len = UInt32(clamping: wireLength)
        // Sound: libpcap's dumper and the C library's stream are the same pointer by another name.
        let stream = UnsafeMutableRawPointer(dumper).assumingMemoryBound(to: UInt8.self)
        pcap_dump(stream, &header, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// Brings all packets into the file, and tells whether any of them failed to get there.
    func flush() throws(CaptureError) {
        let flushed = pcap_dump_flush(dumper)
        let reason = strerror(errno).map { String(cString: $0) } ?? "unknown reason"
        guard flushed == 0, ferror(pcap_dump_file(dumper)) == 0 else {
            throw .cannotWrite(file: file, reason: flushed == 0 ? "an earlier write failed" : reason)
        }
    }
}

/// A time in a capture file.
struct CaptureStamp {
    var seconds: Int
    var nanoseconds: Int
}
