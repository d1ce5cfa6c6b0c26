import CLinux
import Glibc

/// The network in which a process runs its scenarios, and the possible capture there.
package struct CaptureEnvironment: Hashable, Sendable {
    /// The source of captured packets.
    package let kind: CaptureKind
    /// True when the loopback interface belongs to the process. Only then can processes use the same addresses side
    /// by side.
    package let hasOwnNetwork: Bool
    /// A note for the user when a requested live capture is not possible, with the command that would permit it.
    package let note: String?
    /// The requested mode.
    let mode: CaptureMode
    /// The remedy if a live capture turns out to be impossible later.
    let advice: CaptureAdvice

    /// True when each process that this one starts can have a network of its own.
    package static var networksAreAvailable: Bool { clx_networks_are_available() }

    /// The environment for packets that reach no interface of this network: the ledger has all of them.
    package var withoutInterface: CaptureEnvironment {
        guard kind != .off else { return self }
        return CaptureEnvironment(
            kind: .ledger, hasOwnNetwork: hasOwnNetwork, note: nil, mode: .ledger, advice: advice)
    }

    /// Enters a network namespace where the system permits it, with or without a capture.
    ///
    /// Call it first in `main`, before any thread starts.
    package static func prepare(_ mode: CaptureMode) throws(CaptureError) -> CaptureEnvironment {
        let network = clx_own_network()
        let isOwn = network.step == Int32(CLX_NETWORK_READY.rawValue)
        let advice = isOwn ? CaptureAdvice.noPacketSockets : .explaining(step: Int(network.step), error: network.error)
        return try CaptureEnvironment(mode, isOwn: isOwn, mayCapture: clx_may_capture() != 0, advice)
    }
}

extension CaptureEnvironment {
    /// The environment that a system offers for a mode.
    init(
        _ mode: CaptureMode, isOwn: Bool, mayCapture: @autoclosure () -> Bool, _ advice: CaptureAdvice
    ) throws(CaptureError) {
        kind =
            switch mode {
            case .off: .off
            case .ledger: .ledger
            case .auto, .live: isOwn ? .namespace : mayCapture() ? .host : .ledger
            }
        if mode == .live, kind == .ledger {
            throw .liveNotPermitted(reason: advice.reason, advice: advice.advice)
        }
        note = mode == .auto && kind == .ledger ? advice.note : nil
        hasOwnNetwork = isOwn
        self.mode = mode
        self.advice = advice
    }
}

extension CaptureAdvice {
    /// The advice for a network namespace in which libpcap cannot open a packet socket.
    static let noPacketSockets = CaptureAdvice(
        reason: "the kernel offers no packet sockets", advice: "A kernel with CONFIG_PACKET would permit it.")

    /// One sentence for the user of a run without a live capture.
    var note: String {
        "The capture is written from what the sockets sent, not captured live: \(reason). \(advice)"
    }
}

/// The reason for which a process has no network of its own, and the command that would permit a live capture.
struct CaptureAdvice: Hashable, Sendable {
    var reason: String
    var advice: String
}

extension CaptureAdvice {
    /// Derives the advice from the failed step and the kernel's settings.
    static func explaining(step: Int, error: Int32) -> CaptureAdvice {
        CaptureAdvice(
            step: step, error: error, setting: setting(named:), isRoot: geteuid() == 0, executable: executable())
    }

    init(step: Int, error: Int32, setting: (String) -> String?, isRoot: Bool, executable: String) {
        if step == Int(CLX_NETWORK_THREADS.rawValue) {
            reason = "the process already had more than one thread when it asked for a network of its own"
            advice = "Prepare the capture first thing in main."
        } else if let forbidden = Self.settings.first(where: { setting($0.name) == $0.forbids }) {
            reason = "the system's setting \(forbidden.name)=\(forbidden.forbids) allows no network of its own"
            advice = "`sudo sysctl -w \(forbidden.name)=\(forbidden.permits)` would permit it."
        } else {
            reason =
                "the system allows no network of its own (\(Self.steps[step] ?? "step \(step)"): \(Self.text(error)))"
            advice =
                isRoot
                ? "In a container, starting it with `--cap-add=NET_RAW` would permit it."
                : "`sudo setcap cap_net_raw+ep \(executable)` would permit it on the host's interface."
        }
    }

    private static let settings = [
        (name: "kernel.unprivileged_userns_clone", forbids: "0", permits: "1"),
        (name: "kernel.apparmor_restrict_unprivileged_userns", forbids: "1", permits: "0"),
        (name: "user.max_user_namespaces", forbids: "0", permits: "10000"),
        (name: "user.max_net_namespaces", forbids: "0", permits: "10000"),
    ]

    private static let steps = [
        Int(CLX_NETWORK_TRIAL.rawValue): "running a trial process",
        Int(CLX_NETWORK_USER_NAMESPACE.rawValue): "unshare of the user namespace",
        Int(CLX_NETWORK_IDENTITY.rawValue): "mapping the user's id",
        Int(CLX_NETWORK_NAMESPACE.rawValue): "unshare of the network namespace",
        Int(CLX_NETWORK_LOOPBACK.rawValue): "bringing lo up",
    ]

    private static func text(_ error: Int32) -> String {
        strerror(error).map { String(cString: $0) } ?? "error \(error)"
    }

    /// Returns a kernel setting, or nil when this kernel does not have it.
    static func setting(named name: String) -> String? {
        let path = "/proc/sys/" + name.split(separator: ".").joined(separator: "/")
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let bytes = line.prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func executable() -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
