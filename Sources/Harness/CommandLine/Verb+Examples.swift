extension Verb {
    /// A command line as an example, without the program's name, and its effect.
    struct Example: Hashable {
        let words: String
        let about: String
    }

    /// Command lines that show the verb's usual purposes, for help and manual pages.
    var examples: [Example] {
        switch self {
        case .run:
            [
                Example(words: "run Scenarios", about: "run every scenario of a folder"),
                Example(words: "run RING-01 --seeds 1..100", about: "run one scenario by its id with a hundred seeds"),
                Example(
                    words: "run Scenarios --only-changed=main -q",
                    about: "run the scenarios that differ from the branch main"),
                Example(
                    words: "run Scenarios --report junit=junit.xml --report html=report.html",
                    about: "write reports for CI and for reading"),
            ]
        case .check:
            [Example(words: "check Scenarios --format json", about: "list all mistakes for an editor")]
        case .list: [Example(words: "list Scenarios --filter ring", about: "list the scenarios about ringing")]
        case .merge:
            [Example(words: "merge 1.json 2.json --report junit=all.xml", about: "judge two shards as one run")]
        case .plan:
            [
                Example(
                    words: "plan Scenarios --seeds 1..1000 --out plan",
                    about: "divide the runs into packs for several machines"),
                Example(
                    words: "plan explore Scenarios --runs 100000 --out plan", about: "divide a search into packs"
                ),
                Example(
                    words: "plan load RING-01 --shape 'constant(100/s, 1h)' --out plan",
                    about: "divide a load into packs"),
            ]
        case .work: [Example(words: "work plan", about: "run packs of a plan on this machine")]
        case .gather:
            [Example(words: "gather plan --report junit=all.xml", about: "judge all packs of a plan as one run")]
        case .replay:
            [Example(words: "replay .rollcall/RING-01/capsule.rollcall", about: "repeat a failed run")]
        case .load:
            [
                Example(
                    words: "load RING-01 --shape 'ramp(0→100/s, 60s), hold(10min)'",
                    about: "ring up to a hundred times a second"),
                Example(
                    words: "load RING-01 --concurrency 20 --runs 1000 --threshold 'accept→inCall p99 < 200ms'",
                    about: "keep twenty calls under way, and judge the time to accept"),
                Example(
                    words: "load RING-01 --shape 'constant(1/s, 24h)' --soak",
                    about: "look for leaks in a day of virtual time"),
                Example(
                    words: "load RING-01 --find-rate 'ring→incoming p99 < 20ms'",
                    about: "find how many calls a second this machine rings in time"),
            ]
        case .explore:
            [
                Example(
                    words: "explore Scenarios --budget 10min --corpus corpus",
                    about: "search for ten minutes, and continue from there next time")
            ]
        case .shrink:
            [Example(words: "shrink .rollcall/RING-01/capsule.rollcall --out small.yaml", about: "shrink a failed run")]
        case .passability:
            [Example(words: "passability RING-01 --seeds 1..20", about: "find the limits of one scenario")]
        case .conformance:
            [
                Example(
                    words: "conformance Scenarios --driver \"python3 driver.py\"",
                    about: "test the client behind a driver, and show its matrix")
            ]
        case .interop:
            [
                Example(
                    words: "interop Scenarios/ringing --library rollcall --library \"mine=python3 driver.py\"",
                    about: "let both libraries ring each other, and write the page")
            ]
        case .schema: [Example(words: "schema > scenario.schema.json", about: "write the schema for an editor")]
        case .new: [Example(words: "new Scenarios/ringing/callee-is-busy", about: "write a scenario that passes")]
        case .format: [Example(words: "format --check Scenarios", about: "list the files that are not formatted")]
        case .inspect:
            [
                Example(words: "inspect .rollcall/RING-01", about: "summarize the capture of a run"),
                Example(
                    words: "inspect .rollcall/RING-01/capsule.rollcall --ladder",
                    about: "draw the signalling of a failed run, from its one file"),
                Example(
                    words: "inspect capture.pcap --ladder --participant bob",
                    about: "draw the signalling of one participant"),
            ]
        case .specifications:
            [
                Example(
                    words: "specifications 'ring of a callee'", about: "show which transitions of a callee are allowed")
            ]
        case .diff: [Example(words: "diff before.pcap after.pcap", about: "compare the calls of two captures")]
        case .serve:
            [
                Example(words: "serve --port 0", about: "serve clients of any kind at a free port"),
                Example(
                    words: "serve --calls --capture served.pcap",
                    about: "show the calls while they last, and keep all datagrams"),
            ]
        case .ui: [Example(words: "ui Scenarios", about: "show all scenarios at http://127.0.0.1:8683")]
        case .why:
            [
                Example(words: "why RING-01", about: "explain the value that the failed step found"),
                Example(
                    words: "why .rollcall/RING-01 bob.callingState --at 2.5",
                    about: "explain the state of one participant at 2.5 s"),
            ]
        case .export:
            [
                Example(
                    words: "export RING-01 --format perfetto --write ring.perfetto",
                    about: "write a trace for https://ui.perfetto.dev"),
                Example(words: "export RING-01 --format mermaid", about: "write a diagram for a comment on GitHub"),
                Example(
                    words: "export RING-01 --format pcapng --write ring.pcapng",
                    about: "write the capture with step, cause and fate of each packet, for Wireshark"),
            ]
        case .debug:
            [
                Example(words: "debug RING-01 --seed 7", about: "step through a scenario in a terminal"),
                Example(
                    words: "debug .rollcall/RING-01/capsule.rollcall", about: "step through a failed run as it was"),
            ]
        case .completions:
            [Example(words: "completions fish > ~/.config/fish/completions/rollcall.fish", about: "complete in fish")]
        case .man: [Example(words: "man run | man -l -", about: "read the page of a verb")]
        case .driver:
            [
                Example(words: "driver new python mine", about: "write a driver in Python"),
                Example(words: "driver check \"python3 mine/driver.py\"", about: "compare it with the protocol"),
                Example(words: "driver ladder \"python3 mine/driver.py\"", about: "run the ladder's levels with it"),
            ]
        case .worker, .loadWorker: []
        }
    }
}
