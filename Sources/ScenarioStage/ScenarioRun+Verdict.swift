import Capture
import Inspection
import Journal
import Loop
import Programs
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Tracing
import Wire

/// The end of a run: its verdict, with the notes and the capture.
extension ScenarioRun {
    func conclude(_ end: EndOfRun) -> RunOutcome {
        loop.onQuiet = nil
        loop.onDeadEnd = nil
        loop.choose = nil
        if director.stepsEndedAt == nil { stage.recordTracks() }
        stage.close()
        var verdict = blankVerdict
        judge(&verdict, end)
        explainByThreads(&verdict)
        addRemarks(&verdict)
        finishCapture(&verdict)
        do {
            if fault == nil { try useCapture(&verdict) }
        } catch {
            fault = error.description
        }
        if let fault {
            verdict.kind = .harnessFault
            verdict.failure = Verdict.Failure(fault)
            verdict.failure?.replay = options.replay
        }
        record.finish()
        record.conclude(.init(kind: verdict.kind, reason: verdict.failure?.reason))
        return RunOutcome(verdict: verdict, journal: record.journal)
    }

    /// The verdict of a run that passed, before it is judged.
    private var blankVerdict: Verdict {
        var verdict = Verdict(
            .passed, id: scenario.id, name: scenario.name, file: scenario.file, seed: options.seed,
            covers: scenario.covers)
        verdict.line = scenario.row?.line
        verdict.virtualSeconds = Double((director.stepsEndedAt ?? endedAt).nanoseconds) / 1_000_000_000
        verdict.isRealTime = options.clock == .real
        if stage.isInRealTime { verdict.notes.append(Scenario.noteOnDrivers) }
        if let note = stage.noteOnLoopback { verdict.notes.append(note) }
        if !options.judgesExpectations { verdict.notes.append(RunOptions.noteOnExpectations) }
        verdict.datagramsSent = stage.network.ledger.sent
        return verdict
    }

    private func judge(_ verdict: inout Verdict, _ end: EndOfRun) {
        if let unsupportedReason {
            fail(&verdict, ExpectationFailure(reason: unsupportedReason), .unsupported)
        } else if let (kind, failure) = stage.driverFailure(options.neededProgress) {
            fail(&verdict, failure, kind)
        } else if let fault = stage.programFault {
            fail(&verdict, stage.failure(of: fault), fault.isShortage ? .harnessFault : .failed)
        } else if let bootError {
            fail(&verdict, ExpectationFailure(reason: "the participants could not be connected: \(bootError)"))
        } else if let failure = director.failure {
            fail(&verdict, failure, failure.isHang ? .hung : .failed)
        } else if record.isFull {
            fail(&verdict, ExpectationFailure(reason: record.fullness))
            verdict.failure?.lastEntries = record.journal.entries.suffix(20).map(\.description)
        } else if !director.isOver, fault == nil {
            let step = director.cursor.current
            let place = step.map { " at \(director.words(for: $0))" } ?? ""
            let reason = "the run never became quiet\(place): \(end); \(loop.pendingWork)"
            fail(&verdict, ExpectationFailure(reason: reason, place: step?.place, step: step), .hung)
            verdict.failure?.lastEntries = record.journal.entries.suffix(20).map(\.description)
        }
    }

    private func fail(_ verdict: inout Verdict, _ failure: ExpectationFailure, _ kind: Verdict.Kind = .failed) {
        verdict.kind = kind
        verdict.failure = stage.failure(failure, replay: options.replay)
    }

    /// Explains a failure by a thread of the program, because virtual time does not wait for threads.
    private func explainByThreads(_ verdict: inout Verdict) {
        guard options.clock == .virtual, scenario.runsCode(of: stage.registry),
            verdict.kind == .failed || verdict.kind == .hung,
            let advice = threads.advice, let reason = verdict.failure?.reason
        else { return }
        verdict.kind = .hung
        verdict.failure?.reason = "\(advice). Observed: \(reason)"
    }

    /// Adds the notes on parts of the scenario without effect.
    private func addRemarks(_ verdict: inout Verdict) {
        guard verdict.kind == .passed else { return }
        let remarks = scenario.remarks + stage.idleFaults + [choices.remark].compactMap(\.self)
        verdict.notes += remarks.map { "\(scenario.id): \($0)" }
        guard options.isStrict, let first = remarks.first else { return }
        let (line, reason) = placed(first)
        fail(&verdict, ExpectationFailure(reason: reason, expected: "no remark, because of --strict"))
        verdict.failure?.line = line
    }

    /// Returns the line of a remark on the scenario's own file, and the remark without the file: the place of a failure
    /// names both already.
    private func placed(_ remark: String) -> (line: Int?, reason: String) {
        let file = "\(scenario.file.printable):"
        guard remark.hasPrefix(file) else { return (nil, remark) }
        let rest = remark.dropFirst(file.count)
        let digits = rest.prefix(while: \.isNumber)
        let reason = rest.dropFirst(digits.isEmpty ? 0 : digits.count + 1)
        return (Int(digits), String(reason.drop { $0 == " " }))
    }

    private func finishCapture(_ verdict: inout Verdict) {
        guard let capture else { return }
        verdict.capture = capture.kind.rawValue
        if let note = capture.note { verdict.notes.append(note) }
        do {
            let totals = try capture.finish(at: endedAt)
            verdict.datagramsCaptured = totals.captured
            verdict.payloadDigest = capture.kind == .off ? nil : totals.payloadDigest.hexadecimal
            // Datagrams of an outside program without a receiver, or after the end, appear in the capture only.
            let mismatch = !stage.isInRealTime ? totals.mismatch : totals.shortfall
            if let mismatch, capture.kind != .off { fault = fault ?? mismatch }
        } catch {
            fault = fault ?? error.description
        }
    }

    /// Compares the calls of a complete capture with the golden file, and adds names and comments.
    private func useCapture(_ verdict: inout Verdict) throws(CaptureFileError) {
        let isThere = options.captureFile != nil && capture != nil && capture?.kind != .off
        let isComparable = isThere && options.clock == .virtual
        if let golden = scenario.golden, verdict.kind == .passed, !isComparable {
            let reason = isThere ? "times under the real clock differ from run to run" : "there is no capture"
            verdict.notes.append("The calls were not compared with \(golden.file): \(reason).")
        }
        guard let file = options.captureFile, isThere else { return }
        if let golden = scenario.golden, verdict.kind == .passed, isComparable,
            let (failure, lines) = try GoldenCheck(golden: golden).difference(from: file, record.journal)
        {
            fail(&verdict, failure)
            verdict.failure?.differences = lines
        }
        guard options.captureFormat == .pcapng else { return }
        let comments = PacketComments(RunTrace(record.journal.entries))
        try AnnotatedCapture.write(file, to: file + "ng", names: stage.hostNames) { comments[$0] }
        CaptureFile.delete(file)
    }
}
