internal import Exploration
internal import Load
internal import ScenarioLanguage
internal import ScenarioStage

/// The request of the verb that does the work of a plan on one machine.
enum PlannedRequest {
    case run(RunRequest)
    case explore(ExploreRequest)
    case load(LoadRequest)

    init(_ words: ParsedArguments, for purpose: PlanPurpose) throws(UsageError) {
        try words.check(for: purpose)
        switch purpose {
        case .run: self = .run(try RunRequest(words, of: .plan, cores: Console.cores))
        case .explore:
            guard !words.has(.budget) else {
                throw UsageError(.plan, "a plan of a search counts runs: give --runs 10000 instead of --budget")
            }
            self = .explore(try ExploreRequest(words))
        case .load: self = .load(try LoadRequest(words))
        }
    }

    var choice: ScenarioChoice {
        switch self {
        case .run(let request): request.choice
        case .explore(let request): request.choice
        case .load(let request): request.choice
        }
    }
}

/// Cuts a plan's work into packs of similar duration, by the recorded durations of its scenarios.
struct PlanCutting {
    let request: PlannedRequest
    let scenarios: [Scenario]
    /// The intended seconds of a pack.
    let target: Double
    /// The recorded seconds of one run, by id.
    let durations: [String: Double]

    /// The assumed seconds of a scenario's run without a record.
    private static let defaultSeconds = 0.1
    /// The most packs of a search or a load.
    private static let maxParts = 64

    private var ids: [String] { scenarios.map(\.id) }

    /// Completes a plan with seeds, options and packs.
    func complete(_ plan: inout WorkPlan, _ words: ParsedArguments) {
        switch request {
        case .run(let request): cut(request, &plan)
        case .explore(let request): cut(request, &plan, words)
        case .load(let request): cut(request, &plan, words)
        }
    }

    private func seconds(of id: String) -> Double { max(0.001, durations[id] ?? Self.defaultSeconds) }

    private func cut(_ request: RunRequest, _ plan: inout WorkPlan) {
        (plan.seeds, plan.rounds) = (request.seeds, request.rounds)
        plan.options = request.options.commandWords
        let cutting = PackCutting(seeds: request.seeds, rounds: request.rounds, target: target)
        plan.packs = cutting.packs(of: ids.map { .init(id: $0, seconds: seconds(of: $0)) })
    }

    /// Each pack of a search is a search with a seed of its own, in whole groups of runs.
    private func cut(_ request: ExploreRequest, _ plan: inout WorkPlan, _ words: ParsedArguments) {
        let group = Explorer<WorkerProbeRunner>.group
        let all = max(1, request.runs ?? 1)
        let mean = ids.map(seconds).reduce(0, +) / Double(max(1, ids.count))
        let fitting = max(target / mean, Double(all) / Double(Self.maxParts))
        let each = max(1, Int((min(fitting, 1e9) / Double(group)).rounded(.up))) * group
        let first = request.seed ?? 1
        plan.options = words.planned(without: [.runs, .seed, .filter, .tag, .invert])
        plan.packs = stride(from: 0, to: all, by: each).enumerated().map { index, begun in
            let seed = first &+ UInt64(index)
            return WorkPlan.Pack(ids: ids, seeds: seed...seed, runs: min(each, all - begun))
        }
        plan.seeds = first...first
    }

    /// Each pack of a load is a share of its starts.
    private func cut(_ request: LoadRequest, _ plan: inout WorkPlan, _ words: ParsedArguments) {
        let count = request.workers ?? min(Self.maxParts, parts(of: request))
        plan.options = words.planned(without: [.workers, .filter, .tag]) + ["--workers=\(count)"]
        plan.seeds = request.seed...request.seed
        plan.packs = LoadShare.all(count).map { WorkPlan.Pack(ids: ids, seeds: plan.seeds, share: $0) }
    }

    /// The number of shares whose instances take as long as a pack, one after the other.
    private func parts(of request: LoadRequest) -> Int {
        let each = ids.first.map(seconds) ?? Self.defaultSeconds
        let (instances, most): (Int, Int) =
            switch request.arrivals {
            case .open(let shape): (shape.count, .max)
            case .closed(let atOnce, let count, _): (count ?? atOnce, min(atOnce, count ?? atOnce))
            }
        return max(1, min(most, Int((min(Double(instances) * each, 1e9) / target).rounded(.up))))
    }
}
