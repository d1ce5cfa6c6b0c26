import Backend

/// A property of the servers: how it is called, what its values are and where they are read.
public struct ServerPropertySpec: Sendable {
    /// Which servers have it: `coordinator` or `sfu`.
    public let server: String
    /// How a scenario calls it, such as `stays`.
    public let name: String
    /// What its values are.
    public let type: ValueType
    /// What it is.
    public let about: String
    /// What it is just now, at a server of that name.
    let read: @MainActor (CallBackend, String) -> Value

    /// Every property, in the order in which the documents show them.
    public static let all = [
        ServerPropertySpec(
            server: "coordinator", name: "connections", type: .number,
            about: "how many connections it keeps, those of clients that are away too"
        ) { backend, _ in .integer(Int64(backend.connectionCount)) },
        ServerPropertySpec(
            server: "coordinator", name: "drops", type: .number,
            about: "how many datagrams changed nothing there, of those that could not be read or belonged elsewhere"
        ) { .integer($0.dropCount(at: $1)) },
        ServerPropertySpec(
            server: "sfu", name: "stays", type: .number,
            about: "how many stays it keeps, those of clients that are away too"
        ) { backend, server in .integer(backend.edges(called: server) { Int64(backend.stays(on: $0).count) }) },
        ServerPropertySpec(
            server: "sfu", name: "drops", type: .number,
            about: "how many datagrams changed nothing there, of those that could not be read or belonged elsewhere"
        ) { backend, server in .integer(backend.edges(called: server) { backend.dropCount(at: $0) }) },
    ]

    /// The property of that name that a server has.
    static func named(_ name: String, of server: String) -> ServerPropertySpec? {
        let kind = kind(of: server)
        return all.first { $0.server == kind && $0.name == name }
    }

    /// What kind of server one of that name is.
    static func kind(of server: String) -> String { server.hasPrefix("sfu") ? "sfu" : server }

    /// How many datagrams a server dropped for one reason.
    @MainActor
    static func drops(_ reason: String, _ backend: CallBackend, _ server: String) -> Value {
        guard kind(of: server) == "sfu" else { return .integer(Int64(backend.drops(at: server)[reason] ?? 0)) }
        return .integer(backend.edges(called: server) { Int64(backend.drops(at: $0)[reason] ?? 0) })
    }
}

extension ServerPropertySpec: Hashable {
    /// A server's name and a property's mean one thing.
    public static func == (one: ServerPropertySpec, other: ServerPropertySpec) -> Bool {
        one.server == other.server && one.name == other.name
    }

    /// Feeds its names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(server)
        hasher.combine(name)
    }
}

extension CallBackend {
    fileprivate func dropCount(at server: String) -> Int64 {
        Int64(drops(at: server).values.reduce(0, +))
    }

    /// The sum over the SFUs that a name stands for: `sfu` for all of them.
    fileprivate func edges(called name: String, _ count: (String) -> Int64) -> Int64 {
        edgeNames.filter { name == "sfu" || name == $0 }.map(count).reduce(0, +)
    }
}
