internal import ScenarioStage
internal import Wire

/// The running servers that a load uses, from its command line.
struct ServerChoice {
    private let coordinator: SocketAddress
    let secretFile: String

    /// Returns nil without `--server`.
    init?(_ words: ParsedArguments) throws(UsageError) {
        guard let text = words[.server] else {
            guard !words.has(.secret) else { throw UsageError(.load, "--secret belongs to --server ADDRESS:PORT") }
            return nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let host = HostAddress(String(parts[0])), let port = UInt16(parts[1]), port > 0 else {
            throw UsageError(.load, "--server needs an address and a port, as in 127.0.0.1:5683, and is `\(text)`")
        }
        guard host.isLoopback else {
            throw UsageError(
                .load, "--server can be an address of 127/8, where each participant has its own, and is `\(text)`")
        }
        guard let file = words[.secret], !file.isEmpty else {
            throw UsageError(.load, "--server needs --secret FILE, the same as that of `serve --secret FILE`")
        }
        (coordinator, secretFile) = (SocketAddress(host: host, port: port), file)
    }

    /// Returns the servers.
    ///
    /// - Parameter tag: A unique part of the names of this load.
    func servers(_ tag: String) throws(FileError) -> OutsideServers {
        OutsideServers(coordinator: coordinator, secret: try SecretFile.read(secretFile), tag: tag)
    }
}
