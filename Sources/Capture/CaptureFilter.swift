import CPcap

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

    /// Whether a packet passes. libpcap's own filter would pass packets without counting those before them.
    func matches(_ header: UnsafePointer<pcap_pkthdr>, _ data: UnsafePointer<UInt8>) -> Bool {
        pcap_offline_filter(&program, header, data) != 0
    }
}
