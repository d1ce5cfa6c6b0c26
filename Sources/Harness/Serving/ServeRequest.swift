internal import Wire

/// A command line of `rollcall serve`.
struct ServeRequest {
    /// The address of the coordinator; port 0 requests a free one.
    let address: SocketAddress
    /// The file with the users.
    let usersFile: String?
    /// True when each client must prove its requests.
    let requiresProofs: Bool
    /// The file with the secret of tokens; nil for a secret of the system.
    let secretFile: String?
    let log: ServiceLog
    /// True when the calls are shown.
    let showsCalls: Bool
    /// The file for all datagrams.
    let captureFile: String?

    init(_ words: ParsedArguments) throws(UsageError) {
        if let word = words.operands.first { throw UsageError(.serve, "it takes options only, and not `\(word)`") }
        let host = try Self.host(words)
        let port: UInt16 = try words.number(.port, of: .serve, atLeast: 0) ?? 5683
        guard host.isLoopback || port < .max else {
            throw UsageError(.serve, "--port can be 65534 at most: the SFU takes the port that follows")
        }
        address = SocketAddress(host: host, port: port)
        usersFile = words[.users]
        requiresProofs = words.has(.requireProof)
        secretFile = words[.secret]
        showsCalls = words.has(.calls)
        log = ServiceLog(format: try words.logFormat(of: .serve) ?? (showsCalls ? .off : .text))
        captureFile = words[.capture]
        if let captureFile {
            for (file, content) in [(usersFile, "users"), (secretFile, "secret")] {
                guard let file, InputFiles([file]).contains(captureFile) else { continue }
                throw UsageError(.serve, "--capture would overwrite the \(content) in `\(file)`")
            }
        }
        guard host.isLoopback || usersFile != nil else {
            throw UsageError(
                .serve, "give --users too: the default users are public")
        }
    }

    private static func host(_ words: ParsedArguments) throws(UsageError) -> HostAddress {
        guard let text = words[.address] else { return HostAddress(127, 0, 0, 1) }
        guard let host = HostAddress(text) else {
            throw UsageError(.serve, "--address needs an IPv4 address such as 127.0.0.1, and is `\(text)`")
        }
        guard host.value != 0 else {
            throw UsageError(.serve, "--address needs one address of this machine: clients receive it as the SFU's")
        }
        guard host.isLoopback || words.has(.expose) else {
            throw UsageError(
                .serve,
                "other machines may reach \(host), and nothing on the wire is encrypted; "
                    + "give --expose too if that is what you want")
        }
        return host
    }
}

extension ParsedArguments {
    fileprivate func logFormat(of verb: Verb) throws(UsageError) -> ServiceLog.Format? {
        guard let text = self[.log] else { return nil }
        guard let format = ServiceLog.Format(rawValue: text) else {
            throw UsageError(verb, "--log can be text, json or off, and is `\(text)`")
        }
        return format
    }
}
