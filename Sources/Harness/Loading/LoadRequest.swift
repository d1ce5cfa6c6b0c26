internal import Glibc
internal import Load
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage

/// A command line of `rollcall load`.
struct LoadRequest {
    let choice: ScenarioChoice
    /// The media of all participants; nil keeps the media of the scenario.
    let media: MediaSwitch?
    /// The use of the load: one run, a search for a rate, or a comparison of clocks.
    let purpose: Purpose
    let arrivals: LoadPlan.Arrivals
    let seed: UInt64
    let clock: ClockMode
    let thresholds: [LoadThreshold]
    let reports: [ReportRequest]
    let series: [SeriesRequest]
    /// True when the growth of resources is judged.
    let soaks: Bool
    /// The number of worker processes; nil to run the load in this process.
    let workers: Int?
    /// The arguments of this command line that a worker receives.
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

    /// The use of a load.
    enum Purpose {
        case single
        case findRate
        case compareClocks
    }

    init(_ words: ParsedArguments) throws(UsageError) {
        let options = LoadOptionReader(words)
        choice = try options.unit()
        media = try options.media()
        sip = try options.sipTarget()
        captureFile = try options.captureFile()
        purpose = try options.purpose()
        arrivals = purpose == .findRate ? .closed(atOnce: 1, count: 1, lasting: nil) : try options.arrivals()
        seed = try words.number(.seed, of: .load, atLeast: 0) ?? 1
        // A rate is a limit of the machine, which virtual time does not have.
        clock =
            try words.clock(of: .load) ?? (purpose == .findRate || words.has(.server) || sip != nil ? .real : .virtual)
        thresholds = try options.thresholds(.threshold)
        goals = try options.thresholds(.findRate)
        trialSeconds = try options.time(.trial).map { $0 / .seconds(1) } ?? RateFinder.defaultSeconds
        metricsPort = try options.metricsPort()
        reports = try options.loadReports()
        series = try options.series()
        soaks = words.has(.soak)
        workers = try options.workers(arrivals, purpose)
        workerWords = options.workerWords
        server = try ServerChoice(words)
        guard !isOutside || clock == .real else {
            throw UsageError(.load, "the servers are another process, which has no virtual time: leave out --clock")
        }
        try OutputFiles.check(outputs.map(\.file), of: .load, called: "outputs")
    }

    /// The files that the load writes, each with its name in messages.
    var outputs: [(file: String, name: String)] {
        var outputs: [(file: String, name: String)] = []
        for request in series { outputs.append((request.file, "a series")) }
        for file in reports.compactMap(\.file) { outputs.append((file, "a report")) }
        if let captureFile { outputs.append((captureFile, "the capture")) }
        return outputs
    }

    /// The file with the secret of running servers; nil without those.
    var secretFile: String? { server?.secretFile }

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
