import YAML

/// A file that was read: its lines and the sequences that its steps can perform.
struct SourceFile {
    /// The path of the file, as given or found.
    let path: String
    let lines: [String]
    /// The available sequences by name: the file's own and those of included files.
    var sequences: [String: StepSequence] = [:]
    /// The directly and indirectly included files, without duplicates.
    var includes: [String] = []
    /// True when it is meant to have other sequences, and a mistake in their definition or include is reported.
    var hasOtherSequences = false
    /// True when the file or an included file has a problem.
    var isBroken = false
    /// The names of its variables and of those in its rows.
    var variables: [String] = []
}

/// A named list of steps, which `do` performs.
struct StepSequence {
    let name: String
    /// The names that `with` must define.
    let parameters: [String]
    /// True when other parameters are meant to be defined, and a mistake in their definition is reported.
    var hasOthers = false
    let steps: YAMLNode
    /// The place of its name.
    let site: Site
    /// The sequences that its steps perform, with their places.
    let done: [(name: String, node: YAMLNode)]
}

/// The variables of one run of a scenario.
struct Row {
    /// The row's name; nil in a file without rows.
    let name: YAMLNode?
    let variables: Scope
}
