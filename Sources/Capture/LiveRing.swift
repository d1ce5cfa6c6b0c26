import CLinux
import CPcap
import Glibc

/// The kernel's ring of packets on the loopback interface, read with libpcap.
final class LiveRing {
    /// The number of slots of 2 KiB, the smallest power of two for datagrams below the usual path MTU. More slots
    /// would slow the start and cool the caches. The ring is drained by count, so they would not help.
    static let slots = 2048
    /// The captured length of a frame: a slot without the kernel's header.
    static let snapLength = 1920
    /// The UDP payload that fits.
    static let largestPayload = snapLength - EthernetFrame.headers

    /// Sound: created in `init`, used only through this object, closed in `deinit`.
    private let handle: OpaquePointer

    /// Opens the ring for packets from `ports`, or for all packets when empty.
    init(ports: [ClosedRange<UInt16>]) throws(CaptureError) {
        var reason = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = pcap_create("lo", &reason) else {
            throw .cannotCapture(reason: String(pcapText: reason))
        }
        self.handle = handle
        pcap_set_snaplen(handle, Int32(Self.snapLength))
        pcap_set_immediate_mode(handle, 1)
        pcap_set_buffer_size(handle, Int32(Self.slots * 2048))
        pcap_set_tstamp_precision(handle, Int32(PCAP_TSTAMP_PRECISION_NANO))
        guard pcap_activate(handle) == 0 else { throw failure() }
        guard pcap_datalink(handle) == DLT_EN10MB else {
            throw .cannotCapture(reason: "the loopback interface does not speak Ethernet")
        }
        guard pcap_setnonblock(handle, 1, &reason) == 0 else {
            throw .cannotCapture(reason: String(pcapText: reason))
        }
        try setFilter(Self.filter(ports: ports))
    }

    deinit {
        pcap_close(handle)
    }

    /// Passes the waiting frames to the sink.
    func drain(into sink: FrameSink) throws(CaptureError) {
        let context = Unmanaged.passUnretained(sink).toOpaque().assumingMemoryBound(to: UInt8.self)
        // Sound: the sink lives during the call, and libpcap calls back on this thread only.
        let status = pcap_dispatch(
            handle, -1,
            { context, header, data in
                guard let context, let header = header?.pointee, let data else { return }
                // Sound: libpcap lends the frame for the time of this call.
                Unmanaged<FrameSink>.fromOpaque(context).takeUnretainedValue().write(
                    UnsafeBufferPointer(start: data, count: Int(header.caplen)), wireLength: Int(header.len),
                    kernelTime: CaptureStamp(seconds: header.ts.tv_sec, nanoseconds: header.ts.tv_usec))
            }, context)
        guard status >= 0 else { throw failure() }
    }

    /// Discards the waiting frames.
    func forgetAll() throws(CaptureError) {
        while true {
            let count = pcap_dispatch(handle, -1, { _, _, _ in }, nil)
            guard count >= 0 else { throw failure() }
            if count == 0 { return }
        }
    }

    /// Waits a few milliseconds of real time for a frame.
    func awaitFrame() {
        var descriptor = pollfd(fd: pcap_get_selectable_fd(handle), events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 5)
    }

    /// Returns the number of packets that the kernel has dropped since the ring was opened.
    func dropped() throws(CaptureError) -> Int {
        var statistics = pcap_stat()
        guard pcap_stats(handle, &statistics) == 0 else { throw failure() }
        return Int(statistics.ps_drop)
    }

    /// An old kernel shows a loopback packet when it leaves and when it arrives; `inbound` selects one of them.
    static func filter(ports: [ClosedRange<UInt16>]) -> String {
        let own = ports.map { "src portrange \($0.lowerBound)-\($0.upperBound)" }.joined(separator: " or ")
        let datagrams = "inbound and udp and src net 127.0.0.0/8 and dst net 127.0.0.0/8"
        return own.isEmpty ? datagrams : "\(datagrams) and (\(own))"
    }

    /// `pcap_setfilter` would also filter the first frame in user space, where `inbound` never matches.
    private func setFilter(_ text: String) throws(CaptureError) {
        var program = bpf_program()
        guard pcap_compile(handle, &program, text, 1, bpf_u_int32.max) == 0 else { throw failure() }
        defer { pcap_freecode(&program) }
        clx_ignore_outgoing(pcap_fileno(handle))
        let error = clx_attach_filter(pcap_fileno(handle), program.bf_insns, program.bf_len)
        guard error == 0 else { throw .cannotCapture(reason: "the kernel refuses the filter, error \(error)") }
    }

    private func failure() -> CaptureError {
        .cannotCapture(reason: pcap_geterr(handle).map { String(cString: $0) } ?? "unknown reason")
    }
}

/// The kernel's packet ring of a process that captures several runs in sequence.
///
/// Closing a ring takes about 20 ms and opening one allocates pages, so it is kept between runs.
package final class CaptureTap {
    private var ring: LiveRing?

    /// Creates a tap that opens its ring on first use.
    package init() {}

    /// Opens the ring now, if packets come from an interface.
    ///
    /// - Parameters:
    ///   - environment: The network of the process.
    ///   - sourcePorts: On the host's interface, the ports of the runs' sockets; empty for all.
    package func open(on environment: CaptureEnvironment, sourcePorts: [ClosedRange<UInt16>]) throws(CaptureError) {
        guard ring == nil, environment.isLive else { return }
        ring = try LiveRing(ports: environment.kind == .host ? sourcePorts : [])
    }

    /// Returns the open ring without earlier packets, or nil when packets do not come from an interface.
    func ring(on environment: CaptureEnvironment, sourcePorts: [ClosedRange<UInt16>]) throws(CaptureError) -> LiveRing?
    {
        guard environment.isLive else { return nil }
        try open(on: environment, sourcePorts: sourcePorts)
        try ring?.forgetAll()
        return ring
    }
}
