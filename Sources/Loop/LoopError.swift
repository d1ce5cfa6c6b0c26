import Glibc

/// A reason for which the loop cannot run.
public enum LoopError: Error, Hashable {
    /// The kernel refuses to watch the descriptor.
    case unwatchable(descriptor: Int32, error: Int32)
    /// The kernel provides no descriptor for waiting.
    case noPoll(error: Int32)
    /// ``EventLoop/install()`` was not called, or was called too late.
    case notInstalled
    /// Datagrams on the loopback interface arrived after `sendto` had returned.
    case loopbackIsLate(arrived: Int, sent: Int)
    /// The loopback interface could not be tested.
    case loopbackUnusable(error: Int32)
    /// Swift's clocks do not show virtual time.
    case clockNotReplaced
}

extension LoopError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
        switch self {
        case .unwatchable(let descriptor, let error):
            "descriptor \(descriptor) cannot be watched: \(Self.text(error))"
        case .noPoll(let error):
            "the kernel gives no descriptor for waiting: \(Self.text(error)); raise the limit of open files (ulimit -n)"
        case .notInstalled:
            "the event loop is not the process's executor: call EventLoop.install() first thing in a synchronous main"
        case .loopbackIsLate(let arrived, let sent):
            "of \(sent) datagrams over the loopback interface only \(arrived) were there when sendto had returned; "
                + "virtual time needs an unshaped loopback interface"
        case .loopbackUnusable(let error):
            "the loopback interface cannot be used: \(Self.text(error)); is lo up?"
        case .clockNotReplaced:
            "Swift's clocks do not show the virtual time: the program must be linked with libc as a shared library"
        }
    }

    private static func text(_ error: Int32) -> String {
        String(cString: strerror(error))
    }
}
