internal import Journal
internal import ScenarioLanguage

/// An invalid command line.
struct UsageError: Error, Hashable, CustomStringConvertible {
    /// The verb; nil before it is known.
    let verb: Verb?
    /// The mistake, and how to correct it.
    let message: String

    init(_ verb: Verb?, _ message: String) {
        self.verb = verb
        self.message = message
    }

    var description: String {
        let command = [ProgramName.shown, verb?.rawValue].compactMap { $0 }.joined(separator: " ")
        return "\(command): \(message.withoutCommands(keeping: ["\n"]))\nTry `\(command) --help`.\n"
    }
}

/// Returns the nearest of several words as the end of a message; empty when none is near.
func hint(_ word: String, _ words: [String], prefix: String = "") -> String {
    Spelling.nearest(to: word, in: words).map { "; did you mean `\(prefix)\($0)`?" } ?? ""
}
