internal import Glibc
internal import Load
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage

/// A command line of `rollcall load`.
struct LoadRequest {
    let choice: ScenarioChoice
    /// The media of all participants; nil for what the scenario says.
    let media: MediaSwitch?
    /// How the load is run.
    let purpose: Purpose
    let arrivals: LoadPlan.Arrivals
    let seed: UInt64
    let clock: ClockMode
    let thresholds: [LoadThreshold]
    let reports: [ReportRequest]
    let series: [SeriesRequest]
    /// True when the growth of resources is judged.
    let soaks: Bool
    /// The number of worker processes; nil for none.
    let workers: Int?
    /// The words that a worker has of this command line.
    private let workerWords: [String]
    /// The thresholds that a rate has to hold, with `--find-rate`.
    let goals: [LoadThreshold]
    /// The duration of a trial that can be a bound of a rate.
    let trialSeconds: Double
    /// The servers of another process; nil for servers in this one.
    private let server: ServerChoice?
    /// The file for all datagrams; nil for no capture.
    let captureFile: String?
    /// The callee of SIP calls; nil for a scenario.
    let sip: SIPTarget?
    /// The port of metrics; nil without them.
    let metricsPort: UInt16?

    /// How a load is run.
    enum Purpose {
        case single
        case findRate
        case compareClocks
    }

    init(_ words: ParsedArguments) throws(UsageError) {
        choice = try words.unit()
        media = try words.media()
        sip = try words.sipTarget()
        captureFile = try words.captureFile()
        purpose = try words.purpose()
        arrivals = purpose == .findRate ? .closed(atOnce: 1, count: 1, lasting: nil) : try words.arrivals()
        seed = try words.number(.seed, of: .load, atLeast: 0) ?? 1
        // A rate is a limit of the machine, which virtual time does not have.
        clock =
            try words.clock(of: .load) ?? (purpose == .findRate || words.has(.server) || sip != nil ? .real : .virtual)
        thresholds = try words.thresholds(.threshold)
        goals = try words.thresholds(.findRate)
        trialSeconds = try words.time(.trial).map { $0 / .seconds(1) } ?? RateFinder.defaultSeconds
        metricsPort = try words.metricsPort()
        reports = try words.loadReports()
        series = try words.series()
        soaks = words.has(.soak)
        workers = try words.workers(arrivals, purpose)
        workerWords = words.ofWorkers
        server = try ServerChoice(words)
        guard !isOutside || clock == .real else {
            throw UsageError(.load, "the servers are another process, which has no virtual time: leave out --clock")
        }
    }

    /// True when the servers are another process, in the network that it shares with this one.
    var isOutside: Bool { server != nil || sip != nil }

    /// Returns the plan of the load, or of its trials.
    func plan(of subject: LoadSubject) throws(FileError) -> LoadPlan {
        var plan = LoadPlan(subject.unit, arrivals, seed: seed, clock: clock, interval: interval)
        if isOutside { plan.tag = try Entropy.tag() }
        plan.servers = try server?.servers(plan.tag)
        return plan
    }

    /// The limits of the generator under the load's clock.
    var limits: GeneratorLimits {
        var limits = clock == .real ? GeneratorLimits.standard : .virtual
        limits.processes = workers ?? 1
        return limits
    }

    /// The command line of a worker with a share.
    ///
    /// - Parameter core: The core to which it is pinned, by its number among the permitted ones; nil for any core.
    func workerCommand(_ share: LoadShare, core: Int? = nil) -> [String] {
        ["rollcall", Verb.loadWorker.rawValue, "--share=\(share.text)", "--parent=\(getpid())"]
            + (core.map { ["--core=\($0)"] } ?? []) + workerWords
    }

    /// The plan of starts in words.
    var plan: String {
        switch arrivals {
        case .open(let shape): shape.text
        case .closed(let atOnce, let count, let duration):
            (["\(atOnce) at once", count.map { "\($0) in all" }, duration.map { "for \($0.written)" }] as [String?])
                .compactMap(\.self).joined(separator: ", ")
        }
    }

    /// The planned time; nil when the number of instances ends the load.
    var whole: Duration? {
        switch arrivals {
        case .open(let shape): shape.duration
        case .closed(_, _, let duration): duration
        }
    }

    /// The time between two samples in files: a second, or more in a long load, so that there are at most two thousand.
    var interval: Duration {
        max(.seconds(1), .seconds(((whole ?? .zero) / .seconds(2000)).rounded(.up)))
    }
}

/// A file that gets the samples of a load.
struct SeriesRequest: Hashable {
    let file: String
    /// The form, by the end of the file's name.
    let form: LoadSeries.Form
}

extension ParsedArguments {
    /// Returns the scenario that is named, with the size of its group.
    fileprivate func unit() throws(UsageError) -> ScenarioChoice {
        var choice = try ScenarioChoice(self, of: .load)
        choice.groupSize = try number(.participants, of: .load, atLeast: 1)
        let most = ScenarioLimits.default.participants
        guard choice.groupSize ?? 1 <= most else {
            throw UsageError(.load, "--participants can be \(most) at most, and is \(choice.groupSize ?? 0)")
        }
        return choice
    }

    fileprivate func media() throws(UsageError) -> MediaSwitch? {
        guard let text = self[.media] else { return nil }
        guard let media = MediaSwitch(rawValue: text) else {
            throw UsageError(.load, "--media is off, on or audio, and is `\(text)`")
        }
        return media
    }

    fileprivate func arrivals() throws(UsageError) -> LoadPlan.Arrivals {
        let atOnce: Int? = try number(.concurrency, of: .load, atLeast: 1)
        switch (self[.shape], atOnce) {
        case (let text?, nil):
            for option in [OptionName.runs, .budget] where has(option) {
                throw UsageError(
                    .load, "--\(option.rawValue) requires --concurrency, because a shape determines the end of a load")
            }
            return .open(try shape(text))
        case (nil, let atOnce?):
            let count: Int? = try number(.runs, of: .load, atLeast: 1)
            let duration = try time(.budget)
            guard count != nil || duration != nil else {
                throw UsageError(.load, "say when the load ends: --runs 1000 or --budget 10min")
            }
            return .closed(atOnce: atOnce, count: count, lasting: duration)
        case (nil, nil):
            throw UsageError(.load, "say how instances start: --shape 'constant(10/s, 60s)' or --concurrency 20")
        case (_?, _?):
            throw UsageError(.load, "--shape plans starts, and --concurrency starts one for each end: give one of them")
        }
    }

    private func shape(_ text: String) throws(UsageError) -> LoadShape {
        do throws(LoadTextError) {
            return try LoadShape(text)
        } catch {
            throw UsageError(.load, "--shape: \(error)")
        }
    }

    fileprivate func time(_ option: OptionName) throws(UsageError) -> Duration? {
        guard let text = self[option] else { return nil }
        guard let duration = try? Units.duration(text, longest: .seconds(30 * 86_400)), duration > .zero else {
            throw UsageError(.load, "--\(option.rawValue) needs a time with its unit, as in 10min, and is `\(text)`")
        }
        return duration
    }

    /// The purpose, with the options that it excludes.
    fileprivate func purpose() throws(UsageError) -> LoadRequest.Purpose {
        switch (has(.findRate), has(.compareClocks)) {
        case (true, true): throw UsageError(.load, "--find-rate and --compare-clocks exclude each other")
        case (true, false):
            let why = "--find-rate plans its own trials and has goals as thresholds"
            try refuse([.shape, .concurrency, .runs, .budget, .threshold, .soak, .series], why)
            return .findRate
        case (false, true):
            try refuse(
                [.clock, .soak, .server, .series, .trial], "--compare-clocks runs under both clocks and shows one table"
            )
            return .compareClocks
        case (false, false):
            try refuse([.trial], "trials belong to --find-rate")
            return .single
        }
    }

    /// Returns the file of a capture, which needs a load in this process alone.
    fileprivate func captureFile() throws(UsageError) -> String? {
        guard let file = self[.capture] else { return nil }
        try refuse([.workers, .server, .findRate, .compareClocks], "--capture is for one load in one process")
        guard !file.isEmpty, !operands.contains(where: { $0.hasPrefix(SIPTarget.scheme) }) else {
            throw UsageError(.load, "--capture needs the name of a file, and a scenario as the load")
        }
        return file
    }

    /// Returns the callee when the operand is a SIP URI.
    fileprivate func sipTarget() throws(UsageError) -> SIPTarget? {
        guard let text = operands.first(where: { $0.hasPrefix(SIPTarget.scheme) }) else { return nil }
        guard operands.count == 1 else { throw UsageError(.load, "name \(text) alone: a load has one target") }
        try refuse(
            [.filter, .tag, .participants, .media, .server, .secret, .compareClocks], "\(text) is not a scenario")
        guard let target = SIPTarget(text) else {
            throw UsageError(
                .load, "a SIP call needs an address of 127/8, as in sip:service@127.0.0.1:5060, and this is `\(text)`")
        }
        return target
    }

    private static let maxWorkers = 64

    fileprivate func workers(
        _ arrivals: LoadPlan.Arrivals, _ purpose: LoadRequest.Purpose
    ) throws(UsageError) -> Int? {
        guard let count: Int = try number(.workers, of: .load, atLeast: 1) else { return nil }
        guard count <= Self.maxWorkers else {
            throw UsageError(.load, "--workers can be \(Self.maxWorkers) at most, and is \(count)")
        }
        try refuse([.soak, .findRate, .compareClocks], "--workers shares one load among processes")
        if case .closed(let atOnce, let runs, _) = arrivals, min(atOnce, runs ?? atOnce) < count {
            throw UsageError(.load, "each of \(count) workers needs an instance: raise --concurrency and --runs")
        }
        return count
    }

    /// The options and operands that workers have, too.
    fileprivate var ofWorkers: [String] {
        let shared: [OptionName] = [
            .filter, .tag, .participants, .media, .shape, .concurrency, .runs, .budget, .seed, .clock, .server,
            .secret,
        ]
        return shared.flatMap { option in all(option).map { "--\(option.rawValue)=\($0)" } } + ["--"] + operands
    }

    private func refuse(_ options: [OptionName], _ why: String) throws(UsageError) {
        for option in options where has(option) {
            throw UsageError(.load, "\(why): leave out --\(option.rawValue)")
        }
    }

    fileprivate func metricsPort() throws(UsageError) -> UInt16? {
        guard let text = self[.metrics] else { return nil }
        guard let port = UInt16(text) else {
            throw UsageError(.load, "--metrics needs a port from 0 to 65535, and is `\(text)`")
        }
        return port
    }

    fileprivate func thresholds(_ option: OptionName) throws(UsageError) -> [LoadThreshold] {
        var thresholds: [LoadThreshold] = []
        for text in all(option) {
            do throws(LoadTextError) {
                thresholds.append(try LoadThreshold(text))
            } catch {
                throw UsageError(.load, "--\(option.rawValue): \(error)")
            }
        }
        return thresholds
    }

    fileprivate func loadReports() throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for text in all(.report) { requests.append(try ReportRequest(text, .load)) }
        if let other = requests.first(where: { ![.json, .html].contains($0.kind) }) {
            throw UsageError(.load, "a load has the reports json and html, and not \(other.kind.rawValue)")
        }
        if has(.findRate) || has(.compareClocks), requests.contains(where: { $0.kind == .html }) {
            throw UsageError(.load, "a search and a comparison have the report json, and no curves for html")
        }
        guard requests.count(where: { $0.file == nil }) <= 1 else {
            throw UsageError(.load, "one report can go to the standard output: name files for the others, as KIND=FILE")
        }
        return requests
    }

    fileprivate func series() throws(UsageError) -> [SeriesRequest] {
        var requests: [SeriesRequest] = []
        for file in all(.series) {
            guard let form = LoadSeries.Form.allCases.first(where: { file.hasSuffix(".\($0.rawValue)") }) else {
                throw UsageError(.load, "--series needs a file that ends with .csv, .jsonl or .hlog, and is `\(file)`")
            }
            requests.append(SeriesRequest(file: file, form: form))
        }
        return requests
    }
}
