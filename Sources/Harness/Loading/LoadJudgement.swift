internal import Load

/// Judges a load that has ended, and writes its outputs.
struct LoadJudgement {
    let request: LoadRequest

    /// - Parameters:
    ///   - deaths: The reasons for which parts of the load are missing.
    ///   - notes: Further lines for people.
    func judge(
        _ result: LoadResult, _ outputs: LoadOutputs, deaths: [String] = [], notes: String = ""
    ) throws(FileError) -> ExitStatus {
        let outcomes = request.thresholds.map { $0.outcome(in: result.statistics) }
        let soak = outputs.soak
        var verdict = LoadVerdict(
            result.statistics, outcomes: outcomes, limits: request.limits, soak: soak, deaths: deaths)
        if result.isInterrupted { verdict = .interrupted(result.statistics, until: verdict) }
        try outputs.write(result, verdict, outcomes, soak, notes: notes)
        return switch verdict {
        case .held: .success
        case .broken: .failure
        case .invalid: .fault
        case .interrupted: .interrupted
        }
    }
}
