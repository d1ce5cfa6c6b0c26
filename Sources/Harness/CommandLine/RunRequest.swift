internal import Capture
internal import Loop
internal import Reporting

/// What `rollcall run` is asked to do.
struct RunRequest {
    var paths: [String]
    var seed: UInt64 = 1
    var jobs: Int
    var clock: ClockMode = .virtual
    var capture: CaptureMode = .auto
    var outFolder = ".rollcall"
    var isTwice = false
    var filter: String?
    var limit: Double = 60
    var reports: [ReportRequest] = []

    init(_ words: Words, cores: Int) throws(UsageError) {
        paths = words.operands
        seed = try words.number(.seed, of: .run, atLeast: 0) ?? seed
        jobs = try words.number(.jobs, of: .run, atLeast: 1) ?? cores
        clock = try words.clock(of: .run) ?? clock
        capture = try words.capture(of: .run) ?? capture
        outFolder = words[.out] ?? outFolder
        isTwice = words.has(.twice)
        filter = words[.filter]
        limit = try words.seconds(.limit, of: .run) ?? limit
        for text in words.all(.report) { reports.append(try ReportRequest(text)) }
        guard !paths.isEmpty else { throw UsageError(.run, "name at least one file or folder with scenarios") }
        guard !outFolder.isEmpty else { throw UsageError(.run, "--out needs the name of a folder") }
        guard jobs <= 1024 else { throw UsageError(.run, "--jobs can be 1024 at most, and is \(jobs)") }
        if isTwice, clock == .real {
            throw UsageError(
                .run, "--twice compares runs under the virtual clock: the real one never shows the same twice")
        }
    }
}

/// For whom a verb writes.
enum OutputFormat: String {
    /// For people.
    case text
    /// For programs.
    case json
}

/// A report file that is wanted.
struct ReportRequest: Hashable {
    let kind: ReportKind
    let file: String

    init(_ text: String) throws(UsageError) {
        let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let word = parts.first, let file = parts.dropFirst().first, !file.isEmpty else {
            throw UsageError(.run, "--report needs KIND=FILE, and is `\(text)`")
        }
        guard let kind = ReportKind(rawValue: String(word)) else {
            throw UsageError(.run, "there is no report of the kind `\(word)`; there is: \(kinds)")
        }
        self.kind = kind
        self.file = String(file)
    }
}

extension Words {
    /// A whole number.
    func number<Number: FixedWidthInteger>(
        _ name: OptionName, of verb: Verb, atLeast least: Number
    ) throws(UsageError) -> Number? {
        guard let text = self[name] else { return nil }
        guard let number = Number(text), number >= least else {
            throw UsageError(verb, "--\(name.rawValue) needs a whole number from \(least) on, and is `\(text)`")
        }
        return number
    }

    /// A number of seconds, also with a fraction.
    func seconds(_ name: OptionName, of verb: Verb) throws(UsageError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
            throw UsageError(verb, "--\(name.rawValue) needs a number of seconds up to 86400, and is `\(text)`")
        }
        return seconds
    }

    /// A time in nanoseconds, given in seconds.
    func nanoseconds(_ name: OptionName, of verb: Verb) throws(UsageError) -> Int64? {
        guard let text = self[name] else { return nil }
        let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
        guard let seconds = Double(digits), let time = Int64(exactly: (seconds * 1e9).rounded()) else {
            throw UsageError(verb, "--\(name.rawValue) needs a number of seconds, and is `\(text)`")
        }
        return time
    }

    func clock(of verb: Verb) throws(UsageError) -> ClockMode? {
        guard let text = self[.clock] else { return nil }
        guard let mode = ClockMode(rawValue: text) else {
            throw UsageError(verb, "--clock can be virtual or real, and is `\(text)`")
        }
        return mode
    }

    func format(of verb: Verb) throws(UsageError) -> OutputFormat {
        guard let text = self[.format] else { return .text }
        guard let format = OutputFormat(rawValue: text) else {
            throw UsageError(verb, "--format can be text or json, and is `\(text)`")
        }
        return format
    }

    func capture(of verb: Verb) throws(UsageError) -> CaptureMode? {
        guard let text = self[.capture] else { return nil }
        guard let mode = CaptureMode(rawValue: text) else {
            throw UsageError(verb, "--capture can be auto, live, ledger or off, and is `\(text)`")
        }
        return mode
    }
}
