internal import CProcess
internal import Load
internal import Loop
internal import Reporting

/// The files and the console of one load.
struct LoadOutputs {
    private let request: LoadRequest
    private let scenario: String
    private let file: String
    private var series: [LoadSeries]
    private var curves: LoadCurves?
    private var points: [SoakPoint] = []
    private var ended = 0
    /// The samples since the last one in files.
    private var current: LoadSample?

    /// Prepares the outputs, and throws when one of them cannot be written or would replace an input.
    init(_ request: LoadRequest, scenario: String, file: String, inputs: [String]) throws(FileError) {
        self.request = request
        self.scenario = scenario
        self.file = file
        series = request.series.map { LoadSeries($0.form) }
        if request.reports.contains(where: { $0.kind == .html }) { curves = LoadCurves() }
        if request.soaks { points.reserveCapacity(2048) }
        let inputs = InputFiles(inputs + [request.secretFile].compactMap(\.self))
        for output in request.outputs {
            try FileStore.checkWritable(output.file)
            try inputs.check(output.file, by: output.name)
            try OutputFiles.checkReplaced(output.file, by: output.name)
        }
    }

    /// Takes a sample.
    mutating func add(_ sample: LoadSample) {
        if current == nil { current = sample } else { current?.append(sample) }
        // Timers may end an interval a little early; it counts as whole.
        guard let whole = current, whole.statistics.seconds > request.interval / .seconds(1) - 0.5 else { return }
        finish()
    }

    /// Takes the last interval, which may be a part of one.
    mutating func finish() {
        guard let sample = current else { return }
        current = nil
        for index in series.indices { series[index].add(sample) }
        curves?.add(sample)
        guard request.soaks else { return }
        ended += sample.statistics.completed + sample.statistics.failed
        points.append(
            SoakPoint(
                at: sample.start + .seconds(sample.statistics.seconds), ended: ended,
                underWay: sample.statistics.underWay, values: Self.resources(with: sample.pending)))
    }

    private static func resources(with pending: LoadPending) -> [SoakResource: Double] {
        [
            .resident: Double(cpr_resident_bytes()), .heap: Double(cpr_allocated_bytes()),
            .descriptors: Double(cpr_open_descriptors()), .timers: Double(pending.timers),
            .sessions: Double(pending.sessions),
        ]
    }

    /// The judgement of the soak; nil without `--soak`.
    var soak: SoakReport? { request.soaks ? SoakReport(points) : nil }

    /// Writes everything.
    func write(
        _ result: LoadResult, _ verdict: LoadVerdict, _ outcomes: [LoadThreshold.Outcome], _ soak: SoakReport?,
        notes: String = ""
    ) throws(FileError) {
        let text = LoadText(result.statistics).summary + (soak?.summary ?? "") + judgement(verdict, outcomes)
        let isTaken = request.reports.contains { $0.file == nil }
        if isTaken { Console.error(text + notes) } else { Console.say(text + notes) }
        for (request, series) in zip(request.series, series) { try FileStore.write(series.bytes, to: request.file) }
        for report in request.reports {
            let bytes =
                report.kind == .html
                ? page(text, result, verdict)
                : LoadJSON.report(
                    scenario: scenario, file: file, seed: request.seed, clock: request.clock.rawValue,
                    plan: request.plan, result.statistics, verdict, outcomes, soak: soak)
            if let file = report.file { try FileStore.write(bytes, to: file) } else { Console.say(bytes) }
        }
    }

    private func page(_ text: String, _ result: LoadResult, _ verdict: LoadVerdict) -> [UInt8] {
        CurvesPage.bytes(
            title: "\(scenario) as a load",
            about: "\(request.plan), \(request.clock.rawValue) clock, seed \(request.seed)",
            verdict: verdict.word, reasons: verdict.reasons, summary: text, data: curves?.json ?? [])
    }

    private func judgement(_ verdict: LoadVerdict, _ outcomes: [LoadThreshold.Outcome]) -> String {
        let held = outcomes.filter(\.isHeld).map { "threshold  held    \($0.threshold.text): \($0.shown)\n" }
        let word = verdict.word + (verdict.reasons.isEmpty ? "" : ": ")
        return held.joined() + "\(word)\(verdict.reasons.joined(separator: "; "))\n"
    }
}
