extension Help {
    /// Returns what the help of a verb says after its options and examples, with the exit status at the end.
    static func notes(on verb: Verb) -> String {
        switch verb {
        case .run: folders + exitStatus
        case .serve: service
        case .ui: interface
        case .inspect: inspection
        case .diff: comparison
        case .specifications: specifying
        case .replay: replaying
        case .why, .export: records
        case .debug: debugging
        case .plan: planning
        case .work: working
        case .explore: exploring
        case .load: loading
        case .shrink: shrinking
        case .passability: measuring
        case .gather: gathering
        case .check: checking
        case .list: listing
        case .new: beginning
        case .format: formatting
        case .schema, .completions, .man: writing
        case .merge, .conformance, .interop, .driver, .worker, .loadWorker: exitStatus
        }
    }

    private static let loading = """

        PATH names one scenario. Its instances share the servers; each has users and calls of its own
        (Docs/load.md). In place of a PATH, sip:USER@HOST:PORT calls a SIP program.

        Exit status: 0 held · 1 a threshold is broken, or an instance failed without a threshold on failures ·
        2 invalid, because the generator was the limit, a soak was too short or a worker died · 64 wrong usage ·
        65 an invalid scenario, or one that cannot be a load · 130 interrupted

        """

    private static let inspection = """

        Without options it shows a summary. FILE is a pcap or pcapng file, the folder
        of a run, or a capsule; - is the standard input. A capsule without a capture
        is run again, in a temporary folder and without programs.

        Exit status: 0 all was read · 1 --spec found violations · 2 --write failed · 64 wrong usage or filter ·
        65 the file is damaged, or neither a capture nor a capsule · 130 interrupted

        """

    private static let checking = """
        Exit status: 0 all scenarios are valid · 64 wrong usage · 65 an invalid scenario or file

        """

    private static let listing = """
        Exit status: 0 listed · 64 wrong usage, or nothing selected · 65 an invalid scenario or file

        """

    private static let beginning = """
        Exit status: 0 the scenario is written · 2 a file cannot be written · 64 wrong usage · 65 the file exists already

        """

    private static let formatting = """
        Exit status: 0 all files have the format · 1 --check lists files that have not · 2 a file cannot be written ·
        64 wrong usage · 65 a file that is not YAML, or cannot be read

        """

    private static let writing = """
        Exit status: 0 written · 64 wrong usage

        """

    private static let specifying = """

        NAME is the name of a specification, such as 'ring of a callee'; without one all are shown.

        Exit status: 0 shown · 64 wrong usage

        """

    private static let comparison = """

        FIRST and SECOND are captures, folders of runs, or golden files, which --approve writes.

        Exit status: 0 the calls are the same · 1 they differ · 2 a file cannot be written · 64 wrong usage ·
        65 a file is damaged or none of these

        """

    private static let service = """

        It prints a line for each address (`coordinator 127.0.0.1:5683`, `sfu-1 127.0.1.1:5683`), the public key (`key 94aef0…`)
        and each user's token in hexadecimal (`token alice d18443…`), then `ready`. It ends on SIGINT, SIGTERM, SIGHUP or
        SIGQUIT. Tokens are valid until then. --calls shows each call with the participants of its session and the users
        that it rings. Nothing is encrypted: every program that can read the packets can act for their senders
        (Docs/security.md).

        Exit status: 0 ended as requested · 2 no socket could be had · 64 wrong usage · 65 an invalid users file

        """

    private static let interface = """

        It prints the address of the page, and ends on SIGINT, SIGTERM, SIGHUP or SIGQUIT. Only browsers on this machine reach
        it, and pages of other sites cannot start runs.

        Exit status: 0 ended as requested · 2 no port could be had · 64 wrong usage · 65 no file can be read

        """

    private static let replaying = """

        Exit status: 0 the same journal · 1 it differs · 2 rollcall could not do its own work · 64 wrong usage ·
        65 the file is not a capsule, its scenario cannot be read, or it starts programs · 130 interrupted

        """

    private static let planning = """

        The word before PATH says what is divided: `run`, which is the default, `explore` or `load`.
        --out names the folder of the plan. All machines share it, and it holds copies of the scenario files.
        The times of the last run, as .rollcall has them, make packs of equal length.

        Exit status: 0 the plan is written · 2 a file cannot be read or written · 64 wrong usage, or nothing selected ·
        65 an invalid scenario or file

        """

    private static let working = """

        Any number of machines may work on one plan. A pack whose machine shows nothing for 3 s is run by another one.

        Exit status: 0 all packs have results, whatever the verdicts · 2 rollcall could not do its own work ·
        64 wrong usage · 65 another build of rollcall or changed files · 130 interrupted

        """

    private static let gathering = """

        Any packs can be gathered. Those without results are named, with the command that runs them.

        Exit status: 0 all passed, nothing was found, or all thresholds hold · 1 not so, or two machines came to
        different results · 2 a pack was given up, or a load is invalid · 64 wrong usage · 65 no readable plan ·
        130 packs are missing

        """

    private static let shrinking = """

        Exit status: 0 the smallest scenario is written · 2 rollcall could not do its own work ·
        64 wrong usage, or the scenario passes · 65 an invalid scenario or capsule, or another file is at --out ·
        130 interrupted

        """

    private static let measuring = """

        Exit status: 0 measured · 2 rollcall could not do its own work · 64 wrong usage, or nothing selected ·
        65 an invalid scenario · 130 interrupted

        """

    private static let exploring = """

        Each finding is a scenario file in the --corpus folder, with the command that repeats it.

        Exit status: 0 nothing was found · 1 something was found · 2 rollcall could not do its own work ·
        64 wrong usage, or nothing that can be explored · 65 an invalid scenario or corpus · 130 interrupted

        """

    private static let debugging = """

        A PATH is run first, and then its record is shown; RUN is the folder, the capsule or the journal of a run. On a
        terminal `help` lists the commands. Elsewhere the standard streams carry the Debug Adapter Protocol
        (Examples/editors).

        Exit status: 0 the debugger ended · 2 rollcall could not do its own work · 64 wrong usage · 65 an invalid scenario or
        record · 130 interrupted

        """

    private static let records = """

        RUN is the folder of a run, its id in the --out folder (.rollcall), a capsule, or a journal.ndjson.

        Exit status: 0 all was shown or written · 2 rollcall could not do its own work · 64 wrong usage, or no such property ·
        65 no record of a run

        """

    private static let folders = """
        The --out folder gets a folder for each scenario, named by its id: capture.pcap (or
        .pcapng), journal.ndjson, verdict.json.


        """

    static let exitStatus = """
        Exit status: 0 all passed · 1 a scenario failed, crashed or hung · 2 rollcall could not do its own work ·
        64 wrong usage, or nothing selected · 65 an invalid scenario or file · 130 interrupted

        """
}
