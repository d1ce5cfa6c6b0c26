internal import Capture
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

    init(_ words: Words, _ registry: Registry) throws(UsageError) {
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
            _ = try CaptureEnvironment.prepare(.off)
            EventLoop.install()
            return try MainActor.assumeIsolated { try run(scenario, outputs) }
        } catch {
            Console.complain(.load, "\(error)")
            return .fault
        }
    }

    @MainActor
    private func run(_ scenario: Scenario, _ prepared: LoadOutputs) throws(FileError) -> ExitStatus {
        var outputs = prepared
        let isVirtual = request.clock == .virtual
        // Under the real clock the display has each second, and files have longer intervals.
        var plan = LoadPlan(
            scenario, request.arrivals, seed: request.seed, clock: request.clock,
            interval: isVirtual ? request.interval : .seconds(1))
        plan.countsPending = request.soaks
        var desk: LoadDesk?
        let load = LoadRun(plan, registry: registry) { sample in
            desk?.take(sample)
            outputs.add(sample)
        }
        desk = try LoadDesk(load, isVirtual: isVirtual, whole: request.whole)
        let result = load.run()
        desk?.close()
        outputs.finish()
        if let fault = result.fault {
            Console.complain(.load, fault)
            return .fault
        }
        return try judge(result, outputs)
    }

    private func judge(
        _ result: LoadResult, _ outputs: LoadOutputs
    ) throws(FileError) -> ExitStatus {
        let outcomes = request.thresholds.map { $0.outcome(in: result.statistics) }
        let limits = request.clock == .real ? GeneratorLimits.usual : .virtual
        let soak = outputs.soak
        var verdict = LoadVerdict(result.statistics, outcomes: outcomes, limits: limits, soak: soak)
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
