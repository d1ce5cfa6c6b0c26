import Backend
import BackendCore
import ScenarioLanguage
import Signaling

extension ServerCommands {
    /// Commands for whole SFUs, one by name or all.
    static let sfuServiceCommands: [ServerCommandRow] = [
        ServerCommandRow(each: "sfu", "shutDown", "tells everybody to go to another SFU, and gets nobody new") {
            stage, server, _ in
            stage.eachEdge(server) {
                $0.setEdge($1, .draining)
                $0.command(.goAway(.shuttingDown), edge: $1)
            }
        },
        ServerCommandRow(each: "sfu", "drain", "keeps those who are there, and gets nobody new") { stage, server, _ in
            stage.eachEdge(server) { $0.setEdge($1, .draining) }
        },
        ServerCommandRow(each: "sfu", "full", "lets nobody new in, which the coordinator does not know") {
            stage, server, _ in
            stage.eachEdge(server) { $0.command(.full(true), edge: $1) }
        },
        ServerCommandRow(each: "sfu", "serve", "takes everybody in again after shutDown, drain, full or withhold") {
            stage, server, _ in
            stage.eachEdge(server) {
                $0.setEdge($1, .serving)
                $0.command(.full(false), edge: $1)
                $0.command(.withholdMigrations(false), edge: $1)
            }
        },
        ServerCommandRow(each: "sfu", "withhold", "tells nobody that their migration is complete") {
            stage, server, _ in
            stage.eachEdge(server) { $0.command(.withholdMigrations(true), edge: $1) }
        },
        ServerCommandRow(each: "sfu", "crash", "ends all at once, and forgets everything") { stage, server, _ in
            stage.eachEdge(server) { $0.crash(edge: $1) }
        },
        ServerCommandRow(each: "sfu", "restart", "begins anew with nothing") { stage, server, _ in
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
