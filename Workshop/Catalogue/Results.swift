import Harness
import Journal
import ScenarioLanguage

/// The verdicts on scenarios and the moves in their journals, as the last run left them.
struct Results {
    private(set) var verdicts: [String: Verdict.Kind] = [:]
    private(set) var moves = MoveCount()

    init(of scenarios: [Scenario], in out: String) {
        for scenario in scenarios {
            let folder = RunFolder(out: out, id: scenario.id)
            let json = FileStore.read(folder.verdict).flatMap { try? JSON(parsing: $0) }
            guard let verdict = json.flatMap({ Verdict($0) }) else { continue }
            verdicts[scenario.id] = verdict.kind
            moves.read(FileStore.read(folder.journal) ?? [])
        }
    }
}
