internal import Load
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage

/// A command line of `rollcall load`.
struct LoadRequest {
    let choice: ScenarioChoice
    let arrivals: LoadPlan.Arrivals
    let seed: UInt64
    let clock: ClockMode
    let thresholds: [LoadThreshold]
    let reports: [ReportRequest]
    let series: [SeriesRequest]
    /// True when the growth of resources is judged.
    let soaks: Bool

    init(_ words: Words) throws(UsageError) {
        choice = try ScenarioChoice(words, of: .load)
        arrivals = try words.arrivals()
        seed = try words.number(.seed, of: .load, atLeast: 0) ?? 1
        clock = try words.clock(of: .load) ?? .virtual
        thresholds = try words.thresholds()
        reports = try words.loadReports()
        series = try words.series()
        soaks = words.has(.soak)
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

extension Words {
    fileprivate func arrivals() throws(UsageError) -> LoadPlan.Arrivals {
        let atOnce: Int? = try number(.concurrency, of: .load, atLeast: 1)
        switch (self[.shape], atOnce) {
        case (let text?, nil):
            for option in [OptionName.runs, .budget] where has(option) {
                throw UsageError(.load, "--\(option.rawValue) goes with --concurrency: a shape says when a load ends")
            }
            return .open(try shape(text))
        case (nil, let atOnce?):
            let count: Int? = try number(.runs, of: .load, atLeast: 1)
            let duration = try budget()
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

    private func budget() throws(UsageError) -> Duration? {
        guard let text = self[.budget] else { return nil }
        guard let duration = try? Units.duration(text, longest: .seconds(30 * 86_400)), duration > .zero else {
            throw UsageError(.load, "--budget needs a time with its unit, as in 10min, and is `\(text)`")
        }
        return duration
    }

    fileprivate func thresholds() throws(UsageError) -> [LoadThreshold] {
        var thresholds: [LoadThreshold] = []
        for text in all(.threshold) {
            do throws(LoadTextError) {
                thresholds.append(try LoadThreshold(text))
            } catch {
                throw UsageError(.load, "--threshold: \(error)")
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
