import Foundation

/// The rooms of the house by the step of the stairs they stand on: a room may import only rooms on lower steps.
///
/// The whole part of a step is the floor; steps within a floor order the few rooms that use a neighbour.
enum House {
    struct Step: Comparable, CustomStringConvertible {
        let floor: Int
        let step: Int

        static func < (lhs: Step, rhs: Step) -> Bool { (lhs.floor, lhs.step) < (rhs.floor, rhs.step) }
        var description: String { step == 0 ? "floor \(floor)" : "floor \(floor), step \(step)" }
    }

    private static let stairs: [(floor: Int, steps: [[String]])] = [
        (0, [["CLinux", "CCrypto", "CPcap", "CYAML", "CProcess", "CAllocations"]]),
        (1, [["Containers", "Timing", "Digest", "Publishing", "Telephony"], ["Chance"], ["Wire"], ["Journal"]]),
        (2, [["Signaling", "Specifications"]]),
        (3, [["CallCore", "BackendCore"]]),
        (4, [["Loop", "YAML", "Capture", "Web"], ["Sockets"]]),
        (
            5,
            [
                ["CallLibrary", "Backend", "Inspection", "Tracing", "RollcallTesting", "ScenarioLanguage"],
                ["CallLibraryFoundation"],
            ]
        ),
        (
            6,
            [
                ["ScenarioVocabulary", "Reporting", "Exploration", "DriverKit", "Programs", "Load"],
                ["ScenarioDrivers", "CallLibraryGuest"],
                ["ScenarioStage"],
            ]
        ),
        (7, [["Harness"], ["rollcall", "Workshop", "Benchmarks"]]),
    ]

    static let steps: [String: Step] = {
        var steps: [String: Step] = [:]
        for (floor, rooms) in stairs {
            for (step, names) in rooms.enumerated() {
                for name in names { steps[name] = Step(floor: floor, step: step) }
            }
        }
        return steps
    }()

    /// Where the package lies, found from this file so that the tests run from any folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file of every room, with the benchmarks, which are a room beside `Sources`.
    static let sources = Result { try files(under: "Sources") + files(under: "Benchmarks") + files(under: "Workshop") }

    /// Every Swift file of the tests and their host executables.
    static let tests = Result { try files(under: "Tests") }

    /// Every Swift file beside the rooms and their tests.
    static let others = Result { try files(under: "Examples") + files(under: "Fuzz") }

    /// Every file in C.
    static let shims = Result { try files(under: "Sources", endings: [".c", ".h"]) }

    private static func files(under folder: String, endings: [String] = [".swift"]) throws -> [SourceFile] {
        let base = root.appendingPathComponent(folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path).sorted()
        let own = paths.filter { path in !path.contains(".build/") && endings.contains { path.hasSuffix($0) } }
        return try own.map { path in
            let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
            return SourceFile(path: "\(folder)/\(path)", text: text)
        }
    }
}
