import CLinux
import Glibc

/// Why a process gets no network of its own, and which command would permit a live capture.
struct CaptureAdvice: Hashable, Sendable {
    var reason: String
    var advice: String
}

extension CaptureAdvice {
    /// Reads the reason out of the step that failed and the kernel's settings.
    static func explaining(_ result: clx_network_result) -> CaptureAdvice {
        CaptureAdvice(
            step: Int(result.step), error: result.error, setting: setting(named:), isRoot: geteuid() == 0,
            executable: executable())
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

    /// The value of a kernel setting; nil where this kernel has none of that name.
    private static func setting(named name: String) -> String? {
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
