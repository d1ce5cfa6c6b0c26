import CLinux

/// The network in which a process runs its scenario, and what can be captured there.
public struct CaptureGround: Hashable, Sendable {
    /// Where packets can be captured.
    public let kind: CaptureKind
    /// Whether the loopback interface is the process's own: only then can processes with the same addresses and
    /// ports run side by side.
    public let hasOwnNetwork: Bool
    /// What to tell the user when packets cannot be captured live although that was asked for, with the command
    /// that would permit it.
    public let note: String?
    /// What was asked for.
    let mode: CaptureMode
    /// Why a live capture may turn out to be impossible after all.
    let advice: CaptureAdvice

    /// True when processes that this one starts can each have a network of their own.
    public static var networksAreAvailable: Bool { clx_networks_are_available() }

    /// Takes the process into a network of its own where the system allows that, with or without capture.
    ///
    /// Call it first thing in `main`, before any thread starts.
    public static func prepare(_ mode: CaptureMode) throws(CaptureError) -> CaptureGround {
        let network = clx_own_network()
        let isOwn = network.step == Int32(CLX_NETWORK_READY.rawValue)
        let advice = isOwn ? CaptureAdvice.noPacketSockets : .explaining(network)
        let kind: CaptureKind =
            switch mode {
            case .off: .off
            case .ledger: .ledger
            case .auto, .live: isOwn ? .namespace : clx_may_capture() != 0 ? .host : .ledger
            }
        if mode == .live, kind == .ledger {
            throw .liveNotPermitted(reason: advice.reason, advice: advice.advice)
        }
        let note = mode == .auto && kind == .ledger ? advice.note : nil
        return CaptureGround(kind: kind, hasOwnNetwork: isOwn, note: note, mode: mode, advice: advice)
    }
}

extension CaptureAdvice {
    /// For a network of the process's own in which libpcap opens nothing all the same.
    static let noPacketSockets = CaptureAdvice(
        reason: "the kernel offers no packet sockets", advice: "A kernel with CONFIG_PACKET would permit it.")

    /// One sentence for the user of a run that has no live capture.
    var note: String {
        "The capture is written from what the sockets sent, not captured live: \(reason). \(advice)"
    }
}
