/// The options of all verbs, each with one meaning everywhere; the raw value is the word behind `--`.
enum OptionName: String, CaseIterable {
    case seed
    case jobs
    case clock
    case driver
    case backend
    case library
    case levels
    case expectedFailures = "expected-failures"
    case capture
    case captureFormat = "capture-format"
    case out
    case twice
    case `repeat`
    case seeds
    case filter
    case tag
    case invert
    case lastFailed = "last-failed"
    case onlyChanged = "only-changed"
    case shard
    case failFast = "fail-fast"
    case keepFailures = "keep-failures"
    case allowUnsupported = "allow-unsupported"
    case strict
    case watch
    case quiet
    case verbose
    case limit
    case memory
    case report
    case pack
    case machine
    case engine
    case slots
    case ssh
    case image
    case address
    case port
    case users
    case expose
    case requireProof = "require-proof"
    case log
    case calls
    case terminal
    case packets
    case decode
    case json
    case ladder
    case mermaid
    case svg
    case html
    case rtp
    case sip
    case spec
    case hosts
    case bpf
    case call
    case participant
    case event
    case from
    case to
    case at
    case errors
    case write
    case format
    case check
    case tolerance
    case approve
    case allowPrograms = "allow-programs"
    case runs
    case budget
    case strategy
    case shape
    case concurrency
    case participants
    case media
    case threshold
    case series
    case soak
    case metrics
    case workers
    case server
    case secret
    case share
    case findRate = "find-rate"
    case trial
    case compareClocks = "compare-clocks"
    case withoutExpectations = "without-expectations"
    case corpus
    case generate
    case timers
    case help
    // Options that the supervisor gives its workers.
    case parent
    case core

    /// The row of the option in the help of a verb.
    func row(of verb: Verb) -> (value: String?, about: String) {
        switch (self, verb) {
        case (.runs, .load): ("N", "the number of instances in all, with --concurrency")
        case (.budget, .load): ("TIME", "the time in which instances start, with --concurrency, as in 10min")
        case (.report, .load):
            (
                "KIND[=FILE]",
                "write a report, KIND being json or html, to a file or to the standard output; may be given several "
                    + "times"
            )
        case (.runs, .plan):
            ("N", "of explore: the number of runs; of load with --concurrency: the number of instances")
        case (.budget, .plan): ("TIME", "of load with --concurrency: the time in which instances start")
        case (.strategy, .plan):
            (row.value, "of explore: \(row.about)")
        case (.shape, .plan), (.concurrency, .plan), (.threshold, .plan), (.participants, .plan), (.media, .plan):
            (row.value, "of load: \(row.about)")
        case (.workers, .plan): ("N", "of load: the number of packs, each with a share of the starts")
        case (.out, .shrink): ("FILE", "the file of the smaller scenario; without it, the standard output")
        case (.out, .plan): ("DIR", "the folder of the plan")
        case (.seeds, .passability):
            ("A..B", "the seeds with which a scenario has to pass at a limit; the default is 1..5")
        case (.out, .gather): ("DIR", "of explore: the folder of what was found; the default is PLAN/found")
        case (.series, .gather): (row.value, "of load: \(row.about)")
        case (.backend, .interop):
            (
                "NAME=COMMAND",
                "a program in place of Rollcall's servers, for a table of its own (Docs/driver.md); may be given several "
                    + "times"
            )
        case (.failFast, .explore): (nil, "stop at the first finding")
        case (.svg, .passability): (nil, "draw the limits as an SVG picture")
        case (.format, .specifications):
            ("text|mermaid", "as tables (the default), or in Markdown with diagrams in Mermaid's language")
        case (.format, .export):
            ("FORMAT", "the format of the export: perfetto, chrome, mermaid, otlp, or pcapng with comments")
        case (.format, .run):
            ("text|json", "lines of text (the default), or a JSON object for each event, for programs")
        case (.capture, .serve):
            ("FILE", "write every datagram of the servers to a pcap file, which `rollcall inspect` shows")
        case (.capture, .load):
            ("FILE", "write every datagram to a pcap file; datagrams of media are then not joined in bursts")
        case (.port, .ui): ("P", "the TCP port of 127.0.0.1; the default is 8683, and 0 takes a free one")
        default: row
        }
    }

    /// The placeholder of the value, nil for an option without one, and the explanation.
    var row: (value: String?, about: String) {
        switch self {
        case .seed: ("N", "the seed of every random number; the default is 1")
        case .jobs:
            (
                "N",
                "scenarios that run at the same time; the default is one per core and one more, in real time one per core"
            )
        case .clock: ("virtual|real", "the clock: virtual time (the default) jumps to the next event, real time passes")
        case .driver:
            (
                "[NAME=]COMMAND",
                "a program in place of the participant NAME, of @first, of @others, or of all (Docs/driver.md); "
                    + "may be given several times"
            )
        case .backend:
            (
                "COMMAND",
                "a program in place of Rollcall's servers, at the address ${host}:${port} (Docs/driver.md)"
            )
        case .library:
            (
                "NAME[=COMMAND]",
                "a library of the matrix by the command of its driver, or without a command Rollcall's own; may be given "
                    + "several times"
            )
        case .levels: ("N", "only the first N levels of the ladder")
        case .expectedFailures:
            ("FILE", "known failures of a driver, a list of maps with id, reason, until (Docs/driver.md)")
        case .capture:
            (
                "auto|live|ledger|off",
                "how datagrams are captured: auto, the default, is live where permitted and else ledger; live, or an "
                    + "error; ledger, from what the sockets sent; off, no capture"
            )
        case .captureFormat:
            (
                "pcap|pcapng",
                "the format of captures: pcap (the default), or pcapng, with the names of hosts and with comments on "
                    + "packets"
            )
        case .out:
            (
                "DIR",
                "the folder for captures, journals and verdicts; the default is .rollcall"
            )
        case .twice: (nil, "run every scenario two times, and compare journals and captured payloads")
        case .repeat: ("N", "run every scenario N times, and compare all runs of a seed with the first one")
        case .seeds: ("A..B", "run every scenario with all seeds from A to B, until one fails")
        case .tag: ("TAG", "only scenarios with this tag; of several options one is enough")
        case .invert: (nil, "all scenarios except those that --filter and --tag choose")
        case .lastFailed: (nil, "only scenarios that did not pass when they last ran, with results in the --out folder")
        case .onlyChanged:
            (
                "[=REF]",
                "only scenarios whose files differ from the commit REF, HEAD if none is given, or are new to git"
            )
        case .quiet: (nil, "show only scenarios that did not pass, and the totals")
        case .verbose: (nil, "show the steps of every scenario, with the instant at which each ended")
        case .shard: ("I/N", "only every Nth scenario, from the Ith on; `rollcall merge` brings the reports together")
        case .failFast: (nil, "stop at the first scenario that does not pass")
        case .keepFailures: (nil, "keep the captures and journals only of runs that did not pass")
        case .allowUnsupported: (nil, "end with 0 even when no scenario passed and some are unsupported")
        case .strict: (nil, "fail a scenario that passed but may test less than it seems to, which is otherwise a note")
        case .watch: (nil, "then wait, and run the scenarios that change, until interrupted")
        case .filter:
            ("TEXT", "only scenarios whose id, name, tag or file contains TEXT; of several options one is enough")
        case .limit: ("SECONDS", "wall-clock seconds that one scenario may take; the default is 60")
        case .memory:
            ("MIB", "mebibytes of memory that one scenario may take; the default is 1024, and 0 stands for no limit")
        case .report:
            (
                "KIND[=FILE]",
                "write a report, KIND being json, junit, tap, github, markdown or html, to a file or to the standard output; "
                    + "html=FOLDER/ writes a small page that loads runs on demand; may be given several times"
            )
        case .pack: ("SECONDS", "the duration of one pack on one machine; the default is 30")
        case .machine: ("NAME", "the name of this machine in claims; the default is its host name")
        case .engine: ("slurm|parallel|kubernetes", "let a scheduler start this verb on its slots, and follow them")
        case .slots: ("N", "the number of slots of the scheduler")
        case .ssh: ("HOST,...", "the hosts on which GNU parallel has its slots; the default is this machine")
        case .image: ("IMAGE", "the container image with rollcall; the default is rollcall")
        case .address: ("A", "the IPv4 address of the coordinator; the default is 127.0.0.1")
        case .port: ("P", "its UDP port; the default is 5683, and 0 takes a free one")
        case .users:
            ("FILE", "the users, as a YAML list of ids or of maps with id, name, role; without it: alice, bob, carol")
        case .expose: (nil, "permit an address that other machines can reach")
        case .requireProof: (nil, "refuse clients that do not prove each request with the printed key")
        case .log:
            ("text|json|off", "the form of the log on the standard error, one line per request; the default is text")
        case .calls:
            (nil, "show the calls with their participants and rings, and again when they change; then --log is off")
        case .terminal: (nil, "read commands from the standard input, also when it is not a terminal")
        case .packets: (nil, "show one line per packet")
        case .decode: (nil, "show every layer of each packet; with --json, the bodies of messages too")
        case .json: (nil, "write one JSON object per packet")
        case .ladder: (nil, "draw the signalling between hosts")
        case .mermaid: (nil, "write the same diagram in Mermaid's language")
        case .svg: (nil, "write the same diagram as an SVG picture")
        case .html: (nil, "write a page on which to look at every packet: to scroll, to zoom, and to point at")
        case .hosts: ("FILE", "take the names of hosts from a file like /etc/hosts")
        case .rtp: (nil, "show the table of RTP streams")
        case .sip: (nil, "show the tables of SIP calls, requests and responses")
        case .spec: (nil, "check the specifications that a capture alone can show, and write their violations")
        case .bpf: ("EXPR", "only packets that match a filter expression of libpcap")
        case .call: ("CID", "only packets about the call TYPE:ID")
        case .participant: ("NAME", "only packets from or to a participant, a host or an address")
        case .event: ("TYPE", "only packets that carry an event, such as call.ring")
        case .from: ("SECONDS", "only packets from that time of the capture on")
        case .to: ("SECONDS", "only packets up to that time of the capture")
        case .at: ("SECONDS", "the value at that time of the run; without it, the one after the last step")
        case .errors: (nil, "only packets that show a problem: repeated, refused, reset, malformed, unanswered")
        case .write: ("FILE", "write the selected packets, or the export, to a file")
        case .format: ("FORMAT", "the format of the output: text (the default) or json")
        case .tolerance: ("SECONDS", "the largest difference between the times of an event; the default is 0.05")
        case .approve: (nil, "write the second's events into the first, a golden file, instead of comparing")
        case .check: (nil, "change nothing, and only list the files that are not formatted")
        case .allowPrograms: (nil, "start the programs that the capsule's scenario names")
        case .runs: ("N", "the number of runs of the search; the default is 1000, or unlimited with --budget")
        case .budget: ("TIME", "the duration of the search, as in 10min")
        case .strategy:
            (
                "NAME[,NAME]...",
                "the ways to choose changes: random, swarm, timers, novelty, orders, seeds; the default is all of them"
            )
        case .shape:
            (
                "SHAPE",
                "the planned starts over time, as in 'ramp(0→100/s, 60s), hold(10min)'; further sections are "
                    + "constant(100/s, 60s), atOnce(50) and pause(10s)"
            )
        case .concurrency: ("N", "keep N instances under way: the end of one starts another")
        case .participants:
            ("N", "the number of participants of the scenario's group, in place of its `count`")
        case .media: ("off|on|audio", "the media of all participants, in place of what the scenario says")
        case .threshold:
            (
                "LIMIT",
                "the limit that the load must hold, as in 'accept→inCall p99 < 200ms' or 'failed < 0.1%'; may be given several "
                    + "times"
            )
        case .series:
            (
                "FILE",
                "write the samples to a file that ends with .csv, .jsonl or .hlog (HdrHistogram's log); may be given "
                    + "several times"
            )
        case .soak:
            (nil, "judge whether memory, descriptors, timers and sessions grow with the number of calls")
        case .workers: ("N", "share the load among N processes, each pinned to a core")
        case .server:
            ("ADDRESS:PORT", "load a running `serve` at this address of 127/8, in place of servers in this process")
        case .secret:
            ("FILE", "the secret of tokens, 32 bytes at least, that `serve` and `load --server` share")
        case .share: ("I/N", "the part of a worker")
        case .metrics:
            ("PORT", "serve the figures to Prometheus at this port of 127.0.0.1; 0 takes a free one")
        case .findRate:
            (
                "GOAL",
                "find the highest rate at which a threshold holds, as in 'ring→incoming p99 < 20ms'; may be given several "
                    + "times, and all have to hold"
            )
        case .trial: ("TIME", "the duration of a trial of --find-rate that can be a bound; the default is 30s")
        case .compareClocks: (nil, "run the load under both clocks, and show where they differ")
        case .withoutExpectations: (nil, "judge every run by the rules of whole runs and the specifications alone")
        case .timers:
            (
                nil,
                "show a table of the effects of commands and cuts around the deadline of each timer, and search nothing"
            )
        case .generate: (nil, "start from drawn scenarios, in turn with those of PATH, or without any PATH")
        case .corpus:
            ("DIR", "the folder of coverage and findings, from which a later search continues (Docs/exploring.md)")
        case .help: (nil, "show this text")
        case .parent: ("PID", "the supervisor")
        case .core: ("N", "the core of a worker")
        }
    }

    /// True when a verb takes several values of the option.
    func isRepeatable(of verb: Verb) -> Bool {
        switch self {
        case .filter, .tag, .report, .driver, .library, .threshold, .series, .findRate: true
        case .backend: verb == .interop
        case .out: verb == .merge
        default: false
        }
    }

    /// The letter of the short form, in ASCII; nil for an option without one.
    var letter: UInt8? {
        switch self {
        case .help: UInt8(ascii: "h")
        case .jobs: UInt8(ascii: "j")
        case .quiet: UInt8(ascii: "q")
        case .verbose: UInt8(ascii: "v")
        default: nil
        }
    }

    /// The ways to take a value; the raw values are those of getopt_long.
    enum Argument: Int32 {
        case none
        case required
        case optional
    }

    var argument: Argument {
        guard let value = row.value else { return .none }
        return value.hasPrefix("[=") ? .optional : .required
    }

    /// The option as the user of a verb types it, with the placeholder of its value.
    func written(of verb: Verb) -> String {
        let short = letter.map { "-\(Character(Unicode.Scalar($0))), " } ?? ""
        let value = row(of: verb).value.map { argument == .optional ? $0 : " \($0)" } ?? ""
        return "\(short)--\(rawValue)\(value)"
    }
}
