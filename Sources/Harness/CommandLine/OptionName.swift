/// The options of all verbs, each with one meaning everywhere; the raw value is the word behind `--`.
enum OptionName: String, CaseIterable {
    case seed
    case jobs
    case clock
    case driver
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
    case shard
    case failFast = "fail-fast"
    case keepFailures = "keep-failures"
    case allowUnsupported = "allow-unsupported"
    case strict
    case watch
    case limit
    case memory
    case report
    case address
    case port
    case users
    case expose
    case packets
    case decode
    case json
    case ladder
    case mermaid
    case svg
    case html
    case rtp
    case hosts
    case bpf
    case call
    case participant
    case event
    case from
    case to
    case errors
    case write
    case format
    case check
    case tolerance
    case approve
    case allowPrograms = "allow-programs"
    case help
    // Options that the supervisor gives its workers.
    case parent

    /// The placeholder of the value, nil for an option without one, and the explanation.
    var row: (value: String?, about: String) {
        switch self {
        case .seed: ("N", "the seed of every random number; the default is 1")
        case .jobs:
            (
                "N",
                "scenarios that run side by side; the default is one a core and one more, without the one in real time"
            )
        case .clock: ("virtual|real", "whether time jumps to the next event or passes; the default is virtual")
        case .driver:
            (
                "[NAME=]COMMAND",
                "a program in the place of the participant NAME, or of all, under the real clock (Docs/driver.md); "
                    + "may be given several times"
            )
        case .capture:
            (
                "auto|live|ledger|off",
                "how datagrams are captured: live where permitted (the default), live or not at all, "
                    + "from what the sockets sent, or not at all"
            )
        case .captureFormat:
            (
                "pcap|pcapng",
                "the format of captures: pcap (the default), or pcapng, with the names of hosts and with comments on "
                    + "packets"
            )
        case .out: ("DIR", "the folder for captures, journals and verdicts; the default is .rollcall")
        case .twice: (nil, "run every scenario two times, and compare journals and captured payloads")
        case .repeat: ("N", "run every scenario N times, and compare all runs of a seed with the first one")
        case .seeds: ("A..B", "run every scenario with all seeds from A to B, until one fails")
        case .tag: ("TAG", "only scenarios with this tag; of several options one is enough")
        case .invert: (nil, "all scenarios but those that --filter and --tag choose")
        case .lastFailed: (nil, "only scenarios that did not pass when they last ran, with results in the --out folder")
        case .shard: ("I/N", "only every Nth scenario, from the Ith on; `rollcall merge` brings the reports together")
        case .failFast: (nil, "stop at the first scenario that does not pass")
        case .keepFailures: (nil, "keep the captures and journals only of runs that did not pass")
        case .allowUnsupported: (nil, "end with 0 even when no scenario passed and some are unsupported")
        case .strict: (nil, "fail a scenario that passed but may test less than it seems to, which is otherwise a note")
        case .watch: (nil, "then wait, and run what changes, until interrupted")
        case .filter:
            ("TEXT", "only scenarios whose id, name, tag or file contains TEXT; of several options one is enough")
        case .limit: ("SECONDS", "wall-clock seconds that one scenario may take; the default is 60")
        case .memory:
            ("MIB", "mebibytes of memory that one scenario may take; the default is 1024, and 0 stands for no limit")
        case .report:
            (
                "KIND[=FILE]",
                "write a report, KIND being json, junit, tap, github, markdown or html, to a file or to the standard output; "
                    + "may be given several times"
            )
        case .address: ("A", "the IPv4 address of the coordinator; the default is 127.0.0.1")
        case .port: ("P", "its UDP port; the default is 5683, and 0 takes a free one")
        case .users:
            ("FILE", "the users, as a YAML list of ids or of maps with id, name, role; without it: alice, bob, carol")
        case .expose: (nil, "permit an address that other machines reach")
        case .packets: (nil, "show a line a packet")
        case .decode: (nil, "show every layer of each packet; with --json, the bodies of messages too")
        case .json: (nil, "write a JSON object a packet")
        case .ladder: (nil, "draw the signalling between hosts")
        case .mermaid: (nil, "write the same diagram in Mermaid's language")
        case .svg: (nil, "write the same diagram as an SVG picture")
        case .html: (nil, "write a page on which to look at every packet: to scroll, to zoom, and to point at")
        case .hosts: ("FILE", "take the names of hosts from a file like /etc/hosts")
        case .rtp: (nil, "show the table of RTP streams")
        case .bpf: ("EXPR", "only packets that match a filter expression of libpcap")
        case .call: ("CID", "only packets about the call TYPE:ID")
        case .participant: ("NAME", "only packets from or to a participant, a host or an address")
        case .event: ("TYPE", "only packets that carry an event, such as call.ring")
        case .from: ("SECONDS", "only packets from that time of the capture on")
        case .to: ("SECONDS", "only packets up to that time of the capture")
        case .errors: (nil, "only packets that are trouble: repeated, refused, reset, malformed, unanswered")
        case .write: ("FILE", "write the selected packets to a capture file")
        case .format: ("text|json", "for whom to write: people (the default) or programs")
        case .tolerance: ("SECONDS", "by how much an event may come earlier or later; the default is 0.05")
        case .approve: (nil, "write the second's events into the first, a golden file, instead of comparing")
        case .check: (nil, "change nothing, and only name the files that have another shape")
        case .allowPrograms: (nil, "start the programs that the capsule's scenario names")
        case .help: (nil, "show this text")
        case .parent: ("PID", "the supervisor")
        }
    }
}
