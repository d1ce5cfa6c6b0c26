import YAML

/// Collects what is wrong with one file, up to a limit; what is read several times is told once.
struct Problems {
    let file: String
    let limit: Int
    private(set) var all: [Diagnostic] = []
    /// How many were reported, told or not.
    private(set) var count = 0
    private var untold = 0
    private var told: Set<Key> = []

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

    /// Tells of a problem; the suggestion is made only when it will be told.
    mutating func report(
        _ message: @autoclosure () -> String, at place: Place?, in other: String? = nil,
        suggestion: @autoclosure () -> String? = nil, related: [Diagnostic.Related] = []
    ) {
        count += 1
        let message = message()
        guard told.insert(Key(file: other ?? file, place: place, message: message)).inserted else { return }
        guard all.count < limit else {
            untold += 1
            return
        }
        add(
            Diagnostic(
                file: other ?? file, place: place, message: message, suggestion: suggestion(), related: related))
    }

    /// Problems of other files that were told before need not be told again.
    mutating func know(_ problems: [Diagnostic]) {
        for problem in problems {
            let place = Place(line: problem.line, column: problem.column, endColumn: problem.endColumn)
            told.insert(Key(file: problem.file, place: problem.line > 0 ? place : nil, message: problem.message))
        }
    }

    /// Notes a problem that is not told, because what it is about is not known.
    mutating func pass() {
        count += 1
    }

    /// Tells of a problem that may belong to places in other files too.
    mutating func add(_ problem: Diagnostic) {
        all.append(problem)
    }

    /// The problems in the order of the file, those in other files behind them, with a word on those left out.
    func inOrder() -> [Diagnostic] {
        var ranks = [file: 0]
        for problem in all where ranks[problem.file] == nil { ranks[problem.file] = ranks.count }
        let sorted = all.enumerated().sorted {
            let (one, other) = (ranks[$0.element.file] ?? 0, ranks[$1.element.file] ?? 0)
            return (one, $0.element.line, $0.element.column, $0.offset)
                < (other, $1.element.line, $1.element.column, $1.offset)
        }
        let told = sorted.map(\.element)
        guard untold > 0 else { return told }
        let rest = Diagnostic(
            file: file, place: nil, message: "there are \(untold) more problems in this file; \(limit) are shown")
        return told + [rest]
    }
}
