/// Manual pages in roff, generated from the tables of verbs and options.
enum ManualPage {
    /// The page of the program.
    static var overview: String {
        let verbs = Verb.visible.map { item("rollcall-\($0.rawValue)(1)", $0.about) }.joined()
        return head("rollcall", "runs call scenarios with real datagrams in virtual time, and captures them")
            + synopsis("rollcall", "VERB [OPTION]... PATH...")
            + section("VERBS", verbs)
            + section("OPTIONS", item("-h, --help", "show the verbs") + item("--version", "show the version"))
            + notes(Help.exitStatus)
    }

    /// Returns the page of a verb.
    static func page(of verb: Verb) -> String {
        let options = verb.options.map { item($0.written(of: verb), $0.row(of: verb).about) }.joined()
        let examples = verb.examples.map { item("rollcall \($0.words)", $0.about) }.joined()
        return head("rollcall-\(verb.rawValue)", verb.about)
            + synopsis("rollcall \(verb.rawValue)", "[OPTION]...\(verb.operands)")
            + section("OPTIONS", options)
            + section("EXAMPLES", examples)
            + notes(Help.notes(on: verb))
            + section("SEE ALSO", "\\fBrollcall\\fR(1)\n")
    }

    private static func head(_ name: String, _ about: String) -> String {
        ".TH \(escaped(name.uppercased())) 1 \"\" \"rollcall \(RollcallMain.version)\" \"User Commands\"\n"
            + ".SH NAME\n\(escaped(name)) \\- \(escaped(about))\n"
    }

    private static func synopsis(_ name: String, _ operands: String) -> String {
        section("SYNOPSIS", "\\fB\(escaped(name))\\fR \(escaped(operands))\n")
    }

    private static func section(_ title: String, _ text: String) -> String {
        text.isEmpty ? "" : ".SH \(title)\n\(text)"
    }

    private static func item(_ term: String, _ text: String) -> String {
        ".TP\n\\fB\(escaped(term))\\fR\n\(escaped(text))\n"
    }

    /// Returns the paragraphs after the options, with the exit status under a heading of its own.
    private static func notes(_ text: String) -> String {
        let paragraphs = text.split(separator: "\n\n").map { $0.split(separator: "\n").joined(separator: " ") }
        let mark = "Exit status: "
        let status = paragraphs.filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
        let others = paragraphs.filter { !$0.hasPrefix(mark) }
        return section("NOTES", others.map { ".PP\n\(escaped($0))\n" }.joined())
            + section("EXIT STATUS", status.flatMap { $0.split(separator: " · ") }.map(exitStatus).joined())
    }

    private static func exitStatus(_ text: Substring) -> String {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        return item(parts.first ?? "", parts.dropFirst().first ?? "")
    }

    /// Returns the text with roff's escapes.
    private static func escaped(_ text: String) -> String {
        let plain = text.unicodeScalars.map(escaped).joined()
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case _ where scalar.isASCII: String(scalar)
        default: "\\[u\(hexadecimal(scalar))]"
        }
    }

    /// Returns the number of a character with at least four digits.
    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
