internal import Glibc
public import ScenarioVocabulary

/// The command line of Rollcall, for the product and for programs that add their own code under test.
public enum RollcallMain {
    /// The version of Rollcall.
    public static let version: String = "0.1.0"

    /// Does what the process's arguments ask for, and ends the process with the exit status that tells the outcome.
    ///
    /// Call it first thing in `main`, before any thread starts: a worker process takes a network of its own, and makes
    /// the loop the executor of everything.
    ///
    /// - Parameter registry: The words that the program adds to the scenario language.
    public static func run(_ registry: Registry = Registry()) -> Never {
        // A pipe that is closed early, as by `head`, fails the write and not the process: reports are still written.
        signal(SIGPIPE, SIG_IGN)
        // A limit of file sizes fails the write likewise, which is reported as a fault of the system.
        signal(SIGXFSZ, SIG_IGN)
        guard FileStore.exists("/proc/self/exe") else {
            Console.complain("\(ProgramName.shown): /proc is needed: mount it with `mount -t proc proc /proc`\n")
            exit(ExitStatus.fault.rawValue)
        }
        guard registry.mistakes.isEmpty else {
            Console.complain(registry.mistakes.map { "this program registers what it cannot: \($0)\n" }.joined())
            exit(ExitStatus.fault.rawValue)
        }
        let status = perform(CommandLine.arguments, registry)
        guard Console.outputTrouble == 0 else {
            Console.complain(
                "\(ProgramName.shown): the standard output cannot be written: \(systemMessage(Console.outputTrouble))\n"
            )
            exit(ExitStatus.fault.rawValue)
        }
        exit(status.rawValue)
    }

    private static func perform(_ arguments: [String], _ registry: Registry) -> ExitStatus {
        do throws(UsageError) {
            return try perform(
                Array(arguments.dropFirst()), program: ProgramName.typed(arguments.first ?? "rollcall"), registry)
        } catch {
            Console.complain(error.description)
            return .usage
        }
    }

    private static func perform(
        _ words: [String], program: String, _ registry: Registry
    ) throws(UsageError) -> ExitStatus {
        guard let first = words.first else {
            throw UsageError(nil, "say what to do: \(Verb.visible.map(\.rawValue).joined(separator: ", "))")
        }
        switch first {
        case "--help", "-h", "help": return try help(Array(words.dropFirst()))
        case "--version":
            Console.say("\(ProgramName.shown) \(version)\n")
            return .success
        default: break
        }
        guard let verb = Verb(rawValue: first) else { throw unknown(first) }
        let given = try Words(Array(words.dropFirst()), of: verb)
        if given.has(.help) { return try help([first]) }
        switch verb {
        case .run:
            return try RunVerb(RunRequest(given, of: .run, cores: Console.cores), program: program, registry).perform()
        case .check: return try CheckVerb.perform(given, registry)
        case .list: return try ListVerb.perform(given, registry)
        case .merge: return try MergeVerb(given).perform()
        case .replay: return try ReplayVerb(given, program: program, registry).perform()
        case .conformance: return try ConformanceVerb(given, registry, program: program).perform()
        case .schema: return try SchemaVerb.perform(given, registry)
        case .new: return try NewVerb.perform(given)
        case .format: return try FormatVerb.perform(given)
        case .serve: return try ServeVerb(given).perform()
        case .inspect: return try InspectVerb.perform(given)
        case .diff: return try DiffVerb.perform(given)
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

    /// The error about a first word that is no verb, with the nearest verb or the one that a file is for.
    private static func unknown(_ word: String) -> UsageError {
        if word.hasPrefix("-") { return UsageError(nil, "there is no option \(word)") }
        if FileStore.exists(word) {
            return UsageError(
                nil, "there is no verb `\(word)`; to run it: \(ProgramName.shown) run \(word.shellQuoted)")
        }
        return UsageError(nil, "there is no verb `\(word)`" + hint(word, Verb.visible.map(\.rawValue)))
    }
}
