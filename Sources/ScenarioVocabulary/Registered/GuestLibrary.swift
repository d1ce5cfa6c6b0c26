public import Sockets

/// A call library in the place of Rollcall's own.
///
/// Every participant without a kind or a driver is a client of it. A scenario that needs more than the library
/// declares is `unsupported`, with the reason.
public struct GuestLibrary: Sendable {
    /// Makes a client at the start of a run. Nothing has been sent yet.
    public typealias ClientFactory = @MainActor @Sendable (ParticipantContext) throws -> any RegisteredParticipant
    /// Makes the library's server at the start of a run.
    public typealias ServerFactory = @MainActor @Sendable (GuestServerContext) throws -> any GuestServer

    /// The name in reports.
    public let name: String
    /// The commands that its clients perform.
    package let commands: Set<String>
    /// The properties that its clients report.
    package let properties: Set<String>
    /// The options of participants that its clients apply.
    package let options: Set<String>
    package let server: ServerFactory?
    package let make: ClientFactory

    /// Describes a library.
    ///
    /// - Parameters:
    ///   - name: The name in reports.
    ///   - commands: The commands that its clients perform, such as `ring`. All of them connect.
    ///   - properties: The properties that its clients report, such as `callingState`.
    ///   - options: The options that its clients apply, such as `interceptor`.
    ///   - server: Makes a server of its own. Without one, clients use Rollcall's coordinator.
    ///   - make: Makes a client.
    public init(
        _ name: String, commands: [String], properties: [String], options: [String] = [],
        server: ServerFactory? = nil, make: @escaping ClientFactory
    ) {
        self.name = name
        self.commands = Set(commands + ["connect"])
        self.properties = Set(properties)
        self.options = Set(options)
        self.server = server
        self.make = make
    }
}

/// A server of a guest library.
@MainActor
public protocol GuestServer: AnyObject {
    /// Ends all activity. Called at the end of the run.
    func stop()
}

/// The parts of a run that a server of a guest library uses.
@MainActor
public final class GuestServerContext {
    /// Its socket, at the coordinator's host.
    public let socket: any DatagramSocket

    package init(socket: any DatagramSocket) {
        self.socket = socket
    }
}

/// The times after which a client acts by itself, as the scenario sets them; nil for never.
public struct ParticipantLimits: Sendable {
    /// The time after which a caller cancels its ring.
    public let cancel: Duration?
    /// The time after which a callee rejects a ring.
    public let incoming: Duration?
    /// The time for which a join waits for the interceptor; nil when it does not wait.
    public let interceptor: Duration?

    /// The limits that apply without a setting.
    package static let standard = (ring: Duration.seconds(15), interceptor: Duration.seconds(5))

    /// Creates limits. Zero stands for never.
    package init(
        cancel: Duration = standard.ring, incoming: Duration = standard.ring,
        interceptor: Duration = standard.interceptor
    ) {
        self.cancel = cancel > .zero ? cancel : nil
        self.incoming = incoming > .zero ? incoming : nil
        self.interceptor = interceptor > .zero ? interceptor : nil
    }
}
