/// The reason for which a scenario cannot be one of many at the same servers.
package struct LoadObstacle: Hashable, Sendable {
    /// The place of the obstacle; nil when it concerns the whole file.
    package let place: Place?
    /// The obstacle in a sentence.
    package let reason: String

    /// The obstacle of a scenario with its place.
    package func text(of scenario: Scenario) -> String {
        let line = place.map { ":\($0.line)" } ?? ""
        return "\(scenario.file)\(line): \(scenario.id) cannot be a load: \(reason)"
    }
}

extension Scenario {
    /// The parts that change or read more than the scenario's own participants and calls; empty for a scenario that fits.
    package var loadObstacles: [LoadObstacle] {
        programs.map { _ in LoadObstacle(place: nil, reason: "it has outside programs") }
            + participants.compactMap(\.loadObstacle) + steps.flatMap(\.loadObstacles)
            + rules.compactMap(\.loadObstacle)
            + network.compactMap { change in
                if case .link = change { nil } else { change.obstacle(at: nil) }
            }
    }
}

extension ParticipantSpec {
    fileprivate var loadObstacle: LoadObstacle? {
        guard driver != nil || part != nil else { return nil }
        return LoadObstacle(place: place, reason: "`\(name)` is not a client of the call library")
    }
}

extension Step {
    fileprivate var loadObstacles: [LoadObstacle] {
        switch action {
        case .server: [LoadObstacle(place: place, reason: "it changes a server, and all instances share the servers")]
        case .network(let changes): changes.compactMap { $0.obstacle(at: place) }
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations):
            expectations.compactMap(\.loadObstacle)
        case .command, .packets, .journal, .wait, .sameTime, .group, .mark:
            action.inner.flatMap(\.loadObstacles)
        }
    }
}

extension Expectation {
    fileprivate var loadObstacle: LoadObstacle? {
        switch property {
        case .server, .drops:
            LoadObstacle(place: place, reason: "it reads a server, which has all instances")
        case .named, .participant, .member, .custom, .events, .refusals, .notifications: nil
        }
    }
}

extension NetworkChange {
    fileprivate func obstacle(at place: Place?) -> LoadObstacle? {
        if hosts.contains(where: Self.isServer) {
            return LoadObstacle(place: place, reason: "it changes the link of a server, and all instances share it")
        }
        switch self {
        case .drop, .dropNothing:
            return LoadObstacle(
                place: place, reason: "it chooses packets; `loss` in place of `drop` affects one participant")
        case .move(let change) where change.action == .spoof || change.action == .babble:
            return LoadObstacle(place: place, reason: "it sends as another participant")
        case .intruder:
            return LoadObstacle(place: place, reason: "it attacks servers, and all instances share them")
        case .link, .flap, .flapNoMore, .move: return nil
        }
    }

    /// The hosts whose links it changes.
    private var hosts: [String] {
        switch self {
        case .link(let change): change.hosts
        case .flap(let change): change.hosts
        case .drop, .dropNothing, .flapNoMore, .move, .intruder: []
        }
    }

    private static func isServer(_ host: String) -> Bool {
        ["coordinator", "sfu"].contains(host) || host.hasPrefix("sfu-")
    }
}
