internal import Load
internal import Loop
internal import ScenarioStage
internal import ScenarioVocabulary

/// One load in this process, with its display and its metrics.
@MainActor
struct LoadTrial {
    var plan: LoadPlan
    let registry: Registry
    /// The planned time; nil when there is none.
    let whole: Duration?
    var metrics: MetricsService?

    /// Runs it to its end.
    func run(onSample: @escaping @MainActor (LoadSample) -> Void = { _ in }) throws(FileError)
        -> LoadResult
    {
        var plan = plan
        // The display under the real clock and the metrics have each second, and files have longer intervals.
        if plan.clock == .real || metrics != nil { plan.interval = .seconds(1) }
        if metrics != nil { plan.beat = .milliseconds(100) }
        var terminal: LoadTerminal?
        let load = LoadRun(plan, registry: registry) { [metrics] sample in
            terminal?.add(sample)
            metrics?.add(sample)
            onSample(sample)
        }
        terminal = try LoadTerminal(load, isVirtual: plan.clock == .virtual, whole: whole, metrics: metrics)
        defer { terminal?.close() }
        return load.run()
    }
}
