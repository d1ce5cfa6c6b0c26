internal import Load
internal import Loop
internal import ScenarioStage
internal import ScenarioVocabulary

/// `rollcall load --find-rate`: trials at constant rates until an interval is narrow.
@MainActor
struct RateFinder {
    let request: LoadRequest
    /// The plan of each trial, but for its starts.
    let plan: LoadPlan
    let registry: Registry
    let metrics: MetricsService?
    private var trials = 0

    init(request: LoadRequest, plan: LoadPlan, registry: Registry, metrics: MetricsService?) {
        self.request = request
        self.plan = plan
        self.registry = registry
        self.metrics = metrics
    }

    /// The duration of a trial that can be a bound of the rate.
    nonisolated static let defaultSeconds = 30.0
    /// The relative width of the resulting interval.
    private static let precision = 0.05

    mutating func run() throws(FileError) -> ExitStatus {
        var search = RateSearch(seconds: request.trialSeconds, precision: Self.precision)
        var stopped: String?
        while stopped == nil, let (rate, seconds) = search.next() {
            let result = try trial(rate, seconds)
            if let fault = result.fault {
                Console.error(.load, fault)
                return .fault
            }
            guard !result.isInterrupted else {
                stopped = "it was interrupted"
                break
            }
            search.add(outcome(result.statistics), rate: rate, seconds: seconds)
            if let last = search.trials.last { say(RateAnswer.line(last, number: search.trials.count)) }
        }
        return try answer(
            RateAnswer(search, goals: request.goals.map(\.text), stopped: stopped), stopped != nil)
    }

    private mutating func trial(_ rate: Double, _ seconds: Double) throws(FileError) -> LoadResult {
        let duration = Duration.milliseconds(Int64(seconds * 1000))
        let shape = LoadShape([.slope(from: rate, to: rate, lasting: duration)], text: "constant")
        trials += 1
        var plan = plan
        (plan.arrivals, plan.interval) = (.open(shape), .seconds(1))
        plan.isolate(trials)
        return try LoadTrial(plan: plan, registry: registry, whole: duration, metrics: metrics).run()
    }

    private func outcome(_ statistics: LoadStatistics) -> RateSearch.Outcome {
        let outcomes = request.goals.map { $0.outcome(in: statistics) }
        let verdict = LoadVerdict(statistics, outcomes: outcomes, limits: request.limits)
        let figures = outcomes.map { "\($0.threshold.text): \($0.shown)" }.joined(separator: "; ")
        return switch verdict {
        case .held: .held(figures)
        case .broken: .broken(verdict.reasons.joined(separator: "; "))
        case .invalid, .interrupted: .invalid(verdict.reasons.joined(separator: "; "))
        }
    }

    private func answer(_ answer: RateAnswer, _ isInterrupted: Bool) throws(FileError) -> ExitStatus {
        say(answer.summary)
        for report in request.reports {
            if let file = report.file {
                try FileStore.write(answer.json, to: file)
            } else {
                Console.say(answer.json)
            }
        }
        if isInterrupted { return .interrupted }
        if answer.isOfGenerator { return .fault }
        return answer.hasLower ? .success : .failure
    }

    /// Shows lines, on the standard error when a report takes the standard output.
    private func say(_ text: String) {
        if request.reports.contains(where: { $0.file == nil }) {
            Console.error(text)
        } else {
            Console.say(text)
        }
    }
}
