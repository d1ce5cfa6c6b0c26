import Testing

/// Rollcall's own call library is one library among others. Its adapter is a room of its own, which a program hands to
/// the harness at its start.
@Suite struct OwnLibraryTests {
    /// The library, and the rooms that are made of it: benchmarks measure the library too.
    private static let ownRooms: Set<String> = [
        "CallCore", "CallLibrary", "CallLibraryFoundation", "CallLibraryGuest", "Benchmarks",
    ]

    private static func importers(of modules: Set<String>) throws -> [SourceFile] {
        try House.sources.get().filter { file in file.imports.contains { modules.contains($0.module) } }
    }

    @Test func `only its adapter knows the own call library`() throws {
        let strangers = try Self.importers(of: ["CallLibrary", "CallCore", "CallLibraryFoundation"])
            .filter { !Self.ownRooms.contains($0.room) }
        #expect(strangers.map(\.path) == [])
    }

    @Test func `only programs import the adapter, and the command line where it starts`() throws {
        let importers = try Self.importers(of: ["CallLibraryGuest"])
        #expect(Set(importers.map(\.room)) == ["Harness", "Benchmarks", "Workshop"])
        #expect(importers.filter { $0.room == "Harness" }.map(\.path) == ["Sources/Harness/RollcallMain.swift"])
    }
}
