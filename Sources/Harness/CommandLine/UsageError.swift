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

    /// The mistake of a verb that names no scenario.
    static func noScenarios(_ verb: Verb) -> UsageError {
        UsageError(verb, "name at least one file or folder with scenarios")
    }

    /// The mistake of an empty name of a folder.
    static func noOutFolder(_ verb: Verb) -> UsageError { UsageError(verb, "--out needs the name of a folder") }

    /// The mistake of more runs at the same time than there can be.
    static func tooManyJobs(_ jobs: Int, _ verb: Verb) -> UsageError {
        UsageError(verb, "--jobs can be \(mostJobs) at most, and is \(jobs)")
    }

    /// The most runs at the same time.
    static let mostJobs = 1024

    /// The mistake of a verb that has the standard input beside files.
    static func inputBesideFiles(_ verb: Verb) -> UsageError {
        UsageError(verb, "`-`, the standard input, is one scenario: name no other file beside it")
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
