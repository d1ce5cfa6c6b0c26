internal import Journal
internal import ScenarioLanguage

/// A command line that cannot be carried out as it stands.
struct UsageError: Error, Hashable, CustomStringConvertible {
    /// The verb, once it is known.
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

/// The nearest of some words as the end of a message; empty when none is near.
func hint(_ word: String, _ words: [String], prefix: String = "") -> String {
    Spelling.nearest(to: word, in: words).map { "; did you mean `\(prefix)\($0)`?" } ?? ""
}
