import CPcap
import Glibc

/// A capture file with some of the packets of another: nanoseconds, and the other's link type.
final class CaptureCopy {
    private let file: String
    /// Sound: made in `init`, used only through this object, closed in `deinit`.
    private let dumper: OpaquePointer

    init(of handle: OpaquePointer, to file: String) throws(CaptureFileError) {
        guard let dumper = pcap_dump_open(handle, file) else {
            throw .cannotWrite(
                file: file, reason: pcap_geterr(handle).map { String(cString: $0) } ?? "unknown reason")
        }
        self.file = file
        self.dumper = dumper
    }

    deinit {
        pcap_dump_close(dumper)
    }

    /// Appends a packet as it was read.
    func append(_ header: UnsafePointer<pcap_pkthdr>, _ data: UnsafePointer<UInt8>) {
        // Sound: libpcap's dumper and the C library's stream are the same pointer by another name.
        pcap_dump(UnsafeMutableRawPointer(dumper).assumingMemoryBound(to: UInt8.self), header, data)
    }

    /// Brings all packets into the file, and tells whether any of them failed to get there.
    func finish() throws(CaptureFileError) {
        let flushed = pcap_dump_flush(dumper)
        let reason = strerror(errno).map { String(cString: $0) } ?? "unknown reason"
        guard flushed == 0, ferror(pcap_dump_file(dumper)) == 0 else {
            throw .cannotWrite(file: file, reason: flushed == 0 ? "an earlier write failed" : reason)
        }
    }
}
