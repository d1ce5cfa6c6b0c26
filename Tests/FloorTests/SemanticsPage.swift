import Foundation

/// The numbered rules and the cases of Docs/semantics.md.
struct SemanticsPage {
    /// The numbers that a pointer may name: `4`, `4.2`, and `1.2.3` for item 3 of section 1.2.
    private(set) var numbers: Set<String> = []
    /// The sentence of each case.
    private(set) var cases: [String: String] = [:]
    /// The ids that stand twice.
    private(set) var repeated: [String] = []

    private var section = ""

    static let page = Result {
        let file = House.root.appendingPathComponent("Docs/semantics.md")
        return SemanticsPage(try String(contentsOf: file, encoding: .utf8))
    }

    init(_ text: String) {
        for line in text.split(separator: "\n") { read(line) }
    }

    private mutating func read(_ line: Substring) {
        if let heading = line.wholeMatch(of: /##+ (\d+(\.\d+)?)\.? .+/) {
            section = String(heading.1)
            numbers.insert(section)
        } else if let item = line.prefixMatch(of: #/(\d+)\.\s/#) {
            numbers.insert("\(section).\(item.1)")
        } else if let entry = line.wholeMatch(of: /- \*\*([A-Z][A-Z-]*-\d+)\*\* (.+)/) {
            if cases.updateValue(String(entry.2), forKey: String(entry.1)) != nil { repeated.append(String(entry.1)) }
        }
    }

    // MARK: Pointers

    /// The numbers that the comments of a source point to, with the line of each.
    static func pointers(in source: String) -> [(line: Int, number: String)] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.flatMap { index -> [(line: Int, number: String)] in
            guard let mention = lines[index].range(of: "`semantics.md`") else { return [] }
            let next = index + 1 < lines.count ? lines[index + 1].drop { " /".contains($0) } : ""
            let rest = lines[index][mention.upperBound...] + " " + next
            return numbers(of: rest.prefix { $0 != ")" && $0 != "`" }).map { (index + 1, $0) }
        }
    }

    /// `section 0, rule 4` is 0.4, `1.2 step 3` is 1.2.3, `2.2 to 2.5` is both; an empty number is a mistake.
    private static func numbers(of text: Substring) -> [String] {
        var numbers = text.matches(of: /section (\d+)/).map { String($0.1) }
        numbers += text.matches(of: /rules? (\d+)(?: and (\d+))?/).flatMap { match in
            ["0.\(match.1)"] + (match.2.map { ["0.\($0)"] } ?? [])
        }
        numbers += text.matches(of: /(\d+\.\d+)(?: step (\d+))?/).map { match in
            match.2.map { "\(match.1).\($0)" } ?? String(match.1)
        }
        return numbers.isEmpty ? [""] : numbers
    }
}
