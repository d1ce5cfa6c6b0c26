import Foundation

/// The manifest of the package in which mutants are built: the project's own, with the switches for every room, the
/// program that runs mutants, and without warnings as errors.
struct Manifest {
    private let root: URL
    /// The tests of the rooms that have mutants. All others would only have to be compiled.
    private let tests: [String]

    /// - Parameter rooms: The rooms that have mutants.
    init(of root: URL, rooms: [String]) {
        self.root = root
        tests = Self.tests + rooms.flatMap { Self.testsOfHarness[$0] ?? [] }.sorted()
    }

    /// The tests of the rooms of the call library and the servers, which also test one another.
    private static let tests = [
        "BackendCoreTests", "CBORTests", "CallCoreTests", "CallLibraryTests", "CoAPTests", "RTPTests", "STUNTests",
        "SignalingTests", "SocketsTests",
    ]
    private static let testsOfHarness = [
        "Capture": ["CaptureTests"], "Inspection": ["InspectionTests"], "Journal": ["JournalTests"],
        "Loop": ["LoopTests"], "ScenarioLanguage": ["ScenarioTests"],
        "ScenarioStage": ["HarnessTests", "LoadTests", "ScenarioTests"], "ScenarioVocabulary": ["ScenarioTests"],
        "Specifications": ["SpecificationsTests"],
    ]

    private static let changes = [
        (" + [.treatAllWarnings(as: .error)]", ""),
        (
            "        // MARK: Floor 0",
            """
                    .target(name: "CMutants"),
                    .target(name: "CMutantProcesses", dependencies: ["CMutants"], cSettings: [.define("_GNU_SOURCE")]),
                    program(
                        "mutant-runner", "CMutantProcesses", "CProcess", "CallLibraryGuest", "ScenarioStage",
                        "ScenarioVocabulary", "ScenarioLanguage", "Capture", "Loop", "Journal"),
                    // MARK: Floor 0
            """
        ),
        (
            "    .target(\n        name: name, dependencies: dependencies.map {",
            "    .target(\n        name: name, dependencies: ([\"CMutants\"] + dependencies).map {"
        ),
    ]

    var text: String {
        get throws {
            var manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
            for (part, other) in Self.changes {
                guard manifest.contains(part) else {
                    throw Failure("Package.swift has another shape than the mutants' package expects: no `\(part)`")
                }
                manifest.replace(part, with: other, maxReplacements: 1)
            }
            return manifest + "\npackage.targets.removeAll { $0.type == .test && !\(tests).contains($0.name) }\n"
        }
    }
}
