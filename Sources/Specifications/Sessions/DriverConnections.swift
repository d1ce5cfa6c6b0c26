import Timing

/// The ends of drivers' connections to the coordinator.
struct DriverConnections: Specification {
    static let page = SpecificationPage(
        name: "connections of drivers",
        statement: "A driver closes each of its connections with DELETE /video/connect. "
            + "In a run without disturbances the coordinator forgets none.",
        source: "wire.md; driver.md",
        arrows: [
            .init(from: "opened", to: "closed", guards: ["the driver sends DELETE /video/connect"]),
            .init(from: "opened", to: "forgotten", guards: ["the network or a server was disturbed"]),
        ])

    /// True once a participant's process ended without notice.
    private var hasCrashed = false

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        if case .crashed = observation { hasCrashed = true }
        guard case .connection("forgotten", let id, let user) = observation, run.isUndisturbed, !hasCrashed,
            run.leavesAreRequested, run.hasOnlyDrivers(user)
        else { return nil }
        return Refusal(
            String(id), "the connection of \(user) is forgotten", allowed: ["closed"],
            refused: ["the driver sends DELETE /video/connect", "the network or a server was disturbed"])
    }
}

extension RunTraits {
    /// True when all participants of a user are outside programs.
    fileprivate func hasOnlyDrivers(_ user: Substring) -> Bool {
        let names = participants(of: user)
        return !names.isEmpty && names.allSatisfy(isDriven)
    }
}
