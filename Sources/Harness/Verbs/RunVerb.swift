internal import Glibc
internal import Loop
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall run`: runs every selected scenario in a process of its own, and reports the results.
struct RunVerb {
    private let request: RunRequest
    private let selection: Selection
    private let program: String
    private let registry: Registry
    private let expected: ExpectedFailures

    init(_ request: RunRequest, program: String, _ registry: Registry) throws(UsageError) {
        self.request = request
        self.program = program
        self.registry = registry
        let failed = request.choice.isLastFailed ? try LastRun(in: request.outFolder).failed() : nil
        selection = try Selection(request.choice, lastFailed: failed, verb: .run, registry)
        try selection.check(request.options.drivers, verb: .run)
        expected = try ExpectedFailures(request, selection, verb: .run)
        try Self.checkLimit(request, selection.scenarios)
        let runs = selection.scenarios.count.multipliedReportingOverflow(by: request.seeds.count * request.rounds)
        guard !runs.overflow, runs.partialValue <= RunPlan.maxRuns else {
            throw UsageError(.run, "that would be more than \(RunPlan.maxRuns) runs: take fewer seeds or repetitions")
        }
    }

    /// Throws when a scenario's waits exceed the limit of a run under the real clock.
    private static func checkLimit(_ request: RunRequest, _ scenarios: [Scenario]) throws(UsageError) {
        guard request.options.clock == .real,
            let long = scenarios.first(where: { $0.shortestDuration >= .seconds(request.options.limit) })
        else { return }
        throw UsageError(
            .run,
            "the waits of \(long.id) take \(long.shortestDuration.written) under the real clock, and --limit is "
                + "\(request.options.limit) s: raise --limit, or leave the scenario out")
    }

    func perform() -> ExitStatus {
        do throws(FileError) {
            let status = try performOnce(selection)
            return request.watches ? try watch(status) : status
        } catch {
            Console.error(.run, "\(error)")
            return .fault
        }
    }

    private func performOnce(_ selection: Selection) throws(FileError) -> ExitStatus {
        guard expected.problemText.isEmpty else {
            Console.error(expected.problemText)
            return .invalid
        }
        guard !selection.reportProblems() else { return .invalid }
        if selection.scenarios.isEmpty, let reason = request.choice.reasonOfNothing {
            Console.say("\(reason)\n")
            return .success
        }
        var session = try RunSession(request, scenarios: selection.scenarios, program: program, expecting: expected)
        return try session.run()
    }

    /// Runs changed scenarios, and those that keys request, until the user ends it.
    private func watch(_ first: ExitStatus) throws(FileError) -> ExitStatus {
        guard first != .interrupted else { return first }
        var watch = try FileWatch(request.choice.paths)
        watch.add(selection.includes)
        var status = first
        var last = selection.scenarios.map(\.id)
        while true {
            let event = try watch.wait(invite)
            switch event {
            case .interrupted: return .interrupted
            case .key(.quit): return status
            case .changed, .key: break
            }
            do throws(UsageError) {
                let all = try Selection(request.choice, verb: .run, registry)
                watch.add(all.includes)
                let wanted = try scenarios(for: event, of: all.scenarios, last: last)
                if wanted.isEmpty, case .key = event, all.diagnostics.isEmpty {
                    Console.say("no selected scenario is to run again\n")
                    continue
                }
                last = wanted.map(\.id)
                status = try rerun(all, wanted)
                if status == .interrupted { return status }
            } catch {
                Console.error(error.message + "\n")
            }
        }
    }

    private func invite(_ hasKeys: Bool) {
        let files = request.choice.paths.joined(separator: ", ")
        Console.say("\nwaiting for changes in \(files)\n" + (hasKeys ? WatchKey.help : ""))
    }

    /// Returns the scenarios that a change or a key makes run.
    private func scenarios(
        for event: FileWatch.Event, of all: [Scenario], last: [String]
    ) throws(UsageError) -> [Scenario] {
        switch event {
        case .changed(let files):
            // A file that is part of no scenario now may have been part of any.
            let isPlain = files.allSatisfy { file in all.contains { $0.isMade(of: [file]) } }
            return isPlain ? all.filter { $0.isMade(of: files) } : all
        case .key(.again): return all.filter { last.contains($0.id) }
        case .key(.failed):
            let failed = try LastRun(in: request.outFolder).failed()
            return all.filter { failed.contains($0.id) }
        case .key(.all): return all
        case .key(.quit), .interrupted: return []
        }
    }

    private func rerun(_ selection: Selection, _ scenarios: [Scenario]) throws(UsageError) -> ExitStatus {
        guard !selection.reportProblems() else { return .invalid }
        do throws(FileError) {
            var session = try RunSession(request, scenarios: scenarios, program: program, expecting: expected)
            return try session.run()
        } catch {
            Console.error(.run, "\(error)")
            return .fault
        }
    }
}

extension Scenario {
    /// Returns true when one of these files is its own or included by it.
    func isMade(of files: [String]) -> Bool {
        files.contains(file) || includes.contains { files.contains($0.file) }
    }
}
