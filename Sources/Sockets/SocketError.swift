import Glibc
public import Loop
public import Wire

/// Why there is no socket.
public enum SocketError: Error, Hashable {
    /// The kernel does not bind that address.
    case unbindable(SocketAddress, error: Int32)
    /// The event loop does not watch the socket.
    case unwatchable(SocketAddress, LoopError)
}

extension SocketError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .unbindable(let address, let error):
            "cannot bind \(address): \(String(cString: strerror(error)))\(Self.advice(error))"
        case .unwatchable(let address, let error):
            "cannot wait for datagrams at \(address): \(error)"
        }
    }

    private static func advice(_ error: Int32) -> String {
        switch error {
        case EADDRINUSE: "; another process has it: choose another port or end that process"
        case EADDRNOTAVAIL: "; hosts must be addresses of this machine, such as those in 127.0.0.0/8"
        case EMFILE, ENFILE: "; raise the limit of open files (ulimit -n)"
        case EACCES: "; ports below 1024 need a privilege"
        default: ""
        }
    }
}
