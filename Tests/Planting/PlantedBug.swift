/// A small defect of the call library or of the backend, for a build that exists to be caught by the catalogue.
public struct PlantedBug: Hashable, Sendable {
    /// How a defect changes the code.
    public enum Change: Hashable, Sendable {
        /// An expression has another value.
        case value(wrong: String)
        /// A statement is left out.
        case omission
        /// The text is another one, in which `planted` says whether the defect is there.
        case text(String)
    }

    /// Its name, such as `ring-timer-late`.
    public let name: String
    /// The defect as users would describe it, in one sentence.
    public let says: String
    /// The file under `Sources` that it is in.
    public let file: String
    /// A text before which it is not, where the right code stands more than once in the file; nil otherwise.
    public let after: String?
    /// The code as it should be, as the file has it.
    public let right: String
    /// How the defect changes it.
    public let change: Change
    /// The ids of scenarios that must fail with it.
    public let caughtBy: [String]

    /// The module that it is in.
    public var room: String { String(file.prefix { $0 != "/" }) }

    /// The code in a test build: both versions, and the switch between them.
    var replacement: String {
        switch change {
        case .value(let wrong): "(\(symbol) ? (\(wrong)) : (\(right)))"
        case .omission: "if !\(symbol) { \(right) }"
        case .text(let text): text.replacing(Self.switchWord, with: symbol)
        }
    }

    /// The word that stands for the switch in the text of a defect.
    static let switchWord = "planted"

    /// The name of the switch in the code.
    var symbol: String { "is_planted_" + name.map { $0 == "-" ? "_" : String($0) }.joined() }
}

extension [PlantedBug] {
    /// The defects of these names; all when there are none.
    ///
    /// - Throws: ``PlantingError`` for a name that no defect has.
    public func named(_ names: [String]) throws(PlantingError) -> [PlantedBug] {
        for name in names where !contains(where: { $0.name == name }) {
            let similar = map(\.name).filter { $0.hasPrefix(name.prefix { $0 != "-" }) }
            let hint = similar.isEmpty ? "PlantedBugs lists the names" : "similar: \(similar.joined(separator: ", "))"
            throw PlantingError("no defect is called \(name); \(hint)")
        }
        return names.isEmpty ? self : filter { names.contains($0.name) }
    }
}
