import Backend
import Chance
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Sockets

/// The boot of a stage: its sockets, its servers and its participants.
extension Stage {
    /// Binds every socket, starts the backend and connects the participants, on a perfect network.
    func boot() async throws {
        if scenario.backend != nil {
            try await bootOutsideServers()
            return try await bootParticipants()
        }
        let backend = try bootServers()
        backend.onTrace = { [unowned self] trace in
            record.log("backend", "\(trace)")
            watch(trace)
        }
        backend.onTransport = { [unowned self] server, event in
            record.log(server, "\(event)")
            counts.process(event)
        }
        try await bootParticipants()
    }

    /// Starts the backend.
    func bootServers() throws -> CallBackend {
        let backend = try CallBackend(
            configuration: configuration, scheduler: loop, generator: generator.derived(for: "backend")
        ) { [network] host, port in
            try network.bind(host: host, port: port)
        }
        self.backend = backend
        return backend
    }

    /// Starts the participants, and connects those with a connection from the start.
    func bootParticipants() async throws {
        names[plan.coordinator] = "coordinator"
        introduceParticipants()
        try await bootPrograms()
        try bootGuestServer()
        for (index, spec) in scenario.participants.enumerated() { try boot(spec, index) }
        arrange()
        for performer in performers where performer.spec.connected {
            connecting = performer.name
            try await performer.connect()
        }
        connecting = nil
        apply(scenario.network)
    }
}
