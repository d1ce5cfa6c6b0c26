import Foundation

/// The page of all defects, with the scenarios that catch each.
public struct BugTable {
    private let bugs: [PlantedBug]
    /// The number of scenarios that caught a defect when the whole catalogue was tried, where it is known.
    private var counts: [String: String] = [:]

    /// Creates the page. The counts of an earlier page remain until newer ones are noted.
    public init(_ bugs: [PlantedBug], before page: String = "") {
        self.bugs = bugs
        for line in page.split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.filter { !" `".contains($0) } }
            if cells.count == 5, Int(cells[4]) != nil { counts[cells[0]] = cells[4] }
        }
    }

    /// Records the result of a defect with the whole catalogue.
    public mutating func note(_ finding: Sweep.Finding) {
        counts[finding.bug.name] = "\(finding.catchers.count)"
    }

    /// The page.
    public var text: String {
        var rooms: [String: Int] = [:]
        for bug in bugs { rooms[bug.room, default: 0] += 1 }
        let parts = rooms.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }.joined(separator: ", ")
        let rows = bugs.map { bug in
            let count = counts.isEmpty ? "" : " \(counts[bug.name] ?? "") |"
            return "| `\(bug.name)` | \(bug.says) | `\(bug.file)` | \(bug.caughtBy.joined(separator: ", ")) |\(count)\n"
        }
        let (head, rule) = counts.isEmpty ? ("", "") : (" of all |", "---|")
        return """
            # Planted bugs

            Small defects of the call library and of the backend, each with scenarios that catch it. They are not part of
            the sources: `PlantedBugs` lists them, and `Scripts/planted` puts them, each with a switch, into a copy of
            the sources that it builds for this purpose alone.

            `Scripts/planted` shows that every scenario passes without a defect, and that those that are named here fail
            with it, by fault of the code under test. `Scripts/planted --whole` tries each defect with the whole
            catalogue, and writes this page with how many scenarios caught it. `Scripts/planted --run NAME SCENARIO…`
            shows what a scenario says of a defect.

            \(bugs.count) defects: \(parts).

            | defect | what is wrong | where | caught by |\(head)
            |---|---|---|---|\(rule)

            """ + rows.joined()
    }
}
