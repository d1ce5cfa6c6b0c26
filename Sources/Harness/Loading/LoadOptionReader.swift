internal import Load
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage

/// Reads the options of `rollcall load`, and refuses those that exclude each other.
struct LoadOptionReader {
    private let words: ParsedArguments

    init(_ words: ParsedArguments) { self.words = words }

    /// Returns the scenario that is named, with the size of its group.
    func unit() throws(UsageError) -> ScenarioChoice {
        var choice = try ScenarioChoice(words, of: .load)
        choice.groupSize = try words.number(.participants, of: .load, atLeast: 1)
        let most = ScenarioLimits.default.participants
        guard choice.groupSize ?? 1 <= most else {
            throw UsageError(.load, "--participants can be \(most) at most, and is \(choice.groupSize ?? 0)")
        }
        return choice
    }

    func media() throws(UsageError) -> MediaSwitch? {
        guard let text = words[.media] else { return nil }
        guard let media = MediaSwitch(rawValue: text) else {
            throw UsageError(.load, "--media is off, on or audio, and is `\(text)`")
        }
        return media
    }

    func arrivals() throws(UsageError) -> LoadPlan.Arrivals {
        let atOnce: Int? = try words.number(.concurrency, of: .load, atLeast: 1)
        guard atOnce ?? 1 <= LoadShape.mostAtOnce else {
            throw UsageError(.load, "--concurrency can be \(LoadShape.mostAtOnce) at most")
        }
        switch (words[.shape], atOnce) {
        case (let text?, nil):
            for option in [OptionName.runs, .budget] where words.has(option) {
                throw UsageError(
                    .load, "--\(option.rawValue) requires --concurrency, because a shape determines the end of a load")
            }
            return .open(try shape(text))
        case (nil, let atOnce?):
            let count: Int? = try words.number(.runs, of: .load, atLeast: 1)
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

    func time(_ option: OptionName) throws(UsageError) -> Duration? {
        guard let text = words[option] else { return nil }
        guard let duration = try? Units.duration(text, longest: .seconds(30 * 86_400)), duration > .zero else {
            throw UsageError(.load, "--\(option.rawValue) needs a time with its unit, as in 10min, and is `\(text)`")
        }
        return duration
    }

    /// The purpose, with the options that it excludes.
    func purpose() throws(UsageError) -> LoadRequest.Purpose {
        switch (words.has(.findRate), words.has(.compareClocks)) {
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
    func captureFile() throws(UsageError) -> String? {
        guard let file = words[.capture] else { return nil }
        try refuse([.workers, .server, .findRate, .compareClocks], "--capture is for one load in one process")
        guard !file.isEmpty, !words.operands.contains(where: { $0.hasPrefix(SIPTarget.scheme) }) else {
            throw UsageError(.load, "--capture needs the name of a file, and a scenario as the load")
        }
        return file
    }

    /// Returns the callee when the operand is a SIP URI.
    func sipTarget() throws(UsageError) -> SIPTarget? {
        guard let text = words.operands.first(where: { $0.hasPrefix(SIPTarget.scheme) }) else { return nil }
        guard words.operands.count == 1 else { throw UsageError(.load, "name \(text) alone: a load has one target") }
        try refuse(
            [.filter, .tag, .participants, .media, .server, .secret, .compareClocks], "\(text) is not a scenario")
        guard let target = SIPTarget(text) else {
            throw UsageError(
                .load, "a SIP call needs an address of 127/8, as in sip:service@127.0.0.1:5060, and this is `\(text)`")
        }
        return target
    }

    private static let maxWorkers = 64

    func workers(
        _ arrivals: LoadPlan.Arrivals, _ purpose: LoadRequest.Purpose
    ) throws(UsageError) -> Int? {
        guard let count: Int = try words.number(.workers, of: .load, atLeast: 1) else { return nil }
        guard count <= Self.maxWorkers else {
            throw UsageError(.load, "--workers can be \(Self.maxWorkers) at most, and is \(count)")
        }
        try refuse([.soak, .findRate, .compareClocks], "--workers shares one load among processes")
        if case .closed(let atOnce, let runs, _) = arrivals, min(atOnce, runs ?? atOnce) < count {
            throw UsageError(.load, "each of \(count) workers needs an instance: raise --concurrency and --runs")
        }
        return count
    }

    /// The options and operands of this command line that a worker receives.
    var workerWords: [String] {
        let shared: [OptionName] = [
            .filter, .tag, .participants, .media, .shape, .concurrency, .runs, .budget, .seed, .clock, .server,
            .secret,
        ]
        let options = shared.flatMap { option in words.all(option).map { "--\(option.rawValue)=\($0)" } }
        return options + ["--"] + words.operands
    }

    private func refuse(_ options: [OptionName], _ why: String) throws(UsageError) {
        for option in options where words.has(option) {
            throw UsageError(.load, "\(why): leave out --\(option.rawValue)")
        }
    }

    func metricsPort() throws(UsageError) -> UInt16? {
        guard let text = words[.metrics] else { return nil }
        guard let port = UInt16(text) else {
            throw UsageError(.load, "--metrics needs a port from 0 to 65535, and is `\(text)`")
        }
        return port
    }

    func thresholds(_ option: OptionName) throws(UsageError) -> [LoadThreshold] {
        var thresholds: [LoadThreshold] = []
        for text in words.all(option) {
            do throws(LoadTextError) {
                thresholds.append(try LoadThreshold(text))
            } catch {
                throw UsageError(.load, "--\(option.rawValue): \(error)")
            }
        }
        return thresholds
    }

    func loadReports() throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for text in words.all(.report) { requests.append(try ReportRequest(text, .load)) }
        if let other = requests.first(where: { ![.json, .html].contains($0.kind) }) {
            throw UsageError(.load, "a load has the reports json and html, and not \(other.kind.rawValue)")
        }
        if words.has(.findRate) || words.has(.compareClocks), requests.contains(where: { $0.kind == .html }) {
            throw UsageError(.load, "a search and a comparison have the report json, and no curves for html")
        }
        guard requests.count(where: { $0.file == nil }) <= 1 else {
            throw UsageError(.load, "one report can go to the standard output: name files for the others, as KIND=FILE")
        }
        return requests
    }

    func series() throws(UsageError) -> [SeriesRequest] {
        var requests: [SeriesRequest] = []
        for file in words.all(.series) {
            guard let form = LoadSeries.Form.allCases.first(where: { file.hasSuffix(".\($0.rawValue)") }) else {
                throw UsageError(.load, "--series needs a file that ends with .csv, .jsonl or .hlog, and is `\(file)`")
            }
            requests.append(SeriesRequest(file: file, form: form))
        }
        return requests
    }
}
