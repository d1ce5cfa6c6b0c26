package import Journal

/// The verdicts on pairs of call libraries: one takes the place of the first participant, the other that of all others.
package struct InteropMatrix {
    /// The backend of a pair. Libraries with different backends cannot reach each other.
    package enum Backend: Hashable {
        /// Rollcall's coordinator and SFU.
        case rollcall
        /// A program in their place, which speaks their protocol.
        case program(Program)
        /// A backend that the drivers bring along.
        case own
    }

    /// A program in place of Rollcall's servers.
    package struct Program: Hashable {
        package let name: String
        package let command: String

        package init(name: String, command: String) {
            self.name = name
            self.command = command
        }
    }

    /// A call library.
    package struct Library: Hashable {
        package let name: String
        /// The command of its driver; nil for Rollcall's own call library.
        package let command: String?
        package let backend: Backend

        package init(name: String, command: String?, backend: Backend) {
            self.name = name
            self.command = command
            self.backend = backend
        }
    }

    /// A scenario that a pair ran.
    package struct Run {
        package let verdict: Verdict
        /// The command that repeats it.
        package let command: String
        /// The address of its capture from the page; nil without one.
        package let capture: String?

        package init(_ verdict: Verdict, command: String, capture: String?) {
            self.verdict = verdict
            self.command = command
            self.capture = capture
        }
    }

    /// The smallest scenario that shows the verdict on a pair.
    package struct Minimal {
        /// The id of the scenario from which it was made.
        package let id: String
        /// Its address from the page.
        package let address: String
        /// The scenario in YAML.
        package let text: String
        /// The command that runs it.
        package let command: String

        package init(id: String, address: String, text: String, command: String) {
            self.id = id
            self.address = address
            self.text = text
            self.command = command
        }
    }

    /// Two libraries with their runs.
    package struct Pair {
        package let first: Library
        package let others: Library
        package let backend: Backend
        /// The address of the report on its runs, from the page.
        package let report: String
        package let runs: [Run]
        package let minimal: Minimal?

        package init(
            first: Library, others: Library, backend: Backend, report: String, runs: [Run], minimal: Minimal?
        ) {
            self.first = first
            self.others = others
            self.backend = backend
            self.report = report
            self.runs = runs
            self.minimal = minimal
        }

        /// The numbers of passed, wrong and unsupported runs.
        package var counts: (passed: Int, bad: Int, unsupported: Int) {
            let kinds = runs.map(\.verdict.kind)
            return (
                kinds.count { $0 == .passed }, kinds.count(where: \.isBad), kinds.count { $0 == .unsupported }
            )
        }

        /// The worst verdict; unsupported when nothing passed.
        package var kind: Verdict.Kind {
            if let bad = runs.map(\.verdict.kind).first(where: \.isBad) { return bad }
            return counts.passed > 0 ? .passed : .unsupported
        }

        /// The counts in words, such as `12 of 14 passed, 2 unsupported`.
        package var summary: String {
            let (passed, bad, unsupported) = counts
            var parts = ["\(passed) of \(runs.count) passed"]
            if bad > 0 { parts.append("\(bad) failed") }
            if unsupported > 0 { parts.append("\(unsupported) unsupported") }
            return parts.joined(separator: ", ")
        }
    }

    package let libraries: [Library]
    private let backends: [Backend]
    package let pairs: [Pair]

    /// - Parameter backends: Rollcall's own and the programs in its place.
    package init(_ libraries: [Library], backends: [Backend], pairs: [Pair]) {
        self.libraries = libraries
        self.backends = backends
        self.pairs = pairs
    }

    /// The backends with the libraries that use each; those without a library are left out.
    package var roles: [(backend: Backend, libraries: [Library])] {
        (backends + [.own]).map { backend in
            (backend, libraries.filter { ($0.backend == .own) == (backend == .own) })
        }.filter { !$0.1.isEmpty }
    }

    /// Returns the pair of two libraries at a backend; nil when it did not run.
    package func pair(_ first: Library, _ others: Library, at backend: Backend) -> Pair? {
        pairs.first { $0.first == first && $0.others == others && $0.backend == backend }
    }
}

extension InteropMatrix.Backend {
    /// The backend's name; `own` for one that drivers bring along.
    package var name: String {
        switch self {
        case .rollcall: "rollcall"
        case .program(let program): program.name
        case .own: "own"
        }
    }
}
