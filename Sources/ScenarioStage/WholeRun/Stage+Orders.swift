import Backend
import BackendCore
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Wire

extension Stage {
    /// Calls `perform`, which carries out a command of a server, and checks its effect.
    func checkingOrder(_ call: ServerCall, _ perform: () -> Void) {
        let command = call.command
        switch command.spec.name {
        case "fail":
            let servers = call.server == "coordinator" ? [plan.coordinator] : sfuHosts
            serverOrders.refuse(command.arguments.count, with: command.arguments.path, at: servers)
            perform()
        case "shutDown":
            let names = (backend?.edgeNames ?? []).filter { call.server == "sfu" || call.server == $0 }
            let users = names.flatMap { usersOfSessions(at: $0) }
            serverOrders.beginMoves()
            perform()
            serverOrders.endMoves(of: users)
        default: perform()
        }
    }

    private func usersOfSessions(at edge: String) -> [String] {
        (backend?.sessionIds(on: edge) ?? []).compactMap { session in
            backend?.read(session: session)?.call.participants.first { $0.sessionId == session }?.user.id
        }
    }

    /// Returns the failure of a server that does not carry out an order.
    func orderFailure() -> ExpectationFailure? {
        serverOrders.violation.map {
            ExpectationFailure(
                reason: "a server does not do what the scenario orders", expected: "what the command says", actual: $0)
        }
    }
}

extension Scenario {
    /// True when a step lets a server refuse requests.
    var ordersRefusals: Bool { steps.contains(where: \.ordersRefusals) }
}

extension Step {
    fileprivate var ordersRefusals: Bool {
        if case .server(let call) = action, call.command.spec.name == "fail" { return true }
        return action.inner.contains(where: \.ordersRefusals)
    }
}

extension Arguments {
    /// The number of requests to refuse.
    fileprivate var count: Int {
        if case .integer(let count)? = value(named: "next") { Int(clamping: count) } else { 1 }
    }

    /// The path of the requests to refuse.
    fileprivate var path: String {
        if case .text(let path)? = value(named: "path") { path } else { "*" }
    }
}
