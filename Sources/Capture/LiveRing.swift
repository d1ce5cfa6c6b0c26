import CLinux
import CPcap
import Glibc

/// The kernel's ring of packets that pass the loopback interface, read with libpcap.
final class LiveRing {
    /// Slots of 2 KiB, the smallest power of two that holds every datagram below the usual path MTU. More of them
    /// make the start slower and the caches colder, not the capture surer: it is drained by count.
    static let slots = 2048
    /// What is kept of a frame: a slot less the kernel's own header in it.
    static let snapLength = 1920
    /// The UDP payload that fits.
    static let largestPayload = snapLength - EthernetFrame.headers

    /// Sound: made in `init`, used only through this object, closed in `deinit`.
    private let handle: OpaquePointer

    /// Opens the ring; only packets from one of `ports` pass, all when there are none.
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

    /// Hands all frames that are there to the sink.
    func drain(into sink: FrameSink) throws(CaptureError) {
        let context = Unmanaged.passUnretained(sink).toOpaque().assumingMemoryBound(to: UInt8.self)
        // Sound: the sink lives during the call, and libpcap calls back on this thread only.
        let status = pcap_dispatch(
            handle, -1,
            { context, header, data in
                guard let context, let header, let data else { return }
                Unmanaged<FrameSink>.fromOpaque(context).takeUnretainedValue().write(header.pointee, data)
            }, context)
        guard status >= 0 else { throw failure() }
    }

    /// Forgets all frames that are there.
    func forgetAll() throws(CaptureError) {
        while true {
            let count = pcap_dispatch(handle, -1, { _, _, _ in }, nil)
            guard count >= 0 else { throw failure() }
            if count == 0 { return }
        }
    }

    /// Waits until a frame is there, for a few milliseconds of the real clock at most.
    func awaitFrame() {
        var descriptor = pollfd(fd: pcap_get_selectable_fd(handle), events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 5)
    }

    /// Packets that the kernel has dropped since the ring was opened, because it was full.
    func dropped() throws(CaptureError) -> Int {
        var statistics = pcap_stat()
        guard pcap_stats(handle, &statistics) == 0 else { throw failure() }
        return Int(statistics.ps_drop)
    }

    /// The kernel shows a packet on loopback twice, as it leaves and as it arrives; `inbound` halves the ring's load.
    static func filter(ports: [ClosedRange<UInt16>]) -> String {
        let own = ports.map { "src portrange \($0.lowerBound)-\($0.upperBound)" }.joined(separator: " or ")
        let datagrams = "inbound and udp and src net 127.0.0.0/8 and dst net 127.0.0.0/8"
        return own.isEmpty ? datagrams : "\(datagrams) and (\(own))"
    }

    /// `pcap_setfilter` would run the filter over the first frame in user space too, where `inbound` matches nothing.
    private func setFilter(_ text: String) throws(CaptureError) {
        var program = bpf_program()
        guard pcap_compile(handle, &program, text, 1, bpf_u_int32.max) == 0 else { throw failure() }
        defer { pcap_freecode(&program) }
        let error = clx_attach_filter(pcap_fileno(handle), program.bf_insns, program.bf_len)
        guard error == 0 else { throw .cannotCapture(reason: "the kernel refuses the filter, error \(error)") }
    }

    private func failure() -> CaptureError {
        .cannotCapture(reason: pcap_geterr(handle).map { String(cString: $0) } ?? "unknown reason")
    }
}
