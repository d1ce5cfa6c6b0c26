internal import CallLibraryGuest
internal import Glibc
public import ScenarioVocabulary

/// The command line of Rollcall, for the product and for programs that add their own code under test.
public enum RollcallMain {
    /// The version of Rollcall.
    public static let version: String = "0.1.0"

    /// Performs the command of the process's arguments, and exits with its status.
    ///
    /// Must be called first in `main`, before any thread starts: a worker process enters its own network namespace, and
    /// the loop becomes the executor of all jobs.
    ///
    /// - Parameter registry: The words that the program adds to the scenario language.
    public static func run(_ registry: Registry = Registry()) -> Never {
        // A pipe that is closed early, as by `head`, fails the write and not the process: reports are still written.
        signal(SIGPIPE, SIG_IGN)
        // A limit of file sizes fails the write likewise, which is reported as a fault of the system.
        signal(SIGXFSZ, SIG_IGN)
        Descriptor.holdStandardStreams()
        guard FileStore.exists("/proc/self/exe") else {
            Console.error("\(ProgramName.shown): /proc is needed: mount it with `mount -t proc proc /proc`\n")
            exit(ExitStatus.fault.rawValue)
        }
        let mistakes = mistakes(in: registry)
        guard mistakes.isEmpty else {
            Console.error(mistakes.map { "this program has an invalid registration: \($0)\n" }.joined())
            exit(ExitStatus.fault.rawValue)
        }
        let status = perform(CommandLine.arguments, registry.withOwnLibrary)
        guard Console.outputError == 0 else {
            Console.error(
                "\(ProgramName.shown): the standard output cannot be written: \(systemMessage(Console.outputError))\n"
            )
            exit(ExitStatus.fault.rawValue)
        }
        exit(status.rawValue)
    }

    /// Returns the invalid registrations of a program, one line for each; empty when all are valid.
    public static func mistakes(in registry: Registry) -> [String] { registry.withOwnLibrary.mistakes }

    private static func perform(_ arguments: [String], _ registry: Registry) -> ExitStatus {
        do throws(UsageError) {
            return try perform(
                Array(arguments.dropFirst()), program: ProgramName.typed(arguments.first ?? "rollcall"), registry)
        } catch {
            Console.error(error.description)
            return .usage
        }
    }

    private static func perform(
        _ words: [String], program: String, _ registry: Registry
    ) throws(UsageError) -> ExitStatus {
        guard let first = words.first else {
            throw UsageError(nil, "choose a verb: \(Verb.visible.map(\.rawValue).joined(separator: ", "))")
        }
        switch first {
        case "--help", "-h", "help": return try help(Array(words.dropFirst()))
        case "--version":
            Console.say("\(ProgramName.shown) \(version)\n")
            return .success
        default: break
        }
        guard let verb = Verb(rawValue: first) else { throw unknown(first) }
        let given = try ParsedArguments(Array(words.dropFirst()), of: verb)
        if given.has(.help) { return try help([first]) }
        switch verb {
        case .run:
            return try RunVerb(RunRequest(given, of: .run, cores: Console.cores), program: program, registry).perform()
        case .check: return try CheckVerb.perform(given, registry)
        case .list: return try ListVerb.perform(given, registry)
        case .merge: return try MergeVerb(given).perform()
        case .plan: return try PlanVerb(given, program: program, registry).perform()
        case .work: return try WorkVerb.perform(given, program: program, registry)
        case .gather: return try GatherVerb.perform(given, program: program, registry)
        case .replay: return try ReplayVerb(given, program: program, registry).perform()
        case .load: return try LoadVerb(given, registry).perform()
        case .explore: return try ExploreVerb(given, program: program, registry).perform()
        case .shrink: return try ShrinkVerb(given, program: program, registry).perform()
        case .passability: return try PassabilityVerb(given, program: program, registry).perform()
        case .conformance: return try ConformanceVerb(given, registry, program: program).perform()
        case .interop: return try InteropVerb(given, registry, program: program).perform()
        case .specifications: return try SpecificationsVerb.perform(given)
        case .schema: return try SchemaVerb.perform(given, registry)
        case .new: return try NewVerb.perform(given)
        case .format: return try FormatVerb.perform(given)
        case .serve: return try ServeVerb(given).perform()
        case .ui: return try UIVerb(given, program: program, registry).perform()
        case .inspect: return try InspectVerb(program: program, registry).perform(given)
        case .diff: return try DiffVerb.perform(given)
        case .why: return try WhyVerb(given).perform()
        case .export: return try ExportVerb(given, program: program, registry).perform()
        case .debug: return try DebugVerb(given, program: program, registry).perform()
        case .completions: return try CompletionsVerb.perform(given)
        case .man: return try ManVerb.perform(given)
        case .driver: return try DriverVerb.perform(given, program: program, registry)
        case .loadWorker: return try LoadWorkerVerb(given, registry).perform()
        case .worker: return try WorkerVerb(given, registry).perform()
        }
    }

    private static func help(_ words: [String]) throws(UsageError) -> ExitStatus {
        guard let word = words.first else {
            Console.say(Help.overview)
            return .success
        }
        guard let verb = Verb(rawValue: word) else { throw unknown(word) }
        Console.say(Help.text(of: verb))
        return .success
    }

    /// Returns the error of a first word that is not a verb, with the nearest verb or the verb for a file.
    private static func unknown(_ word: String) -> UsageError {
        if word.hasPrefix("-") { return UsageError(nil, "there is no option \(word)") }
        if FileStore.exists(word) {
            return UsageError(
                nil, "there is no verb `\(word)`; to run it: \(ProgramName.shown) run \(word.shellQuoted)")
        }
        return UsageError(nil, "there is no verb `\(word)`" + hint(word, Verb.visible.map(\.rawValue)))
    }
}
