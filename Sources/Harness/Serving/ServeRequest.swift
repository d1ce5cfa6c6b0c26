internal import Wire

/// A command line of `rollcall serve`.
struct ServeRequest {
    /// Where the coordinator is to listen; port 0 stands for a free one.
    let address: SocketAddress
    /// The file that names the users.
    let usersFile: String?

    init(_ words: Words) throws(UsageError) {
        if let word = words.operands.first { throw UsageError(.serve, "it takes options only, and there is `\(word)`") }
        let host = try Self.host(words)
        let port: UInt16 = try words.number(.port, of: .serve, atLeast: 0) ?? 5683
        guard host.isLoopback || port < .max else {
            throw UsageError(.serve, "--port can be 65534 at most: the SFU takes the port that follows")
        }
        address = SocketAddress(host: host, port: port)
        usersFile = words[.users]
        guard host.isLoopback || usersFile != nil else {
            throw UsageError(
                .serve, "give --users too: everybody knows the names of those who are there without it")
        }
    }

    private static func host(_ words: Words) throws(UsageError) -> HostAddress {
        guard let text = words[.address] else { return HostAddress(127, 0, 0, 1) }
        guard let host = HostAddress(text) else {
            throw UsageError(.serve, "--address needs an IPv4 address such as 127.0.0.1, and is `\(text)`")
        }
        guard host.value != 0 else {
            throw UsageError(.serve, "--address needs one address of this machine: clients are told where the SFU is")
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
