import Journal
import Loop
import Programs
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

extension Stage {
    /// True when a part of the run has its own clock.
    var isInRealTime: Bool { programs != nil || scenario.backend != nil || !realTimeDrivers.isEmpty }

    /// The fault of a program that ends the run.
    var programFault: ProgramFault? { programs?.fault ?? servers?.fault }

    /// Creates the hosts of the programs. Drivers, which start before the run, enter their namespaces.
    func openPrograms() {
        guard !scenario.programs.isEmpty else { return }
        programs = ProgramGroup(scenario.programs, network: network, loop: loop)
    }

    /// The reason that the scenario needs hosts which this system does not provide; nil without one.
    var reasonAgainstPrograms: String? {
        guard let missing = programs?.missing, let need = scenario.needOfRouter else { return nil }
        return "\(need) needs programs behind the harness's router, but \(missing)"
    }

    /// The note on programs without hosts of their own; nil where they have them.
    var noteOnLoopback: String? {
        programs?.missing.map { "Programs ran on the loopback interface, and were not captured: \($0)." }
    }

    /// Starts the programs and waits until they are ready.
    func bootPrograms() async throws {
        guard let programs else { return }
        for (name, host) in programs.addresses { names[host] = name }
        programs.onEvent = { [record] program, event in record.log(program, event) }
        if let missing = programs.missing { record.log(nil, "programs are on the loopback interface: \(missing)") }
        _ = monitor
        try await programs.start(in: programsFolder)
    }

    /// Returns the host of a participant: that of its program, if it has one.
    func host(of spec: ParticipantSpec, _ index: Int) -> HostAddress {
        programs?.addresses[spec.name] ?? plan.participant(index)
    }

    func programAddress(_ name: String) -> SocketAddress? {
        programs?.addresses[name].map { SocketAddress(host: $0, port: 0) }
    }

    /// Changes the address of a program's host.
    func moveProgram(_ name: String) {
        do throws(ProgramHostError) {
            guard let (before, next) = try programs?.move(name) else { return }
            network.moveLink(of: before, to: next)
            names[next] = name
            record.add(.fault(.init(target: name, text: "handover from \(before) to \(next)")))
        } catch {
            record.add(.fault(.init(target: name, text: "handover failed: \(error)")))
        }
    }

    /// Returns the failure that a program's fault causes.
    func failure(of fault: ProgramFault) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(fault)", place: scenario.program(fault.program)?.place, participants: [fault.program],
            findings: fault.lastLines)
    }
}

extension Scenario {
    /// The first part of a scenario with programs that has an effect only behind a router.
    fileprivate var needOfRouter: String? {
        network.isEmpty ? steps.lazy.compactMap(\.needOfRouter).first : "`network` of the scenario"
    }
}

extension Step {
    fileprivate var needOfRouter: String? {
        switch action {
        case .network: "`network` at line \(place.line)"
        case .packets: "`packets` at line \(place.line)"
        default: action.inner.lazy.compactMap(\.needOfRouter).first
        }
    }
}
