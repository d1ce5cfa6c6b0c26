import CPcap
import Glibc

/// A capture file that libpcap writes, with nanoseconds and Ethernet frames.
struct CaptureWriter: ~Copyable {
    private let file: String
    /// Sound: both are created in `init`, used only through this value, and closed in `deinit`.
    private let handle: OpaquePointer
    private let dumper: OpaquePointer
    private let fault: WriteFault

    init(_ file: String) throws(CaptureError) {
        let precision = UInt32(PCAP_TSTAMP_PRECISION_NANO)
        let snapLength = Int32(EthernetFrame.capacity)
        guard let handle = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, snapLength, precision) else {
            throw .cannotWrite(file: file, reason: "no memory left")
        }
        guard let dumper = pcap_dump_open(handle, file) else {
            let reason = reason(of: handle, about: file)
            pcap_close(handle)
            throw .cannotWrite(file: file, reason: reason)
        }
        self.file = file
        self.handle = handle
        self.dumper = dumper
        fault = WriteFault()
    }

    deinit {
        pcap_dump_close(dumper)
        pcap_close(handle)
    }

    /// Appends a packet with its captured bytes.
    func append(_ bytes: UnsafeRawBufferPointer, wireLength: Int, at stamp: CaptureStamp) {
        var header = pcap_pkthdr()
        header.ts = timeval(tv_sec: stamp.seconds, tv_usec: stamp.nanoseconds)
        header.caplen = UInt32(clamping: bytes.count)
        header.len = UInt32(clamping: wireLength)
        // Sound: libpcap's dumper and the C library's stream are one pointer under two types.
        let stream = UnsafeMutableRawPointer(dumper).assumingMemoryBound(to: UInt8.self)
        pcap_dump(stream, &header, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        fault.note(dumper)
    }

    /// Flushes the file and reports errors of earlier writes.
    func flush() throws(CaptureError) {
        if let reason = fault.flush(dumper) { throw .cannotWrite(file: file, reason: reason) }
    }
}

/// The error of the first write that failed. A stream keeps only that there was one.
private final class WriteFault {
    private var number: Int32 = 0

    /// Keeps the error of a write that has just failed.
    func note(_ dumper: OpaquePointer) {
        let last = errno
        if number == 0, ferror(pcap_dump_file(dumper)) != 0 { number = last }
    }

    /// Flushes the stream; returns the system's reason when this or an earlier write failed.
    func flush(_ dumper: OpaquePointer) -> String? {
        let result = pcap_dump_flush(dumper)
        let last = errno
        if number == 0, result != 0 { number = last }
        guard result != 0 || ferror(pcap_dump_file(dumper)) != 0 else { return nil }
        guard number != 0 else { return "an earlier write failed" }
        return strerror(number).map { String(cString: $0) } ?? "unknown reason"
    }
}

/// Returns libpcap's description of its last error, without the file's name that may precede it.
private func reason(of handle: OpaquePointer, about file: String) -> String {
    let text = pcap_geterr(handle).map { String(cString: $0) } ?? "unknown reason"
    return text.hasPrefix("\(file): ") ? String(text.dropFirst(file.count + 2)) : text
}

/// A time in a capture file.
struct CaptureStamp {
    var seconds: Int
    var nanoseconds: Int
}

/// A capture file with selected packets of another one, with nanoseconds and the same link type.
final class CaptureCopy {
    private let file: String
    /// Sound: created in `init`, used only through this object, closed in `deinit`.
    private let dumper: OpaquePointer
    private let fault = WriteFault()

    init(of handle: OpaquePointer, to file: String) throws(CaptureFileError) {
        guard let dumper = pcap_dump_open(handle, file) else {
            throw .cannotWrite(
                file: file, reason: reason(of: handle, about: file))
        }
        self.file = file
        self.dumper = dumper
    }

    deinit {
        pcap_dump_close(dumper)
    }

    /// Appends a packet.
    func append(_ header: UnsafePointer<pcap_pkthdr>, _ data: UnsafePointer<UInt8>) {
        // Sound: libpcap's dumper and the C library's stream are one pointer under two types.
        pcap_dump(UnsafeMutableRawPointer(dumper).assumingMemoryBound(to: UInt8.self), header, data)
        fault.note(dumper)
    }

    /// Flushes the file and reports errors of earlier writes.
    func finish() throws(CaptureFileError) {
        if let reason = fault.flush(dumper) { throw .cannotWrite(file: file, reason: reason) }
    }
}
