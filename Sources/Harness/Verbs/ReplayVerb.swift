internal import Glibc
internal import Journal
internal import Reporting
internal import ScenarioVocabulary

/// `rollcall replay`: repeats the run of a capsule, and compares both runs.
struct ReplayVerb {
    private let request: ReplayRequest
    private let registry: Registry

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        request = try ReplayRequest(words, program: program)
        self.registry = registry
    }

    func perform() -> ExitStatus {
        let isFolder = FileStore.isFolder(request.file)
        guard !isFolder, let bytes = FileStore.read(request.file, atMost: Capsule.largest) else {
            return reportError("\(request.file) cannot be read: \(systemMessage(isFolder ? EISDIR : errno))", .invalid)
        }
        do throws(CapsuleError) {
            return replay(try Capsule(reading: bytes))
        } catch {
            let isScenario = request.file.hasSuffix(".yaml") || request.file.hasSuffix(".yml")
            let advice = isScenario ? "; `rollcall run \(request.file)` runs a scenario" : ""
            return reportError("\(request.file): \(error)\(advice)", .invalid)
        }
    }

    private func replay(_ capsule: Capsule) -> ExitStatus {
        let then: Verdict
        do throws(VerdictError) { then = try Verdict(reading: capsule.verdict) } catch {
            return reportError("\(request.file): it is not a whole capsule: \(error)", .invalid)
        }
        guard then.id == capsule.id else {
            let reason = "its verdict is that of \(then.id), and its run that of \(capsule.id)"
            return reportError("\(request.file): it is not a whole capsule: \(reason)", .invalid)
        }
        let again = CapsuleRun(capsule, from: request.file, program: request.program, registry)
        if let problems = again.problems {
            let isOther = capsule.build != ProgramBuild.name
            Console.error(problems + (isOther ? "note: the capsule is of another build of the program\n" : ""))
            return .invalid
        }
        // A capsule may be from an untrusted source. Its scenario starts no program unless the user allows that.
        if let commands = again.outsideCommands, !request.allowsPrograms {
            return reportError(
                "\(request.file): its scenario starts programs: \(commands). Give --allow-programs if you trust them",
                .invalid)
        }
        do throws(FileError) {
            let lock = try FolderLock(request.outFolder)
            defer { withExtendedLifetime(lock) {} }
            let folder = RunFolder(out: request.outFolder, id: capsule.id)
            try folder.prepareWhole()
            folder.deleteUnwritten()
            guard let now = try again.verdict(in: folder) else { return .interrupted }
            try FileStore.write(now.json + [UInt8(ascii: "\n")], to: folder.verdict)
            return report(ReplayComparison(capsule, then: then, now: now, journal: folder.mendedJournal()), folder)
        } catch {
            return reportError("\(error)", .fault)
        }
    }

    private func report(_ comparison: ReplayComparison, _ folder: RunFolder) -> ExitStatus {
        let report = ConsoleReport(style: Console.style, ids: [comparison.now.id], names: [comparison.now.name])
        Console.say(report.text(of: comparison.now) + "\n" + comparison.text)
        Console.say("the repeated run is in \(folder.path)\n")
        return comparison.isSame ? .success : .failure
    }

    private func reportError(_ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.error(.replay, "\(text)")
        return status
    }
}
