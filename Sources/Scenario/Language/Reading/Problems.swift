import YAML

/// Collects what is wrong with one file, up to a limit.
struct Problems {
    let file: String
    let limit: Int
    private(set) var all: [Diagnostic] = []
    private var untold = 0

    init(file: String, limit: Int) {
        self.file = file
        self.limit = limit
    }

    var isEmpty: Bool { all.isEmpty }

    /// Tells of a problem; the suggestion is made only when it will be told.
    mutating func report(
        _ message: @autoclosure () -> String, at place: Place?, suggestion: @autoclosure () -> String? = nil,
        related: [(place: Place, note: String)] = []
    ) {
        guard all.count < limit else {
            untold += 1
            return
        }
        let others = related.map { Diagnostic.Related(file: file, place: $0.place, note: $0.note) }
        add(Diagnostic(file: file, place: place, message: message(), suggestion: suggestion(), related: others))
    }

    /// Tells of a problem that may belong to places in other files too.
    mutating func add(_ problem: Diagnostic) {
        all.append(problem)
    }

    /// The problems in the order of the file, with a word on those left out.
    func inOrder() -> [Diagnostic] {
        let sorted = all.enumerated().sorted {
            ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
        }
        let told = sorted.map(\.element)
        guard untold > 0 else { return told }
        let rest = Diagnostic(
            file: file, place: nil, message: "there are \(untold) more problems in this file; \(limit) are shown")
        return told + [rest]
    }
}
