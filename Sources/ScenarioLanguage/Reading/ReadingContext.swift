import YAML

/// Where the steps stand that are being read, and what names stand for in them.
struct ReadingContext {
    /// A name that was put in, and what for.
    struct Note {
        let name: String
        let binding: Scope.Binding
    }

    let source: SourceFile
    var scope: Scope
    /// The names that were put in, by where they stand.
    var notes: [Mark: [Note]] = [:]
    /// The `do` steps that led here, the outermost first.
    var calls: [(sequence: StepSequence, site: Site)] = []
    /// Whether steps are checked that nobody does yet: what their parameters are is not known.
    var isUnknown = false
}
