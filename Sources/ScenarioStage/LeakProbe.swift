import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

/// A part of a run that must be gone when the run is over.
@MainActor
struct LeakProbe {
    let name: String
    private weak let object: AnyObject?

    init(_ name: String, _ object: AnyObject) {
        self.name = name
        self.object = object
    }

    /// Whether something still holds it.
    var isAlive: Bool { object != nil }
}

extension Stage {
    /// What of the stage must be gone when the run is over: whoever still held one of these could act in the next run.
    var leakProbes: [LeakProbe] {
        let parts: [LeakProbe] = [LeakProbe("the stage", self), LeakProbe("the network", network)]
        let servers = backend.map { [LeakProbe("the backend", $0)] } ?? []
        let all = cast + crashes.values.flatMap(\.self)
        let clients = all.flatMap { [LeakProbe("\($0.name)", $0), LeakProbe("the client of \($0.name)", $0.client)] }
        return parts + servers + clients
    }
}
