internal import Glibc
internal import Journal

/// A folder of scenarios that a test runs, each as a test case of its own.
///
/// ```swift
/// @Test(arguments: try ScenarioFolder("Scenarios", of: #filePath).scenarios)
/// func `the scenario passes`(_ scenario: TestedScenario) throws { try scenario.run() }
/// ```
///
/// Scenarios run in a program, `rollcall` or a harness of your own. Virtual time needs a process whose executor is
/// Rollcall's loop. The program is the one that the variable `ROLLCALL` names, or `rollcall` beside the tests, or the
/// one in `PATH`.
public struct ScenarioFolder: Sendable {
    /// The path of the folder, or of a single scenario file.
    public let path: String
    let program: String
    let results: String

    /// Makes the folder of a package.
    ///
    /// - Parameters:
    ///   - path: The folder, relative to the package of the test.
    ///   - file: The test's own file, from which the package is found.
    ///   - program: The program that runs scenarios; nil searches for `rollcall`.
    public init(_ path: String, of file: String, program: String? = nil) throws {
        let root = Self.package(of: file)
        self.path = path.hasPrefix("/") ? path : "\(root)/\(path)"
        self.program = try program ?? Self.findProgram()
        results = "\(root)/.rollcall"
    }

    /// The scenarios of the folder, in the order of their files.
    public var scenarios: [TestedScenario] {
        get throws {
            let outcome = CommandRun([program, "list", path, "--format", "json"])
            guard outcome.status == 0, let list = (try? JSON(parsing: outcome.output))?.elements else {
                throw ScenarioError("the scenarios of \(path) are invalid:\n\(outcome.errors)")
            }
            return list.compactMap { TestedScenario($0, in: self) }
        }
    }

    /// The nearest folder above a file that has a `Package.swift`; the file's own folder when there is none.
    private static func package(of file: String) -> String {
        var parts = file.split(separator: "/").map(String.init)
        let own = "/" + parts.dropLast().joined(separator: "/")
        while !parts.isEmpty {
            parts.removeLast()
            let folder = "/" + parts.joined(separator: "/")
            if access("\(folder)/Package.swift", R_OK) == 0 { return folder }
        }
        return own
    }

    private static func findProgram() throws -> String {
        if let named = getenv("ROLLCALL").map({ String(cString: $0) }), !named.isEmpty { return named }
        let tests = realpath("/proc/self/exe", nil)
        defer { free(tests) }
        let own = tests.map { String(cString: $0).split(separator: "/").dropLast().joined(separator: "/") }
        let folders = [own.map { "/\($0)" }].compactMap(\.self) + path
        guard let folder = folders.first(where: { access("\($0)/rollcall", X_OK) == 0 }) else {
            throw ScenarioError("there is no rollcall in PATH: install it, or name the program in ROLLCALL")
        }
        return "\(folder)/rollcall"
    }

    private static var path: [String] {
        (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map(String.init)
    }
}

/// A folder whose scenarios cannot be run.
public struct ScenarioError: Error, CustomStringConvertible {
    /// The problem, and the program's own messages about it.
    public let description: String

    init(_ description: String) { self.description = description }
}
