internal import CProcess
internal import Glibc
internal import Journal
internal import Loop

/// Submits the slots of a plan to a scheduler, and waits until all packs have results.
struct EngineRun {
    private let job: EngineJob
    private let folder: PlanFolder
    private var line = ProgressLine.ofTerminal
    private let started = WallClock.seconds

    /// The milliseconds between two checks for results.
    private static let pauseMilliseconds: Int32 = 500

    init(_ job: EngineJob, _ folder: PlanFolder) {
        self.job = job
        self.folder = folder
    }

    mutating func perform() throws(FileError) -> ExitStatus {
        guard job.engine != .kubernetes else {
            Console.say(job.manifest)
            return .success
        }
        guard !folder.openPacks.isEmpty else { return finished() }
        try FileStore.makeFolder(job.logs)
        return try job.engine == .slurm ? followSlurm() : followParallel()
    }

    private mutating func followSlurm() throws(FileError) -> ExitStatus {
        let answer = try Tool.run(job.slurmSubmission)
        // With several clusters, the number is followed by the name of one.
        let number = answer.prefix { $0.isNumber }
        guard !number.isEmpty else {
            throw FileError(path: "sbatch", doing: "used", number: EIO, reason: "its answer holds no number: \(answer)")
        }
        Console.say("job \(number) of Slurm has \(job.slots.counted("slot")); their output is in \(job.logs)\n")
        let status = try follow {
            () throws(FileError) in try Tool.run(EngineJob.slurmQueue(String(number))).allSatisfy(\.isWhitespace)
        }
        if status == .interrupted { _ = try Tool.run(EngineJob.slurmEnd(String(number))) }
        return status
    }

    private mutating func followParallel() throws(FileError) -> ExitStatus {
        var tool = try Tool(job.parallelCommand)
        var end: Int32?
        let status = try follow {
            () throws(FileError) in
            end = end ?? tool.status(waitingMilliseconds: 0)
            return end != nil
        }
        if end == nil { tool.kill() }
        if status == .fault { Console.error(.work, tool.text) }
        return status
    }

    /// Waits until all packs have results, no slot remains, or the user interrupts the wait.
    private mutating func follow(isOver: () throws(FileError) -> Bool) throws(FileError) -> ExitStatus {
        while !folder.openPacks.isEmpty {
            // Checked first: results that a slot publishes before its end are seen below.
            let isOver = try isOver()
            show()
            if isOver, !folder.openPacks.isEmpty { return abandoned() }
            guard Signals.pause(milliseconds: Self.pauseMilliseconds) else { return .interrupted }
        }
        return finished()
    }

    private mutating func show() {
        let count = folder.plan.packs.count
        let done = count - folder.openPacks.count
        let seconds = Int(WallClock.seconds - started)
        guard let text = line?.text("\(done) of \(count.counted("pack")), \(seconds) s") else { return }
        Console.say(text)
    }

    private mutating func finished() -> ExitStatus {
        Console.say((line?.cleared() ?? "") + folder.plan.completion)
        return .success
    }

    private mutating func abandoned() -> ExitStatus {
        Console.say(line?.cleared() ?? "")
        Console.error(
            .work,
            "all slots have ended, and \(folder.openPacks.count) of \(folder.plan.packs.count) packs have no results; "
                + "\(job.logs) holds the output of the slots")
        return .fault
    }
}
