import Testing

/// Rollcall's own call library is one library among others. The rooms that run scenarios still import it in some
/// files; the number of those files may only fall.
@Suite struct LibraryBudgetTests {
    private static let library: Set<String> = ["CallLibrary", "CallCore"]

    /// The number of files of each room that import the library. A room without a budget has none.
    static let remaining = ["ScenarioVocabulary": 39]

    private static func importers(of room: String) throws -> [String] {
        try House.sources.get().filter { $0.room == room && $0.imports.contains { library.contains($0.module) } }
            .map(\.path)
    }

    @Test(arguments: ["ScenarioStage", "ScenarioVocabulary", "ScenarioDrivers"])
    func `as many files of a room import the call library as its budget says`(_ room: String) throws {
        let found = try Self.importers(of: room)
        let budget = Self.remaining[room] ?? 0
        let advice = found.count < budget ? "lower the budget" : found.joined(separator: "\n")
        #expect(found.count == budget, "\(room) has \(found.count), its budget is \(budget): \(advice)")
    }

    @Test func `only programs import the room of the own call library`() throws {
        let found = try House.sources.get().filter { file in file.imports.contains { $0.module == "CallLibraryGuest" } }
        #expect(
            found.map(\.path) == [
                "Sources/Harness/RollcallMain.swift", "Benchmarks/Scenarios.swift",
                "Workshop/Catalogue/CatalogueMatrix.swift", "Workshop/Catalogue/MoveCount.swift",
            ])
    }
}
