import Foundation

/// A run of all scenarios of the catalogue by the built executable, which several tests read.
package struct CatalogueRun: Sendable {
    /// The folder of scenarios.
    package static let scenarios = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scenarios").path

    /// The working folder of the run, with its results and `report.json`.
    package let folder: Folder
    package let outcome: Program.Outcome

    /// Returns the run, which the first caller makes.
    package static func shared() throws -> CatalogueRun { try result.get() }

    private static let result = Result { try CatalogueRun() }

    private init() throws {
        folder = try Folder()
        atexit { try? CatalogueRun.shared().folder.remove() }
        outcome = try Program("rollcall", in: folder).run("run", Self.scenarios, "--report", "json=report.json")
    }
}
