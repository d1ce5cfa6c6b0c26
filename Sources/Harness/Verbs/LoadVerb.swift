internal import Capture
internal import Glibc
internal import Load
internal import Loop
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// `rollcall load`: many instances of one scenario at the same servers.
struct LoadVerb {
    private let request: LoadRequest
    private let selection: Selection
    private let registry: Registry

    init(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) {
        request = try LoadRequest(words)
        selection = try Selection(request.choice, verb: .load, registry)
        self.registry = registry
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard selection.diagnostics.isEmpty else {
            Console.complain(selection.problems)
            return .invalid
        }
        guard let scenario = selection.scenarios.first, selection.scenarios.count == 1 else {
            throw UsageError(
                .load, "\(selection.scenarios.count) scenarios are selected: name one, or choose it by --filter")
        }
        guard scenario.loadObstacles.isEmpty else {
            for obstacle in scenario.loadObstacles { complain(obstacle, of: scenario) }
            return .invalid
        }
        return run(scenario)
    }

    private func complain(_ obstacle: LoadObstacle, of scenario: Scenario) {
        let place = obstacle.place.map { ":\($0.line)" } ?? ""
        Console.complain(.load, "\(scenario.file)\(place): \(scenario.id) cannot be a load: \(obstacle.reason)")
    }

    private func run(_ scenario: Scenario) -> ExitStatus {
        do {
            let outputs = try LoadOutputs(request, scenario: scenario.id, file: scenario.file)
            // Before the network of its own: other programs read the metrics.
            let metrics = try request.metricsPort.map { try MetricsService(port: $0) }
            if let metrics { Console.complain(metrics.announcement) }
            if let workers = request.workers { return try share(scenario, among: workers, outputs, metrics) }
            _ = try CaptureEnvironment.prepare(.off)
            EventLoop.install()
            return try MainActor.assumeIsolated { try run(scenario, outputs, metrics) }
        } catch {
            Console.complain(.load, "\(error)")
            return .fault
        }
    }

    @MainActor
    private func run(
        _ scenario: Scenario, _ outputs: LoadOutputs, _ metrics: MetricsService?
    ) throws(FileError) -> ExitStatus {
        switch request.purpose {
        case .single: return try measure(scenario, outputs, metrics)
        case .findRate:
            return try RateFinder(request: request, scenario: scenario, registry: registry, metrics: metrics).run()
        case .compareClocks:
            return try ClockComparer(request: request, scenario: scenario, registry: registry, metrics: metrics).run()
        }
    }

    /// Runs the load in worker processes.
    private func share(
        _ scenario: Scenario, among workers: Int, _ prepared: LoadOutputs, _ metrics: MetricsService?
    ) throws(FileError) -> ExitStatus {
        var outputs = prepared
        var pool = try LoadWorkers(workers: workers, whole: request.whole, metrics: metrics)
        let words = (0..<workers).map { index in
            ["rollcall", Verb.loadWorker.rawValue, "--share=\(LoadShare(index: index, count: workers).text)"]
                + ["--parent=\(getpid())"] + request.workerWords
        }
        let result = try pool.run(words) { outputs.add($0) }
        outputs.finish()
        if let fault = result.fault {
            Console.complain(.load, fault)
            return .fault
        }
        return try judge(result, outputs, deaths: pool.deaths)
    }

    @MainActor
    private func measure(
        _ scenario: Scenario, _ prepared: LoadOutputs, _ metrics: MetricsService?
    ) throws(FileError) -> ExitStatus {
        var outputs = prepared
        var plan = LoadPlan(
            scenario, request.arrivals, seed: request.seed, clock: request.clock, interval: request.interval)
        plan.countsPending = request.soaks
        let trial = LoadTrial(plan: plan, registry: registry, whole: request.whole, metrics: metrics)
        let result = try trial.run { outputs.add($0) }
        outputs.finish()
        if let fault = result.fault {
            Console.complain(.load, fault)
            return .fault
        }
        return try judge(result, outputs)
    }

    private func judge(
        _ result: LoadResult, _ outputs: LoadOutputs, deaths: [String] = []
    ) throws(FileError) -> ExitStatus {
        let outcomes = request.thresholds.map { $0.outcome(in: result.statistics) }
        let soak = outputs.soak
        var verdict = LoadVerdict(
            result.statistics, outcomes: outcomes, limits: request.limits, soak: soak, deaths: deaths)
        if result.isInterrupted { verdict = .interrupted(result.statistics, until: verdict) }
        try outputs.write(result, verdict, outcomes, soak)
        return switch verdict {
        case .held: .success
        case .broken: .failure
        case .invalid: .fault
        case .interrupted: .interrupted
        }
    }
}
