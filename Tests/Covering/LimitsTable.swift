import Foundation

/// The table of limits in `Docs/security.md`.
public struct LimitsTable {
    /// The values by their subjects.
    public let values: [String: String]

    /// Reads the table.
    public init() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("Docs/security.md"), encoding: .utf8)
        let section = page.components(separatedBy: "\n## Limits\n").dropFirst().first ?? ""
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
        values = Dictionary(
            rows.dropFirst().map { row in
                let cells = row.components(separatedBy: " | ")
                return (String(cells[0].dropFirst(2)), cells[1])
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The bytes as the table writes them.
    public static func size(_ bytes: Int) -> String {
        bytes.isMultiple(of: 1 << 30)
            ? "\(bytes >> 30) GiB" : bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    }

    /// The number as the table writes it.
    public static func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : "\(number / 1000),\(String(number % 1000 + 1000).dropFirst())"
    }
}
