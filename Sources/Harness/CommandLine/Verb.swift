/// The verbs of the command line.
enum Verb: String, CaseIterable {
    case run
    case check
    case list
    case merge
    case plan
    case work
    case gather
    case replay
    case load
    case explore
    case shrink
    case passability
    case conformance
    case interop
    case schema
    case new
    case format
    case inspect
    case specifications
    case diff
    case serve
    case ui
    case why
    case export
    case debug
    case driver
    case completions
    case man
    case worker
    case loadWorker = "load-worker"

    /// The public verbs; the others are internal to a run's processes.
    static let visible: [Verb] = [
        .run, .check, .list, .merge, .plan, .work, .gather, .replay, .load, .explore, .shrink, .passability,
        .conformance, .interop,
        .schema, .new, .format, .inspect, .specifications, .diff, .serve, .ui, .why, .export, .debug, .driver,
        .completions, .man,
    ]

    /// A description in one line.
    var about: String {
        switch self {
        case .run: "run scenarios, and judge them"
        case .check: "read scenarios, and report their mistakes"
        case .list: "list scenarios"
        case .merge: "merge the JSON reports of several runs"
        case .plan: "divide runs into packs for several machines"
        case .work: "run packs of a plan until all have results"
        case .gather: "merge the results of a plan"
        case .replay: "repeat the run of a capsule, and report differences"
        case .load: "run many instances of a scenario together, and measure them"
        case .explore: "search for failing runs by changing scenarios"
        case .shrink: "make a scenario that fails as small as possible"
        case .passability: "find the loss, latency, jitter and cuts up to which scenarios pass"
        case .conformance: "show the verdict on each case that scenarios cover, for the call library or for drivers"
        case .interop: "test every pair of call libraries, and write a page with the verdicts"
        case .schema: "write the JSON Schema of scenario files"
        case .new: "write a scenario to start from"
        case .format: "format scenario files, and keep their comments"
        case .driver: "write a driver, check one against the protocol, or run the levels of the ladder"
        case .serve: "run a backend in real time, for clients of any kind"
        case .ui: "show scenarios and their runs on a page of this machine, and run them from there"
        case .inspect: "show the packets, calls and problems of a capture"
        case .specifications: "show the rules that observe every run, with their diagrams"
        case .diff: "compare the calls of two captures or runs"
        case .why: "show the causes of a property's value in a recorded run"
        case .export: "write a recorded run for Perfetto, Chrome, Mermaid or OpenTelemetry"
        case .debug: "step through a run, forwards and backwards, in an editor or a terminal"
        case .completions: "write the completions of a shell: bash, zsh or fish"
        case .man: "write the manual page of a verb, or of the program"
        case .worker: "run scenarios for a supervisor"
        case .loadWorker: "run a share of a load"
        }
    }

    /// The verb's options, in the order of its help.
    var options: [OptionName] {
        switch self {
        case .run:
            [
                .filter, .tag, .invert, .lastFailed, .onlyChanged, .shard, .seed, .seeds, .twice, .repeat, .jobs,
                .clock,
                .driver, .backend, .expectedFailures, .capture, .captureFormat, .limit, .memory, .failFast, .strict,
                .withoutExpectations, .allowUnsupported, .watch,
                .keepFailures, .out, .report, .format, .quiet, .verbose, .help,
            ]
        case .check: [.format, .help]
        case .list: [.filter, .tag, .invert, .format, .help]
        case .merge: [.report, .out, .allowUnsupported, .help]
        case .plan:
            [
                .out, .pack, .filter, .tag, .invert, .seed, .seeds, .twice, .repeat, .clock, .capture, .captureFormat,
                .limit, .memory, .strict, .runs, .strategy, .withoutExpectations, .shape, .concurrency, .participants,
                .media, .budget, .threshold, .workers, .help,
            ]
        case .work: [.jobs, .machine, .engine, .slots, .ssh, .image, .help]
        case .gather: [.report, .series, .out, .allowUnsupported, .help]
        case .replay: [.out, .allowPrograms, .help]
        case .explore:
            [
                .filter, .tag, .invert, .runs, .budget, .strategy, .withoutExpectations, .generate, .timers, .failFast,
                .corpus, .seed, .jobs, .driver, .limit, .memory, .out, .report, .help,
            ]
        case .load:
            [
                .filter, .tag, .shape, .concurrency, .participants, .media, .runs, .budget, .threshold, .soak,
                .findRate,
                .trial,
                .compareClocks, .workers, .server, .secret, .capture, .seed, .clock, .metrics, .series, .report, .help,
            ]
        case .shrink: [.seed, .driver, .allowPrograms, .out, .jobs, .limit, .memory, .help]
        case .passability: [.filter, .tag, .invert, .seeds, .format, .svg, .jobs, .limit, .memory, .help]
        case .conformance: [.driver, .expectedFailures, .filter, .tag, .invert, .jobs, .limit, .out, .format, .help]
        case .interop: [.library, .backend, .filter, .tag, .invert, .jobs, .limit, .out, .help]
        case .schema, .new, .completions, .man: [.help]
        case .format: [.check, .help]
        case .driver: [.levels, .jobs, .limit, .out, .help]
        case .serve: [.address, .port, .users, .secret, .expose, .requireProof, .log, .calls, .capture, .help]
        case .ui: [.filter, .tag, .invert, .port, .jobs, .limit, .memory, .out, .help]
        case .inspect:
            [
                .packets, .decode, .json, .ladder, .mermaid, .svg, .html, .rtp, .sip, .spec, .hosts, .bpf, .call,
                .participant,
                .event, .from, .to, .errors, .write, .help,
            ]
        case .specifications: [.format, .help]
        case .why: [.at, .out, .help]
        case .export: [.format, .write, .out, .help]
        case .debug: [.seed, .limit, .memory, .terminal, .out, .help]
        case .diff: [.tolerance, .approve, .help]
        case .loadWorker:
            [
                .filter, .tag, .shape, .concurrency, .participants, .media, .runs, .budget, .seed, .clock, .share,
                .parent,
                .core,
                .server, .secret,
            ]
        case .worker:
            [
                .clock, .driver, .backend, .limit, .memory, .capture, .captureFormat, .strict, .withoutExpectations,
                .parent,
            ]
        }
    }

    /// The operands in the usage line.
    var operands: String {
        switch self {
        case .inspect: " FILE"
        case .load: " PATH"
        case .specifications: " [NAME]..."
        case .diff: " FIRST SECOND"
        case .merge: " FILE..."
        case .work, .gather: " PLAN"
        case .replay: " CAPSULE"
        case .shrink: " FILE|CAPSULE"
        case .new: " NAME"
        case .why: " RUN [PARTICIPANT.PROPERTY]"
        case .export: " RUN"
        case .debug: " PATH|RUN"
        case .driver: " new LANGUAGE DIR | check COMMAND | ladder COMMAND"
        case .completions: " SHELL"
        case .man: " [VERB]"
        case .serve, .schema, .worker: ""
        case .loadWorker: " PATH..."
        case .plan: " [run|explore|load] PATH..."
        case .explore: " [PATH]..."
        case .run, .ui, .passability, .check, .list, .conformance, .interop, .format: " PATH..."
        }
    }
}
