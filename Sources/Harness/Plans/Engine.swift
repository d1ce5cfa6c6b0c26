/// A scheduler that starts one `rollcall work` on each of several slots.
///
/// A scheduler never has one task per test. A slot runs packs until all are done, so the slots balance the work.
enum Engine: String, CaseIterable {
    /// An array of jobs of Slurm.
    case slurm
    /// GNU parallel, over hosts that ssh reaches.
    case parallel
    /// An indexed Job of Kubernetes.
    case kubernetes
}

/// The slots of a scheduler, and their commands.
struct EngineJob {
    let engine: Engine
    /// The number of slots.
    let slots: Int
    /// The hosts of GNU parallel, in the format of `--sshlogin`; nil for this machine only.
    let hosts: String?
    /// The image of Kubernetes.
    let image: String
    /// The absolute path of the plan's folder.
    let plan: String
    /// The absolute path of the program.
    let program: String
    let jobs: String?

    /// The folder with the output of the slots.
    var logs: String { "\(plan)/logs" }

    /// Returns the command of a slot, for a shell.
    private func command(machine: String) -> String {
        let jobs = jobs.map { " --jobs \($0)" } ?? ""
        return "exec \(program.shellQuoted) work \(plan.shellQuoted)\(jobs) --machine \(machine)"
    }

    /// The command that submits the array. Slurm prints its number.
    var slurmSubmission: [String] {
        [
            "sbatch", "--parsable", "--job-name=rollcall", "--array=1-\(slots)", "--requeue", "--open-mode=append",
            "--output=\(logs)/slurm-%a.log", "--wrap", command(machine: #""slurm-$SLURM_ARRAY_TASK_ID""#),
        ]
    }

    /// Returns the command that lists the remaining jobs of an array.
    static func slurmQueue(_ number: String) -> [String] {
        ["squeue", "--noheader", "--jobs=\(number)", "--format=%i"]
    }

    /// Returns the command that cancels an array.
    static func slurmEnd(_ number: String) -> [String] { ["scancel", number] }

    /// The command of GNU parallel, which ends when all slots have ended.
    var parallelCommand: [String] {
        let hosts = hosts.map { ["--sshlogin=\($0)"] } ?? []
        return ["parallel", "--will-cite", "--jobs=\(slots)", "--joblog=\(logs)/parallel.tsv", "--retries=3"] + hosts
            + [command(machine: "parallel-{}"), ":::"] + (1...slots).map(String.init)
    }

    /// The manifest of a Job. Its pods mount the plan at this machine's path.
    var manifest: String {
        let jobs = jobs.map { ", --jobs, \"\($0)\"" } ?? ""
        return """
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: rollcall
            spec:
              completions: \(slots)
              parallelism: \(slots)
              completionMode: Indexed
              backoffLimit: \(2 * slots)
              template:
                spec:
                  restartPolicy: Never
                  containers:
                    - name: rollcall
                      image: \(Self.quoted(image))
                      command: [rollcall, work, \(Self.quoted(plan))\(jobs)]
                      volumeMounts:
                        - name: plan
                          mountPath: \(Self.quoted(plan))
                  volumes:
                    - name: plan
                      persistentVolumeClaim:
                        claimName: rollcall-plan

            """
    }

    /// Returns a text in the quotation marks of YAML and JSON.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension EngineJob {
    /// The maximum number of slots of one job.
    private static let maxSlots = 1000

    /// Creates the scheduler's job of a command line; returns nil without `--engine`.
    init?(_ words: ParsedArguments, plan: String) throws(UsageError) {
        guard let engine = try Self.engine(words) else {
            for option in [OptionName.slots, .ssh, .image] where words.has(option) {
                throw UsageError(.work, "--\(option.rawValue) is for --engine")
            }
            return nil
        }
        guard words[.machine] == nil else { throw UsageError(.work, "--engine names the machines itself") }
        guard engine == .parallel || !words.has(.ssh) else {
            throw UsageError(.work, "--ssh is for --engine parallel")
        }
        guard engine == .kubernetes || !words.has(.image) else {
            throw UsageError(.work, "--image is for --engine kubernetes")
        }
        guard let slots: Int = try words.number(.slots, of: .work, atLeast: 1), slots <= Self.maxSlots else {
            throw UsageError(.work, "--engine needs --slots, from 1 to \(Self.maxSlots)")
        }
        self.init(
            engine: engine, slots: slots, hosts: words[.ssh], image: words[.image] ?? "rollcall", plan: plan,
            program: FileTree.target(ofLink: "/proc/self/exe"), jobs: words[.jobs])
    }

    private static func engine(_ words: ParsedArguments) throws(UsageError) -> Engine? {
        guard let text = words[.engine] else { return nil }
        guard let engine = Engine(rawValue: text) else {
            let known = Engine.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(.work, "--engine can be one of \(known), and is `\(text)`")
        }
        return engine
    }
}
