import YAML

/// The reading of one file, or of one of its rows: the state that its readers share.
final class FileReading {
    let file: String
    let vocabulary: Vocabulary
    let limits: ScenarioLimits
    var problems: Problems
    /// The file of the steps that are being read, and the values of names there.
    var context: ReadingContext
    /// The file and those that it includes, by path.
    var sources: [String: SourceFile] = [:]
    /// The variables of the row.
    var row = Scope()
    /// The participants; nil until they are known, and no name is wrong until then.
    var cast: Cast?
    var marks = MarkTable()
    /// The variables and sequences that the scenario uses.
    var usedNames: Set<String> = []
    var budget: ReadingBudget
    /// The identifier, also of a scenario that has problems.
    var identity: (id: String, place: Place)?
    /// The users that names stand for, as values.
    var userValues: [String: Value] = [:]

    init(_ source: SourceFile, vocabulary: Vocabulary, limits: ScenarioLimits) {
        file = source.path
        context = ReadingContext(source: source, scope: Scope())
        self.vocabulary = vocabulary
        self.limits = limits
        budget = ReadingBudget(limits)
        problems = Problems(file: source.path, limit: limits.problems)
    }

    /// The folder of the file with the slash at its end; empty for the current one.
    var folder: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }

    /// Reports a problem, and the origin of names that are put in at its place.
    func report(
        _ message: @autoclosure () -> String, at site: Site, suggestion: @autoclosure () -> String? = nil,
        relatedSites: [(site: Site, note: String)] = []
    ) {
        let isHere = site.file == context.source.path
        let notes = isHere ? context.notes[Mark(line: site.place.line, column: site.place.column)] ?? [] : []
        // An unknown value cannot be wrong.
        if notes.contains(where: \.binding.isUnknown) { return problems.pass() }
        let values = notes.map { ($0.binding.site, "`${\($0.name)}` is \($0.binding.shown) here") }
        let calls = context.calls.reversed().map { ($0.site, "\($0.sequence.name.quoted) is done here") }
        let related = (relatedSites + values + calls).map {
            Diagnostic.Related(file: $0.0.file, place: $0.0.place, note: $0.1)
        }
        problems.report(message(), at: site.place, in: site.file, suggestion: suggestion(), related: related)
    }
}

/// The file of the steps that are being read, and the values of names there.
struct ReadingContext {
    /// A name that was replaced by its value.
    struct Note {
        let name: String
        let binding: Scope.Binding
    }

    let source: SourceFile
    var scope: Scope
    /// The names that were replaced, by position.
    var notes: [Mark: [Note]] = [:]
    /// The `do` steps around, outermost first.
    var calls: [(sequence: StepSequence, site: Site)] = []
    /// True while the steps of a sequence are checked without values for its parameters.
    var isUnknown = false

    /// True for the place of a name whose value is not known.
    func isUnknown(_ node: YAMLNode) -> Bool { notes[node.start]?.contains { $0.binding.isUnknown } ?? false }
}

/// The values, steps and names that may still be read: short texts with groups and repetitions can mean many.
struct ReadingBudget {
    /// The values that names may stand for.
    var values: Int
    /// The steps of all rows.
    var steps: Int
    /// The names in lists of participants.
    var names: Int

    init(_ limits: ScenarioLimits) {
        values = limits.values
        steps = limits.stepsOfRows
        names = limits.names
    }
}
