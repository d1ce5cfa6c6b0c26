import Foundation

/// The mutants that are known to change nothing that can be observed, each with its reason.
struct Equivalents {
    /// An entry of `Mutants/equivalents.json`.
    struct Entry: Codable {
        let file: String
        /// The line of the file, without its indent.
        let code: String
        /// The change, as the list of survivors shows it.
        let change: String
        let reason: String
    }

    private let reasons: [String: String]

    /// Reads the file of the project.
    init(of root: URL) throws {
        let file = root.appendingPathComponent("Mutants/equivalents.json")
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        reasons = Dictionary(entries.map { (Self.key($0.file, $0.code, $0.change), $0.reason) }) { first, _ in first }
    }

    func holds(_ mutant: Mutant) -> Bool { reasons[Self.key(mutant.file, mutant.code, mutant.text)] != nil }

    private static func key(_ file: String, _ code: String, _ change: String) -> String {
        [file, code, change].joined(separator: "\n")
    }
}
