import YAML

/// A file that was read: its lines, and the sequences that its steps can do.
struct SourceFile {
    /// The file, as it was named or found.
    let path: String
    let lines: [String]
    /// The sequences that can be done in it, its own and those of the files that it includes, by their names.
    var sequences: [String: StepSequence] = [:]
    /// The files that it includes, and those that they include, each once.
    var includes: [String] = []
    /// Whether something is wrong with it or with a file that it includes.
    var isBroken = false
    /// The names that its variables and rows give.
    var variables: [String] = []
}

/// Steps with a name, which `do` does.
struct StepSequence {
    let name: String
    /// The names that `with` must give.
    let parameters: [String]
    let steps: YAMLNode
    /// Where its name stands.
    let site: Site
    /// The sequences that its steps do, with their places.
    let done: [(name: String, node: YAMLNode)]
}

/// The variables of one run of a scenario's steps.
struct Row {
    /// What it is called; nil in a file without rows.
    let name: YAMLNode?
    let variables: Scope
}
