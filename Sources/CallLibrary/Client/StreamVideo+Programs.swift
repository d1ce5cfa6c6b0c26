import Chance
import Loop
public import Signaling
import Sockets
public import Wire

/// A client for an ordinary program: real time, a separate socket, and random identifiers.
extension StreamVideo {
    /// Creates the client of a user with a token. Nothing is sent before ``connect()``.
    ///
    /// - Parameter coordinator: The address of the coordinator; that of `rollcall serve` on this machine by default.
    /// - Throws: `SocketError` when no socket can be opened.
    public convenience init(
        user: User, token: UserToken, coordinator: SocketAddress = .localCoordinator,
        configuration: CallConfiguration = CallConfiguration()
    ) throws {
        try self.init(user: user, coordinator: coordinator, configuration: configuration) { token }
    }

    /// Creates the client of a user whose tokens are provided by the application. Nothing is sent before ``connect()``.
    ///
    /// - Parameters:
    ///   - coordinator: The address of the coordinator; that of `rollcall serve` on this machine by default.
    ///   - tokenProvider: Returns a token; called for each attempt to connect.
    /// - Throws: `SocketError` when no socket can be opened.
    public convenience init(
        user: User, coordinator: SocketAddress = .localCoordinator,
        configuration: CallConfiguration = CallConfiguration(),
        tokenProvider: @escaping @MainActor () async throws -> UserToken
    ) throws {
        self.init(
            user: user, coordinator: coordinator, configuration: configuration,
            environment: try CallEnvironment.ofProgram()
        ) { try await tokenProvider().bytes }
    }
}

extension CallEnvironment {
    /// Creates the environment of this process: the event loop if it is installed, otherwise Swift's main executor.
    ///
    /// - Throws: `SocketError` when no socket can be opened.
    @MainActor
    public static func ofProgram() throws -> CallEnvironment {
        let generator = SeededGenerator(secret: SystemSecret.bytes())
        guard EventLoop.isInstalled else {
            return CallEnvironment(
                scheduler: MainScheduler.shared, generator: generator, socket: try UDPSocket.onMainExecutor())
        }
        return CallEnvironment(scheduler: EventLoop.shared, generator: generator, socket: try UDPSocket(.any))
    }
}

extension SocketAddress {
    /// The coordinator that `rollcall serve` runs on this machine by default.
    public static let localCoordinator = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
}

extension CallViewModel {
    /// Creates the view model of the client that was created last.
    ///
    /// - Precondition: There is a client.
    public convenience init() {
        guard let client = StreamVideo.current else {
            preconditionFailure("Create a StreamVideo before its CallViewModel.")
        }
        self.init(streamVideo: client)
    }
}
