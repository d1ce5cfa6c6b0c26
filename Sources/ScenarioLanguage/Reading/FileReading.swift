import YAML

/// The reading of one file, or of one of its rows: the shared state of its readers.
final class FileReading {
    let file: String
    let vocabulary: Vocabulary
    let limits: ScenarioLimits
    var problems: Problems
    /// The file of the current steps, and the values of its names.
    var context: ReadingContext
    /// The file and its included files, by path.
    var sources: [String: SourceFile] = [:]
    /// The variables of the row.
    var row = Scope()
    /// The participants; nil before they are known, when no name is reported as wrong.
    var cast: Cast?
    /// True when participants have media unless they say otherwise.
    var hasMedia = false
    /// The changes of links so far.
    var links = LinkTable()
    /// The names of the programs.
    var programs: [String] = []
    /// True when the file has programs, even invalid ones.
    var hasPrograms = false
    /// The number of participants of the only group, in place of its `count`; nil keeps that.
    var groupSize: Int?
    var marks = MarkTable()
    /// The requests that intruders forge.
    var forged: [(method: String, path: String)] = []
    /// True when the network carries chosen or broken datagrams, which can be any requests.
    var hasRawDatagrams = false
    /// The expected requests that participants never send.
    var unmatched: [UnmatchedRequest] = []
    /// The unknown types of calls that commands that may throw name.
    var otherCallTypes: Set<String> = []
    /// The variables and sequences that the scenario uses.
    var usedNames: Set<String> = []
    var budget: ReadingBudget
    /// The identifier; also set for a scenario with problems.
    var identity: (id: String, place: Place)?
    /// The users that names refer to, as values.
    var userValues: [String: Value] = [:]

    init(_ source: SourceFile, vocabulary: Vocabulary, limits: ScenarioLimits) {
        file = source.path
        context = ReadingContext(source: source, scope: Scope())
        self.vocabulary = vocabulary
        self.limits = limits
        budget = ReadingBudget(limits)
        problems = Problems(file: source.path, limit: limits.problems)
    }

    /// The folder of the file with a trailing slash; empty for the current one.
    var folder: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }

    /// Reports a problem, with the definitions of names at its place.
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

/// The file of the current steps, and the values of its names.
struct ReadingContext {
    /// A name that was replaced by its value.
    struct Note {
        let name: String
        let binding: Scope.Binding
    }

    let source: SourceFile
    var scope: Scope
    /// The replaced names, by position.
    var notes: [Mark: [Note]] = [:]
    /// The enclosing `do` steps, outermost first.
    var calls: [(sequence: StepSequence, site: Site)] = []
    /// True while the steps of a sequence are checked without values for its parameters.
    var isUnknown = false

    /// Returns true for the place of a name with an unknown value.
    func isUnknown(_ node: YAMLNode) -> Bool { notes[node.start]?.contains { $0.binding.isUnknown } ?? false }
}

/// The remaining numbers of values, steps and names: short texts with groups and repetitions can expand to many.
struct ReadingBudget {
    /// The number of values of names.
    var values: Int
    /// The number of steps of all rows.
    var steps: Int
    /// The number of names in lists of participants.
    var names: Int

    init(_ limits: ScenarioLimits) {
        values = limits.values
        steps = limits.stepsOfRows
        names = limits.names
    }
}
