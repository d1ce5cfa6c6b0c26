internal import Capture
internal import Glibc
internal import Load
internal import Loop
internal import ScenarioStage
internal import ScenarioVocabulary

/// `rollcall load`: many instances of one scenario at the same servers, or many SIP calls to a program.
struct LoadVerb {
    private let request: LoadRequest
    private let registry: Registry

    init(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) {
        request = try LoadRequest(words)
        self.registry = registry
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard let subject = try LoadSubject.chosen(by: request, registry) else { return .invalid }
        return run(subject)
    }

    private func run(_ subject: LoadSubject) -> ExitStatus {
        do {
            let outputs = try LoadOutputs(request, scenario: subject.name, file: subject.file, inputs: subject.inputs)
            // Before the network of its own: other programs read the metrics.
            let metrics = try request.metricsPort.map { try MetricsService(port: $0) }
            if let metrics { Console.error(metrics.announcement) }
            var base = try request.plan(of: subject)
            if let workers = request.workers { return try share(among: workers, outputs, metrics) }
            if !request.isOutside {
                let environment = try CaptureEnvironment.prepare(request.captureFile == nil ? .off : .auto)
                base.capture = request.captureFile.map { ($0, environment) }
            }
            EventLoop.install()
            return try MainActor.assumeIsolated { [base] in try run(base, outputs, metrics) }
        } catch {
            Console.error(.load, "\(error)")
            return .fault
        }
    }

    @MainActor
    private func run(
        _ plan: LoadPlan, _ outputs: LoadOutputs, _ metrics: MetricsService?
    ) throws(FileError) -> ExitStatus {
        switch request.purpose {
        case .single: return try measure(plan, outputs, metrics)
        case .findRate:
            var finder = RateFinder(request: request, plan: plan, registry: registry, metrics: metrics)
            return try finder.run()
        case .compareClocks:
            return try ClockComparer(request: request, plan: plan, registry: registry, metrics: metrics).run()
        }
    }

    /// Runs the load in worker processes.
    private func share(
        among workers: Int, _ prepared: LoadOutputs, _ metrics: MetricsService?
    ) throws(FileError) -> ExitStatus {
        var outputs = prepared
        var pool = try LoadWorkers(workers: workers, whole: request.whole, metrics: metrics)
        let words = LoadShare.all(workers).map { request.workerCommand($0, core: $0.index) }
        let result = try pool.run(words) { outputs.add($0) }
        outputs.finish()
        return try judge(result, outputs, deaths: pool.deaths)
    }

    @MainActor
    private func measure(
        _ plan: LoadPlan, _ prepared: LoadOutputs, _ metrics: MetricsService?
    ) throws(FileError) -> ExitStatus {
        var outputs = prepared
        var plan = plan
        plan.countsPending = request.soaks
        let trial = LoadTrial(plan: plan, registry: registry, whole: request.whole, metrics: metrics)
        let result = try trial.run { outputs.add($0) }
        outputs.finish()
        return try judge(result, outputs)
    }

    private func judge(
        _ result: LoadResult, _ outputs: LoadOutputs, deaths: [String] = []
    ) throws(FileError) -> ExitStatus {
        if let fault = result.fault {
            Console.error(.load, fault)
            return .fault
        }
        return try LoadJudgement(request: request).judge(result, outputs, deaths: deaths)
    }
}
