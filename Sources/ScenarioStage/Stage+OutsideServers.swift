import Journal
import Programs
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing
import Wire

/// A program in place of Rollcall's servers.
extension Stage {
    /// Starts the program and waits until it has a socket at the coordinator's address.
    func bootOutsideServers() async throws {
        guard let choice = scenario.backend, let outside = outsideServers else { return }
        open(outside)
        let program = choice.program(
            port: outside.coordinator.port, secret: String(decoding: outside.secret, as: UTF8.self), users: usersText)
        let group = ProgramGroup(program, at: outside.coordinator, network: network, loop: loop)
        servers = group
        group.onEvent = { [record] program, event in record.log(program, event) }
        try await group.start(in: programsFolder)
    }

    /// The users of the scenario as a list of maps in JSON, which is YAML too.
    private var usersText: String {
        var json = JSONText()
        json.openArray()
        for user in scenario.knownUsers { json.user(user) }
        json.closeArray()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }

    /// The reason that the scenario needs Rollcall's own servers; nil when a program may be in their place.
    var reasonAgainstBackend: String? {
        guard scenario.backend != nil else { return nil }
        let settings = scenario.settings.namesOfServers.map { "the setting \($0)" }
        let vocabulary = Vocabulary(registry)
        let needs = scenario.participants.flatMap { spec in
            let needs = DriverNeeds(of: spec, in: scenario, vocabulary)
            let isOutside = drivers.contains { $0.spec.name == spec.name && !$0.isVirtual }
            return needs.controlNeeds + (isOutside ? needs.backendNeeds : [])
                + (spec.provesRequests ? ["the proofs of \(spec.name)'s requests"] : [])
        }
        return (settings + needs).first.map { "\($0) needs Rollcall's own servers, which a program replaces" }
    }
}
