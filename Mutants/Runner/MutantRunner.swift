internal import CMutantProcesses
internal import CProcess
internal import CallLibraryGuest
internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// Runs scenarios with mutants, in processes that it forks.
@MainActor
final class MutantRunner {
    private let environment: CaptureEnvironment
    private let scenarios: [Scenario]
    private let isBare: Bool
    private let runner: ScenarioRunner
    private let progress: UnsafeMutablePointer<mutant_progress>
    /// The descriptor for replies.
    private let replies: Int32
    /// The limit of a run without a mutant, in seconds.
    private static let longestRun = 60.0

    /// Reads the scenarios of folders or files; nil when one is wrong, or when there is no memory to share.
    ///
    /// - Parameter isBare: True to judge nothing that the scenarios expect.
    init?(paths: [String], isBare: Bool) {
        replies = mutants_begin()
        guard replies >= 0, let progress = mutants_progress(), let environment = try? CaptureEnvironment.prepare(.off)
        else {
            return nil
        }
        // Sound: the memory is there until the process ends.
        self.progress = progress
        self.environment = environment
        let registry = Registry().withOwnLibrary
        let vocabulary = Vocabulary(registry)
        let library = ScenarioLibrary.load(paths: paths, vocabulary: vocabulary)
        guard library.diagnostics.isEmpty else { return nil }
        scenarios = library.scenarios
        self.isBare = isBare
        runner = ScenarioRunner(registry)
        runner.prepare(environment)
    }

    /// Performs the orders in the lines of the standard input until its end.
    func performOrders() {
        reply(scenarios.map(\.id))
        reply(scenarios.map(\.file))
        reply(reached())
        while let line = readLine() {
            let words = line.split(separator: " ")
            reply(response(to: words.first ?? "", words.dropFirst()) ?? ["unknown"])
        }
    }

    private func response(to verb: Substring, _ words: ArraySlice<Substring>) -> [String]? {
        switch verb {
        case "warm": warm(words.compactMap { Int($0) })
        case "reach": words.first.flatMap { Int($0) }.flatMap(reach)
        case "judge": words.first.flatMap { Int32($0) }.flatMap { judge($0, words.dropFirst().compactMap(Run.init)) }
        case "together":
            words.first.flatMap(Run.init).flatMap { together($0, words.dropFirst().compactMap { Int32($0) }) }
        default: nil
        }
    }

    private func reply(_ words: [String]) {
        let bytes = Array((words.joined(separator: " ") + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            // Sound: the pointer is used only during the call.
            let count = bytes[sent...].withUnsafeBytes { write(replies, $0.baseAddress, $0.count) }
            guard count > 0 else { exit(1) }
            sent += count
        }
    }

    // MARK: Orders

    private func warm(_ places: [Int]) -> [String] {
        let verdicts = places.filter(scenarios.indices.contains).map { place in
            let outcome = runner.run(scenarios[place], options: options)
            return runner.settle() == nil ? outcome.verdict.kind.rawValue : "unsettled"
        }
        return verdicts
    }

    private func reach(_ place: Int) -> [String] {
        mutants_forget_reached()
        let before = mutants_children_seconds()
        let end = run([Run(scenario: place, limit: Self.longestRun)], with: [], settlesLast: true)
        let milliseconds = (mutants_children_seconds() - before) * 1000
        return [end.verdict, "\(milliseconds)", "\(progress.pointee.settled)"] + reached()
    }

    private func reached() -> [String] {
        let ids = sequence(state: Int32(0)) { id -> Int32? in
            id = mutants_reached_after(id)
            return id == 0 ? nil : id
        }
        return ids.map(String.init)
    }

    private func judge(_ mutant: Int32, _ runs: [Run]) -> [String] {
        let end = run(runs, with: [mutant])
        return ["\(end.passed)", end.verdict]
    }

    private func together(_ order: Run, _ mutants: [Int32]) -> [String] {
        mutants_forget_reached()
        let end = run([order], with: mutants)
        return [end.verdict] + mutants.filter { mutants_was_reached($0) == 0 }.map(String.init)
    }

    // MARK: Processes

    /// Runs scenarios until one does not pass, in as many processes as that takes: one that is left in another state
    /// than before is not used for the next scenario.
    private func run(
        _ runs: [Run], with mutants: [Int32], settlesLast: Bool = false
    ) -> (passed: Int, verdict: String) {
        var next = 0
        while next < runs.count {
            progress.pointee = mutant_progress(index: Int32(next), verdict: -1, settled: 0)
            let process = mutants_fork()
            if process == 0 { perform(runs, from: next, with: mutants, settlesLast: settlesLast) }
            guard process > 0 else { return (next, "unforked") }
            let signal = mutants_wait(process)
            let (index, verdict) = (Int(progress.pointee.index), progress.pointee.verdict)
            guard verdict >= 0 else { return (index, signal == SIGPROF || signal == SIGALRM ? "overran" : "crashed") }
            let kind = Verdict.Kind.allCases[Int(verdict)]
            guard kind == .passed || kind == .unsupported else { return (index, kind.rawValue) }
            next = index + 1
        }
        return (runs.count, "passed")
    }

    /// Runs scenarios in a forked process until one does not pass or leaves something behind, and ends the process.
    private func perform(_ runs: [Run], from first: Int, with mutants: [Int32], settlesLast: Bool) -> Never {
        let descriptors = cpr_open_descriptors()
        for mutant in mutants { mutants_switch_on(mutant) }
        for index in first..<runs.count where scenarios.indices.contains(runs[index].scenario) {
            progress.pointee = mutant_progress(index: Int32(index), verdict: -1, settled: 0)
            mutants_limit(runs[index].limit)
            let outcome = runner.run(scenarios[runs[index].scenario], options: options)
            progress.pointee.verdict = Int32(Verdict.Kind.allCases.firstIndex(of: outcome.verdict.kind) ?? 0)
            let isLast = index == runs.count - 1
            guard !isLast || settlesLast, outcome.verdict.kind == .passed, runner.settle() == nil,
                cpr_open_descriptors() == descriptors
            else { break }
            progress.pointee.settled = 1
        }
        _exit(0)
    }

    private var options: RunOptions {
        var options = RunOptions(
            seed: 1, clock: .virtual, environment: environment, outFolder: nil,
            wallLimit: .seconds(Int64(Self.longestRun)))
        options.judgesExpectations = !isBare
        return options
    }
}
