import Backend
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

extension Stage {
    /// The objects that remain although all clients have left and no event is possible, in words: servers' state of
    /// clients, unknown sockets, and pending or retained objects of clients.
    var leftovers: [String] {
        let ended = unendedCommands.keys.sorted().compactMap { unendedCommands[$0] }.map {
            "`\($0.step.text)` of \($0.participant)"
        }
        .map { "the task of the command \($0)" }
        return (backend?.leftovers ?? []) + sockets + performers.flatMap { $0.leftovers() } + ended
    }

    /// The sockets that belong to no participant and no server.
    private var sockets: [String] {
        var known = performers.map(\.address) + [plan.coordinatorAddress]
        if let guestServer { known.append(guestServer.socket.address) }
        known += edges.flatMap { [$0.address, $0.mediaAddress] }
        if let intruderAddress { known.append(intruderAddress) }
        return network.boundAddresses.filter { !known.contains($0) }.map { "the socket \($0)" }
    }
}

/// An object of a run that must be released when the run is over.
@MainActor
struct LeakProbe {
    let name: String
    private weak let object: AnyObject?

    init(_ name: String, _ object: AnyObject) {
        self.name = name
        self.object = object
    }

    /// True while the object is retained.
    var isAlive: Bool { object != nil }
}

extension Stage {
    /// The objects of the stage that must be released when the run is over, because they could act in the next run.
    var leakProbes: [LeakProbe] {
        let servers = backend.map { [LeakProbe("the backend", $0)] } ?? []
        // A crashed client's tasks are suspended for ever, and retain the client and its closed socket. They cannot act,
        // because its timers and its socket are gone.
        let networks = crashes.isEmpty ? [LeakProbe("the network", network)] : []
        return [LeakProbe("the stage", self)] + networks + servers
            + performers.flatMap(\.ownObjects).map { LeakProbe($0.name, $0.object) }
    }
}
