/// The number of mutants with each fate, in a room, in a file, or in all.
struct Score: Codable {
    var killedByScenarios = 0
    var killedByTests = 0
    var survived = 0
    var unreached = 0
    var equivalent = 0

    /// The number of mutants that could be killed.
    var count: Int { killedByScenarios + killedByTests + survived + unreached }

    init(_ judgements: [Judgement]) {
        for judgement in judgements {
            switch judgement.fate {
            case .killed: killedByScenarios += 1
            case .killedByTest: killedByTests += 1
            case .survived: survived += 1
            case .unreached: unreached += 1
            case .equivalent: equivalent += 1
            }
        }
    }

    static let head = """
        | where | mutants | killed by scenarios | by tests only | survived | not reached | scenarios | all | equivalent |
        |---|---|---|---|---|---|---|---|---|
        """

    func row(_ name: String) -> String {
        let cells = [
            "\(count)", "\(killedByScenarios)", "\(killedByTests)", "\(survived)", "\(unreached)",
            percent(killedByScenarios), percent(killedByScenarios + killedByTests), "\(equivalent)",
        ]
        return "| \(name) | \(cells.joined(separator: " | ")) |"
    }

    private func percent(_ part: Int) -> String { count == 0 ? "–" : "\((part * 1000 / count + 5) / 10) %" }
}
