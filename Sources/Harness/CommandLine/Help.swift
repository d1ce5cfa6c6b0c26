internal import Reporting

/// The help texts of the command line, generated from the tables of verbs and options.
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
            \(row("-h, --help", "show this text; `\(ProgramName.shown) VERB --help` explains a verb"))\
            \(row("--version", "show the version"))
            A PATH is a scenario file, a folder, of which all .yaml files are taken, FILE:LINE, which is the row at that
            line, the id of a scenario in Scenarios, or -, the standard input.

            """ + exitStatus
    }

    /// Returns the help of a verb.
    static func text(of verb: Verb) -> String {
        let options = verb.options.map { option in
            row(option.written(of: verb), option.row(of: verb).about)
        }
        return """
            \(ProgramName.shown) \(verb.rawValue): \(verb.about).

            Usage: \(ProgramName.shown) \(verb.rawValue) [OPTION]...\(verb.operands)

            Options:
            \(options.joined())
            """ + examples(of: verb) + notes(on: verb)
    }

    private static func examples(of verb: Verb) -> String {
        guard !verb.examples.isEmpty else { return "" }
        let lines = verb.examples.map { "  \(ProgramName.shown) \($0.words)\n      \($0.about)\n" }
        return "\nExamples:\n\(lines.joined())\n"
    }

    private static let width = 80
    private static let column = 32

    /// Returns a word with its explanation beside it, or below a long word.
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
