import YAML

/// Collects the problems of one file, up to a limit; duplicates are reported once.
struct Problems {
    let file: String
    let limit: Int
    private(set) var all: [Diagnostic] = []
    /// The number of reported problems, including omitted ones.
    private(set) var count = 0
    private var omitted = 0
    private var reported: Set<Key> = []

    private struct Key: Hashable {
        let file: String
        let place: Place?
        let message: String
    }

    init(file: String, limit: Int) {
        self.file = file
        self.limit = limit
    }

    var isEmpty: Bool { all.isEmpty }

    /// Reports a problem; the suggestion is only evaluated when the problem is shown.
    mutating func report(
        _ message: @autoclosure () -> String, at place: Place?, in other: String? = nil,
        suggestion: @autoclosure () -> String? = nil, related: [Diagnostic.Related] = []
    ) {
        count += 1
        let message = message()
        guard reported.insert(Key(file: other ?? file, place: place, message: message)).inserted else { return }
        guard all.count < limit else {
            omitted += 1
            return
        }
        add(
            Diagnostic(
                file: other ?? file, place: place, message: message, suggestion: suggestion(), related: related))
    }

    /// Marks problems of other files as reported, so that they are not repeated.
    mutating func know(_ problems: [Diagnostic]) {
        for problem in problems {
            let place = Place(line: problem.line, column: problem.column, endColumn: problem.endColumn)
            reported.insert(Key(file: problem.file, place: problem.line > 0 ? place : nil, message: problem.message))
        }
    }

    /// Counts a problem that is not shown, because its cause is unknown.
    mutating func pass() {
        count += 1
    }

    /// Adds a problem that may have related places in other files.
    mutating func add(_ problem: Diagnostic) {
        all.append(problem)
    }

    /// Returns the problems in the order of the file, then those in other files, then a note on omitted ones.
    func inOrder() -> [Diagnostic] {
        var ranks = [file: 0]
        for problem in all where ranks[problem.file] == nil { ranks[problem.file] = ranks.count }
        let sorted = all.enumerated().sorted {
            let (one, other) = (ranks[$0.element.file] ?? 0, ranks[$1.element.file] ?? 0)
            return (one, $0.element.line, $0.element.column, $0.offset)
                < (other, $1.element.line, $1.element.column, $1.offset)
        }
        let reported = sorted.map(\.element)
        guard omitted > 0 else { return reported }
        let count = omitted == 1 ? "is 1 more problem" : "are \(omitted) more problems"
        let rest = Diagnostic(file: file, place: nil, message: "there \(count) in this file; \(limit) are shown")
        return reported + [rest]
    }
}
