/// The verbs of the command line.
enum Verb: String, CaseIterable {
    case run
    case check
    case list
    case merge
    case replay
    case conformance
    case schema
    case new
    case format
    case inspect
    case diff
    case serve
    case worker

    /// The verbs that people use; the others are between the processes of one run.
    static let visible: [Verb] = [
        .run, .check, .list, .merge, .replay, .conformance, .schema, .new, .format, .inspect, .diff, .serve,
    ]

    /// A line about the verb.
    var about: String {
        switch self {
        case .run: "run scenarios, and judge them"
        case .check: "read scenarios, and tell what is wrong with them"
        case .list: "list scenarios"
        case .merge: "bring the JSON reports of several runs together"
        case .replay: "repeat the run of a capsule, and tell whether it went the same way"
        case .conformance: "show the verdict on each case that scenarios cover, for the call library or for drivers"
        case .schema: "write the JSON Schema of scenario files"
        case .new: "write a scenario to start from"
        case .format: "bring scenario files into one shape, comments and all"
        case .serve: "run a backend in real time, for clients of any kind"
        case .inspect: "show what a capture says"
        case .diff: "compare the calls of two captures or runs"
        case .worker: "run scenarios for a supervisor"
        }
    }

    /// The verb's options, in the order of its help.
    var options: [OptionName] {
        switch self {
        case .run:
            [
                .filter, .tag, .invert, .lastFailed, .shard, .seed, .seeds, .twice, .repeat, .jobs, .clock, .driver,
                .capture, .captureFormat, .limit, .memory, .failFast, .strict, .allowUnsupported, .watch,
                .keepFailures, .out, .report, .help,
            ]
        case .check: [.format, .help]
        case .list: [.filter, .tag, .invert, .format, .help]
        case .merge: [.report, .out, .allowUnsupported, .help]
        case .replay: [.out, .allowPrograms, .help]
        case .conformance: [.driver, .filter, .tag, .invert, .jobs, .limit, .out, .format, .help]
        case .schema, .new: [.help]
        case .format: [.check, .help]
        case .serve: [.address, .port, .users, .expose, .help]
        case .inspect:
            [
                .packets, .decode, .json, .ladder, .mermaid, .svg, .html, .rtp, .hosts, .bpf, .call, .participant,
                .event, .from, .to, .errors, .write, .help,
            ]
        case .diff: [.tolerance, .approve, .help]
        case .worker:
            [.clock, .driver, .limit, .memory, .capture, .captureFormat, .strict, .parent]
        }
    }

    /// The operands as the usage line shows them.
    var operands: String {
        switch self {
        case .inspect: " FILE"
        case .diff: " FIRST SECOND"
        case .merge: " FILE..."
        case .replay: " CAPSULE"
        case .new: " NAME"
        case .serve, .schema, .worker: ""
        case .run, .check, .list, .conformance, .format: " PATH..."
        }
    }
}
