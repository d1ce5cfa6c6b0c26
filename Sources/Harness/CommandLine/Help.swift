internal import Reporting

/// The texts that explain the command line, made from the tables of verbs and options.
enum Help {
    /// The text about the program and its verbs.
    static var overview: String {
        let verbs = Verb.visible.map { row($0.rawValue, $0.about) }.joined()
        return """
            \(ProgramName.shown) runs call scenarios with real datagrams in virtual time, and captures them.

            Usage: \(ProgramName.shown) VERB [OPTION]... PATH...

            Verbs:
            \(verbs)
            Options:
            \(row("--help", "show this text; `\(ProgramName.shown) VERB --help` explains a verb"))\
            \(row("--version", "show the version"))
            A PATH is a scenario file or a folder, of which all .yaml files are taken.

            """ + exitStatus
    }

    /// How a verb is used.
    static func text(of verb: Verb) -> String {
        let options = verb.options.map { option in
            row("--\(option.rawValue)\(option.row.value.map { " \($0)" } ?? "")", option.row.about)
        }
        return """
            \(ProgramName.shown) \(verb.rawValue): \(verb.about).

            Usage: \(ProgramName.shown) \(verb.rawValue) [OPTION]...\(verb.operands)

            Options:
            \(options.joined())
            """ + notes(on: verb)
    }

    private static func notes(on verb: Verb) -> String {
        switch verb {
        case .run: folders + exitStatus
        case .serve: service
        case .inspect: inspection
        case .diff: comparison
        case .replay: replaying
        case .check, .list, .merge, .conformance, .schema, .new, .format, .worker: exitStatus
        }
    }

    private static let inspection = """

        Without options it shows a summary. FILE is a pcap or pcapng file, or the
        folder of a run; - is the standard input.

        Exit status: 0 all was read · 2 --write failed · 64 wrong usage or filter · 65 the file is damaged or no capture

        """

    private static let comparison = """

        FIRST and SECOND are captures, folders of runs, or golden files, which --approve writes.

        Exit status: 0 the calls are the same · 1 they differ · 2 a file cannot be written · 64 wrong usage ·
        65 a file is damaged or none of these

        """

    private static let service = """

        It prints a line for each address (`coordinator 127.0.0.1:5683`, `sfu-1 127.0.1.1:5683`) and each user's token in
        hexadecimal (`token alice d18343…`), then `ready`, and ends on SIGINT, SIGTERM, SIGHUP or SIGQUIT. Tokens are good until
        then. It trusts whoever can read the packets of others, since nothing is encrypted (Docs/security.md).

        Exit status: 0 ended as told · 2 no socket could be had · 64 wrong usage · 65 an invalid users file

        """

    private static let replaying = """

        Exit status: 0 the same journal · 1 it differs · 2 rollcall could not do its own work · 64 wrong usage ·
        65 the file is no capsule · 130 interrupted

        """

    private static let folders = """
        The --out folder gets a folder for each scenario, named by its id: capture.pcap (or
        .pcapng), journal.ndjson, verdict.json.


        """

    private static let exitStatus = """
        Exit status: 0 all passed · 1 a scenario failed, crashed or hung · 2 rollcall could not do its own work ·
        64 wrong usage, or nothing selected · 65 an invalid scenario or file · 130 interrupted

        """

    private static let width = 80
    private static let column = 32

    /// A word with its explanation beside it, or below it where the word is long.
    private static func row(_ word: String, _ about: String) -> String {
        var lines: [String] = []
        var line = ""
        for part in about.split(separator: " ") {
            if !line.isEmpty, line.count + part.count + 1 > width - column {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(part) : " \(part)"
        }
        lines.append(line)
        let indent = String(repeating: " ", count: column)
        let head = "  \(word)"
        let room = column - head.count
        let text = lines.joined(separator: "\n\(indent)") + "\n"
        return room > 1 ? head + String(repeating: " ", count: room) + text : "\(head)\n\(indent)\(text)"
    }
}
