import YAML

/// Collects what is wrong with one file, up to a limit; what is read several times is told once.
struct Problems {
    let file: String
    let limit: Int
    private(set) var all: [Diagnostic] = []
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
