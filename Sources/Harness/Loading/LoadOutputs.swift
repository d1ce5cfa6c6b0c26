internal import Load
internal import Loop
internal import Reporting

/// The files and the console of one load.
struct LoadOutputs {
    private let request: LoadRequest
    private let scenario: String
    private let file: String
    private var series: [LoadSeries]

    /// Prepares the outputs, and throws when one of them cannot be written.
    init(_ request: LoadRequest, scenario: String, file: String) throws(FileError) {
        self.request = request
        self.scenario = scenario
        self.file = file
        series = request.series.map { LoadSeries($0.form) }
        for file in request.series.map(\.file) + request.reports.compactMap(\.file) {
            try FileStore.checkWritable(file)
        }
    }

    /// Takes a sample.
    mutating func add(_ sample: LoadSample) {
        for index in series.indices { series[index].add(sample) }
    }

    /// Writes everything.
    func write(_ result: LoadResult, _ verdict: LoadVerdict, _ outcomes: [LoadThreshold.Outcome]) throws(FileError) {
        let text = LoadText(result.statistics).summary + judgement(verdict, outcomes)
        if request.reports.contains(where: { $0.file == nil }) { Console.complain(text) } else { Console.say(text) }
        for (request, series) in zip(request.series, series) { try FileStore.write(series.bytes, to: request.file) }
        for report in request.reports {
            let bytes = LoadJSON.report(
                scenario: scenario, file: file, seed: request.seed, clock: request.clock.rawValue, plan: request.plan,
                result.statistics, verdict, outcomes)
            if let file = report.file { try FileStore.write(bytes, to: file) } else { Console.say(bytes) }
        }
    }

    private func judgement(_ verdict: LoadVerdict, _ outcomes: [LoadThreshold.Outcome]) -> String {
        let held = outcomes.filter(\.isHeld).map { "threshold  held    \($0.threshold.text): \($0.shown)\n" }
        let word = verdict.word + (verdict.reasons.isEmpty ? "" : ": ")
        return held.joined() + "\(word)\(verdict.reasons.joined(separator: "; "))\n"
    }
}
