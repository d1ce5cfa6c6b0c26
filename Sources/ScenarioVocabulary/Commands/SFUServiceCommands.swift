import Backend
import BackendCore
import ScenarioLanguage
import Signaling

extension ServerCommands {
    /// Commands for whole SFUs, one by name or all.
    static let sfuServiceCommands: [ServerCommandRow] = [
        ServerCommandRow(
            each: "sfu", "shutDown", "asks all participants to migrate to another SFU, and receives no new sessions"
        ) {
            stage, server, _ in
            stage.eachEdge(server) {
                $0.setEdge($1, .draining)
                $0.command(.goAway(.shuttingDown), edge: $1)
            }
        },
        ServerCommandRow(each: "sfu", "drain", "keeps its sessions and receives no new ones") { stage, server, _ in
            stage.eachEdge(server) { $0.setEdge($1, .draining) }
        },
        ServerCommandRow(each: "sfu", "full", "refuses new sessions, and does not report that to the coordinator") {
            stage, server, _ in
            stage.eachEdge(server) { $0.command(.full(true), edge: $1) }
        },
        ServerCommandRow(each: "sfu", "serve", "accepts sessions again after shutDown, drain, full or withhold") {
            stage, server, _ in
            stage.eachEdge(server) {
                $0.setEdge($1, .serving)
                $0.command(.full(false), edge: $1)
                $0.command(.withholdMigrations(false), edge: $1)
            }
        },
        ServerCommandRow(each: "sfu", "withhold", "sends no confirmation of migrations") {
            stage, server, _ in
            stage.eachEdge(server) { $0.command(.withholdMigrations(true), edge: $1) }
        },
        ServerCommandRow(each: "sfu", "crash", "crashes: stops at once and loses all state") { stage, server, _ in
            stage.eachEdge(server) { $0.crash(edge: $1) }
        },
        ServerCommandRow(each: "sfu", "restart", "restarts without any state") { stage, server, _ in
            stage.eachEdge(server) { backend, edge in
                do {
                    try backend.restart(edge: edge)
                } catch {
                    stage.record.log(edge, "restart failed: \(error)")
                }
            }
        },
    ]
}

extension ServerStage {
    /// Calls `body` for each SFU that a name refers to.
    fileprivate func eachEdge(_ name: String, _ body: (CallBackend, String) -> Void) {
        guard let backend else { return }
        for edge in backend.edgeNames where name == "sfu" || name == edge { body(backend, edge) }
    }
}
