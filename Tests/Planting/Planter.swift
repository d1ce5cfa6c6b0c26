/// Puts defects into source files, each with a switch, and makes the switches.
public struct Planter: Sendable {
    /// The defects, in the order of their list.
    public let bugs: [PlantedBug]

    /// The environment variable that switches one defect on.
    public static let variable = "ROLLCALL_PLANTED"

    /// Makes the planter of these defects.
    ///
    /// - Throws: ``PlantingError`` when two have one name.
    public init(_ bugs: [PlantedBug]) throws(PlantingError) {
        var seen: Set<String> = []
        for bug in bugs where !seen.insert(bug.name).inserted {
            throw PlantingError("\(bug.name) is the name of two defects")
        }
        self.bugs = bugs
    }

    /// The files under `Sources` that have a defect, sorted.
    public var files: [String] { Set(bugs.map(\.file)).sorted() }

    /// The modules that have a defect, sorted.
    public var rooms: [String] { Set(bugs.map(\.room)).sorted() }

    /// The text of a file with all of its defects.
    ///
    /// - Throws: ``PlantingError`` when the place of a defect is missing or ambiguous, or is another defect's too.
    public func plant(into text: String, of file: String) throws(PlantingError) -> String {
        var places: [(range: Range<String.Index>, bug: PlantedBug)] = []
        var problems: [String] = []
        for bug in bugs where bug.file == file {
            do throws(PlantingError) {
                places.append((try Self.place(of: bug, in: text), bug))
            } catch {
                problems.append(error.description)
            }
        }
        guard problems.isEmpty else { throw PlantingError(problems.joined(separator: "\n")) }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (one, other) in zip(places, places.dropFirst()) where one.range.upperBound > other.range.lowerBound {
            throw PlantingError("\(file): \(one.bug.name) and \(other.bug.name) change the same code")
        }
        var planted = text
        for (range, bug) in places.reversed() { planted.replaceSubrange(range, with: bug.replacement) }
        return planted
    }

    private static func place(of bug: PlantedBug, in text: String) throws(PlantingError) -> Range<String.Index> {
        let complaint = "\(bug.file) has not the place of \(bug.name) any more"
        var (start, anchorEnd) = (text.startIndex, text.startIndex)
        if let after = bug.after {
            let marks = text.ranges(of: after)
            guard marks.count == 1 else {
                throw PlantingError("\(complaint): `after` stands there \(marks.count) times, and must once: \(after)")
            }
            (start, anchorEnd) = (marks[0].lowerBound, marks[0].upperBound)
        }
        let places = text[start...].ranges(of: bug.right)
        guard let first = places.first, bug.after != nil || places.count == 1 else {
            throw PlantingError("\(complaint): this stands there \(places.count) times, and must once: \(bug.right)")
        }
        // A place in a later function is another place: the code behind the anchor has changed.
        let between = bug.after == nil ? "" : text[anchorEnd..<max(anchorEnd, first.lowerBound)]
        guard !between.contains(" func ") else {
            throw PlantingError("\(complaint): a function begins between `after` and this: \(bug.right)")
        }
        return first
    }

    /// The file of a module with the switches of its defects.
    public func switches(of room: String) -> String {
        let own = bugs.filter { $0.room == room }
        let names = bugs.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let switches = own.map { "let \($0.symbol) = plantedBug == \"\($0.name)\"\n" }.joined()
        return """
            import Glibc

            // Made by Scripts/planted for the test build; which defect is there is decided once, by the environment.
            private let plantedBug: String = {
                guard let text = getenv("\(Self.variable)") else { return "" }
                let name = String(cString: text)
                guard [\(names)].contains(name) else {
                    print("\(Self.variable) names no planted defect:", name)
                    exit(64)
                }
                return name
            }()
            \(switches)
            """
    }
}
