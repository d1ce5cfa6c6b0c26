import Harness
import Journal
import ScenarioLanguage

/// The verdicts on scenarios and the transitions in their journals, as the last run left them.
struct Results {
    private(set) var verdicts: [String: Verdict.Kind] = [:]
    private(set) var transitions = TransitionCount()

    init(of scenarios: [Scenario], in out: String) {
        for scenario in scenarios {
            let folder = RunFolder(out: out, id: scenario.id)
            let json = FileStore.read(folder.verdict).flatMap { try? JSON(parsing: $0) }
            guard let verdict = json.flatMap({ Verdict($0) }) else { continue }
            verdicts[scenario.id] = verdict.kind
            transitions.read(FileStore.read(folder.journal) ?? [])
        }
    }
}
