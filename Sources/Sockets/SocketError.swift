import Glibc
public import Loop
public import Wire

/// The reason for which a socket could not be created.
public enum SocketError: Error, Hashable {
    /// The kernel refuses to bind the address.
    case unbindable(SocketAddress, error: Int32)
    /// The event loop refuses to watch the socket.
    case unwatchable(SocketAddress, LoopError)
}

extension SocketError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
        switch self {
        case .unbindable(let address, let error):
            "cannot bind \(address): \(Shortage.text(error))\(Self.advice(error))"
        case .unwatchable(let address, let error):
            "cannot wait for datagrams at \(address): \(error)"
        }
    }

    /// True when the system has no descriptor or memory left for a socket, for which no scenario is to blame.
    package var isShortage: Bool {
        switch self {
        case .unbindable(_, let error): Shortage.includes(error)
        case .unwatchable: true
        }
    }

    private static func advice(_ error: Int32) -> String {
        switch error {
        case EADDRINUSE: "; another process has it: choose another port or end that process"
        case EADDRNOTAVAIL: "; hosts must be addresses of this machine, such as those in 127.0.0.0/8"
        case EACCES: "; ports below 1024 need a privilege"
        default: ""
        }
    }
}
