internal import Journal

/// Determines the verdict from the end of a worker, with or without a report.
struct Judge {
    /// The data of a scenario's run before it starts.
    struct Case {
        let id: String
        let name: String
        let file: String
        let covers: [String]
        let seed: UInt64
        let again: String
    }

    private static let shownEntries = 12
    /// The kind of a capture that a process without a verdict has left.
    private static let partialCapture = "partial"

    static func verdict(on run: Case, _ end: WorkerEnd, in folder: RunFolder) -> Verdict {
        if case .reported(let report) = end.way {
            var verdict = report.verdict
            verdict.wallSeconds = end.wallSeconds
            if verdict.kind != .passed { verdict.failure?.output = end.output }
            return verdict
        }
        let (kind, reason) = explanation(of: end)
        var verdict = Verdict(kind, id: run.id, name: run.name, file: run.file, seed: run.seed, covers: run.covers)
        var failure = Verdict.Failure(reason)
        let lines = folder.mendedJournal().split(separator: UInt8(ascii: "\n"))
        failure.lastEntries = lines.suffix(shownEntries).map { JournalText.line($0) }
        if let step = JournalText.lastStep(in: lines) {
            (failure.step, failure.line) = (step.number, step.line)
            failure.file = step.file
            failure.frame = step.text
        }
        failure.output = end.output
        failure.replay = run.again
        verdict.failure = failure
        verdict.wallSeconds = end.wallSeconds
        verdict.virtualSeconds = lines.last.map(seconds(ofLine:)) ?? 0
        verdict.datagramsSent = lines.count { isSending(String(decoding: $0, as: UTF8.self)) }
        noteCapture(in: folder, &verdict)
        return verdict
    }

    /// Notes what a process without a verdict has left of its capture.
    private static func noteCapture(in folder: RunFolder, _ verdict: inout Verdict) {
        let count = folder.mendedCapture()
        guard count > 0 else { return }
        (verdict.datagramsCaptured, verdict.capture) = (count, partialCapture)
        guard count < verdict.datagramsSent else { return }
        verdict.notes.append(
            "\(verdict.id): the capture has the first \(count) of \(verdict.datagramsSent) datagrams, because the process "
                + "ended before it had written the others")
    }

    private static func explanation(of end: WorkerEnd) -> (Verdict.Kind, String) {
        switch end.way {
        case .reported(let report): (report.verdict.kind, report.verdict.failure?.reason ?? "")
        case .exited(let status): (.crashed, "the process ended with status \(status) in the middle of the scenario")
        case .died(let signal): (.crashed, "the process died of \(name(ofSignal: signal))\(lastWords(end.output))")
        case .exhausted(let memory):
            (.crashed, "the scenario took more than \(memory.mebibytes) MiB of memory (--memory sets the limit)")
        case .overran(let limit): (.hung, "the scenario did not end within \(shortest(limit)) s of the wall clock")
        case .unreadable(let reason): (.crashed, "the process returned no verdict: \(reason)")
        case .unstartable(let reason): (.harnessFault, "no process could be started for the scenario: \(reason)")
        }
    }

    /// Returns Swift's message about a trap, which is in the output before the process dies.
    private static func lastWords(_ output: [String]) -> String {
        let line = output.last { $0.contains("Fatal error") || $0.contains("fatal error") }
        return line.map { ": \($0)" } ?? ""
    }

    private static func shortest(_ seconds: Double) -> String {
        seconds.rounded() == seconds ? String(Int(seconds)) : String(seconds)
    }

    /// Returns true when an entry records a sent datagram. Texts cannot match, because quotation marks are escaped.
    private static func isSending(_ line: String) -> Bool {
        line.contains(#""fate":"sent""#) || line.contains(#""fate":"duplicated""#)
    }

    private static func seconds(ofLine line: ArraySlice<UInt8>) -> Double {
        guard let json = try? JSON(parsing: Array(line)) else { return 0 }
        return json["time"]?.double ?? 0
    }

    private static func name(ofSignal signal: Int32) -> String {
        switch signal {
        case 4: "SIGILL"
        case 5: "SIGTRAP"
        case 6: "SIGABRT"
        case 7: "SIGBUS"
        case 8: "SIGFPE"
        case 9: "SIGKILL, which Rollcall did not send (the system sends it when memory runs out)"
        case 11: "SIGSEGV"
        case 15: "SIGTERM"
        default: "signal \(signal)"
        }
    }
}
