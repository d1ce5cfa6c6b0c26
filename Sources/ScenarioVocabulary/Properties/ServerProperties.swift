package import Backend
package import ScenarioLanguage

/// The properties of servers.
package enum ServerProperties {
    /// All properties in the order of the documentation.
    package static let table = Table<PropertySpec, @MainActor (CallBackend, String) -> Value>(all)

    package static let all: [ServerPropertyRow] = [
        ServerPropertyRow(
            "connections", .count, "the number of its connections, with those of disconnected clients",
            of: "coordinator"
        ) { backend, _ in .integer(Int64(backend.connectionCount)) },
        ServerPropertyRow(
            "drops", .count,
            "the number of datagrams without effect: unreadable ones, and those of no request",
            of: "coordinator"
        ) { .integer($0.dropCount(at: $1)) },
        ServerPropertyRow(
            "sessions", .count, "the number of its sessions, with those of disconnected clients", of: "sfu"
        ) { backend, server in .integer(backend.edges(called: server) { Int64(backend.sessionIds(on: $0).count) }) },
        ServerPropertyRow(
            "drops", .count,
            "the number of datagrams without effect: unreadable ones, and those of no request", of: "sfu"
        ) { backend, server in .integer(backend.edges(called: server) { backend.dropCount(at: $0) }) },
    ]

    /// Returns the number of datagrams that a server dropped for one reason.
    @MainActor
    package static func drops(_ reason: String, _ backend: CallBackend, _ server: String) -> Value {
        guard Cast.kind(ofServer: server) == "sfu" else {
            return .integer(Int64(backend.drops(at: server)[reason] ?? 0))
        }
        return .integer(backend.edges(called: server) { Int64(backend.drops(at: $0)[reason] ?? 0) })
    }
}

extension CallBackend {
    fileprivate func dropCount(at server: String) -> Int64 {
        Int64(drops(at: server).values.reduce(0, +))
    }

    /// Returns the sum over the SFUs that a name refers to; `sfu` refers to all.
    fileprivate func edges(called name: String, _ count: (String) -> Int64) -> Int64 {
        edgeNames.filter { name == "sfu" || name == $0 }.map(count).reduce(0, +)
    }
}

extension CallBackend {
    /// Returns the current value of a server's property; nil for any other property.
    package func value(of property: Property, at server: String) -> Value? {
        switch property {
        case .server(let property): ServerProperties.table[property]?(self, server)
        case .drops(let reason): ServerProperties.drops(reason, self, server)
        case .named, .participant, .member, .custom, .events, .notifications, .refusals: nil
        }
    }
}
