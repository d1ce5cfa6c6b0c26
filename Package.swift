// swift-tools-version: 6.3
import PackageDescription

let house: [SwiftSetting] =
    [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures",
    ].map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]

func room(_ name: String, excluding excluded: [String] = [], _ dependencies: String...) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: excluded, swiftSettings: house)
}

func tests(_ name: String, _ dependencies: String...) -> Target {
    .testTarget(
        name: name, dependencies: (["Covering"] + dependencies).map { .byName(name: $0) }, swiftSettings: house)
}

func program(_ name: String, path: String? = nil, _ dependencies: String...) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: path, swiftSettings: house)
}

let package = Package(
    name: "rollcall",
    products: [
        .executable(name: "rollcall", targets: ["rollcall"]),
        .library(name: "CallLibrary", targets: ["CallLibrary", "Sockets", "Loop"]),
        .library(name: "CallLibraryFoundation", targets: ["CallLibraryFoundation"]),
        .library(name: "RollcallTesting", targets: ["RollcallTesting"]),
        .library(
            name: "Harness",
            targets: ["Harness", "CallLibraryGuest", "ScenarioVocabulary", "ScenarioLanguage", "Sockets", "Wire"]),
    ],
    targets: [
        // MARK: Floor 0 · C shims and system libraries
        .target(name: "CLinux", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CProcess", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CAllocations", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
        .systemLibrary(name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

        // MARK: Floor 1 · values
        room("Containers"),
        room("Timing"),
        room("Publishing"),
        room("Chance", "Timing", "Digest"),
        room("Digest", "CCrypto"),
        room("Wire", "Containers", "Timing", "Chance", "Digest"),
        room("Journal", "Wire", "Timing"),
        room("Telephony"),

        // MARK: Floor 2 · what both ends say
        room("Signaling", excluding: ["Coordinator/events.yaml"], "Wire", "Timing", "Digest"),
        room("Specifications", "Journal", "Wire", "Timing"),

        // MARK: Floor 3 · machines and reducers
        room("CallCore", "Signaling", "Wire", "Containers", "Timing", "Chance"),
        room("BackendCore", "Signaling", "Wire", "Containers", "Timing", "Chance", "Digest"),

        // MARK: Floor 4 · the outside world
        room("Loop", "Containers", "Timing", "CLinux"),
        room("Sockets", "Wire", "Containers", "Timing", "Chance", "Loop", "CLinux"),
        room("Capture", "Wire", "Timing", "CLinux", "CPcap"),
        room("YAML", "CYAML"),

        // MARK: Floor 5 · client, server and the language of scenarios
        room("ScenarioLanguage", "YAML", "Journal", "Wire", "Timing", "Chance"),
        room(
            "CallLibrary", "Publishing", "CallCore", "Signaling", "Wire", "Containers", "Timing", "Chance", "Loop",
            "Sockets"),
        room("CallLibraryFoundation", "CallLibrary"),
        room(
            "Backend", "BackendCore", "Signaling", "Wire", "Containers", "Timing", "Chance", "Digest", "Sockets"),
        room("Tracing", "Wire", "Timing", "Journal"),
        room("RollcallTesting", "Journal"),
        room(
            "Inspection", "Specifications", "Telephony", "Wire", "Containers", "Timing", "Capture", "Journal"),

        // MARK: Floor 6 · scenarios and reports
        room(
            "ScenarioVocabulary", "ScenarioLanguage", "Backend", "BackendCore", "Signaling",
            "Wire", "Telephony", "Timing", "Chance", "Journal", "Loop", "Sockets", "Inspection"),
        room(
            "CallLibraryGuest", "ScenarioVocabulary", "ScenarioLanguage", "CallLibrary", "Backend", "CallCore",
            "BackendCore", "Signaling", "Wire", "Timing", "Journal", "Sockets"),
        room(
            "Programs", "ScenarioLanguage", "Wire", "Timing", "Loop", "Sockets", "CLinux", "CProcess"),
        room(
            "ScenarioDrivers", "ScenarioVocabulary", "ScenarioLanguage", "Signaling", "Wire", "Timing", "Journal",
            "Loop", "Sockets", "CProcess"),
        room(
            "ScenarioStage", "Load", "Containers", "Programs", "ScenarioDrivers", "ScenarioVocabulary",
            "ScenarioLanguage",
            "Backend", "BackendCore", "Signaling", "Wire", "Timing", "Chance", "Journal", "Loop", "Sockets",
            "Capture", "Inspection", "Tracing", "Specifications", "Telephony"),
        room("Load", "ScenarioLanguage", "Journal", "Timing"),
        room("Exploration", "ScenarioLanguage", "YAML", "Journal", "Timing", "Chance"),
        room("Web", "CLinux"),
        .target(
            name: "Reporting", dependencies: ["Journal", "Timing"],
            resources: [
                "page.html", "report.css", "text.js", "steps.js", "timeline.js", "drawing.js", "shapes.js",
                "overview.js", "state.js", "packets.js", "compare.js", "records.js", "workbench.js", "details.js",
                "list.js", "page.js", "live.js", "folder.js", "start.js", "load.html", "load.css", "load.js",
                "interop.html", "interop.css",
            ].map { .embedInCode("HTML/Page/\($0)") }, swiftSettings: house),

        .target(
            name: "DriverKit", dependencies: [],
            resources: [
                "driver.py", "driver.js", "driver.go.txt", "driver.rs", "driver.c.txt", "driver.swift.txt",
            ].map { .embedInCode("Templates/\($0)") }
                + [
                    "connect", "ring", "accept", "reject-and-cancel", "time-out", "interceptor",
                    "several-devices", "leave-and-end", "reconnect", "migrate", "events",
                ].map { .embedInCode("Ladder/\($0).yaml") }, swiftSettings: house),

        // MARK: Floor 7 · the command line
        room(
            "Harness", "Load", "Exploration", "CallLibraryGuest", "ScenarioStage", "ScenarioDrivers", "DriverKit",
            "ScenarioVocabulary",
            "ScenarioLanguage", "Reporting",
            "Inspection", "Tracing", "Specifications", "Backend",
            "BackendCore", "Signaling", "Capture", "YAML",
            "Sockets", "Web", "Loop", "Journal", "Wire", "Timing", "Chance", "Digest", "CProcess"),
        program("rollcall", "Harness"),
        program(
            "workshop", path: "Workshop", "Harness", "CallLibraryGuest", "ScenarioStage", "ScenarioVocabulary",
            "ScenarioLanguage", "Reporting", "YAML", "Journal"),
        program("JoinCall", path: "Examples/JoinCall", "CallLibrary"),
        program("documents", path: "Examples/documents", "CallLibraryFoundation"),
        .executableTarget(
            name: "own-harness",
            dependencies: [
                "Harness", "CallLibraryGuest", "ScenarioVocabulary", "ScenarioLanguage", "CallLibrary",
            ],
            path: "Examples/own-harness",
            exclude: ["scenarios"], swiftSettings: house),
        .target(name: "Bell", path: "Examples/guest-library/Sources/Bell", swiftSettings: house),
        program(
            "guest-library", path: "Examples/guest-library/Sources/Guest", "Bell", "Harness", "ScenarioVocabulary",
            "ScenarioLanguage", "Sockets", "Wire"),
        program(
            "Benchmarks", path: "Benchmarks", "CallLibraryGuest", "ScenarioStage", "ScenarioVocabulary",
            "ScenarioLanguage", "Journal",
            "CallLibrary", "Backend", "BackendCore",
            "CallCore",
            "Signaling",
            "Programs",
            "Sockets",
            "Capture", "Loop", "Wire", "Timing", "Chance", "CAllocations"),

        // MARK: Tests
        .target(name: "Covering", path: "Tests/Covering", swiftSettings: house),
        .target(
            name: "Probing", dependencies: ["Loop", "Timing"], path: "Tests/Probing", swiftSettings: house),
        .target(name: "ProgramTesting", path: "Tests/ProgramTesting", swiftSettings: house),
        program("LoopProbe", path: "Tests/LoopProbe", "Probing", "Loop", "Timing"),
        program(
            "SocketsProbe", path: "Tests/SocketsProbe", "Probing", "Sockets", "Wire", "Timing", "Chance", "Loop"),
        program("CaptureProbe", path: "Tests/CaptureProbe", "Capture", "Wire", "Timing"),
        program(
            "TrapHost", path: "Tests/TrapHost", "Harness", "CallLibraryGuest", "ScenarioVocabulary",
            "CallLibrary"),
        .target(name: "Planting", dependencies: ["YAML"], path: "Tests/Planting", swiftSettings: house),
        program("plant", path: "Tests/Plant", "Planting"),
        tests("ContainersTests", "Containers", "Chance"),
        tests("TimingTests", "Timing"),
        tests("PublishingTests", "Publishing"),
        tests("ChanceTests", "Chance", "Timing"),
        tests("DigestTests", "Digest"),
        tests("CBORTests", "Wire", "Chance"),
        tests("CoAPTests", "Wire", "Containers", "Timing", "Chance"),
        tests("STUNTests", "Wire", "Chance", "Digest"),
        tests("RTPTests", "Wire", "Timing", "Chance"),
        .testTarget(
            name: "TelephonyTests", dependencies: ["Covering", "Telephony", "Chance"], exclude: ["RFC4475"],
            swiftSettings: house),
        tests("TracingTests", "Tracing", "Journal", "Wire", "Timing"),
        tests("InspectionTests", "Inspection", "Capture", "Wire", "Chance"),
        tests("JournalTests", "Journal", "Timing"),
        tests("SpecificationsTests", "Specifications", "Journal", "Wire", "Timing"),
        tests("SignalingTests", "Signaling", "Wire", "Digest", "Timing"),
        tests(
            "CallLibraryTests", "CallLibrary", "CallCore", "Signaling", "Sockets", "Wire", "Timing", "Chance"),
        tests("CallLibraryFoundationTests", "CallLibraryFoundation", "CallLibrary", "CallCore"),
        tests("CallCoreTests", "CallCore", "Signaling", "Wire", "Timing", "Chance"),
        tests(
            "BackendCoreTests", "Backend", "BackendCore", "Sockets", "Signaling", "Wire", "Containers", "Timing",
            "Chance", "Digest"),
        tests("LoopTests", "LoopProbe", "Probing", "Loop", "Containers", "Timing"),
        tests("SocketsTests", "SocketsProbe", "Probing", "Sockets", "Wire", "Containers", "Timing", "Chance", "Loop"),
        tests("CaptureTests", "CaptureProbe", "Capture", "Wire", "Timing"),
        tests("YAMLTests", "YAML"),
        tests(
            "ScenarioTests", "CallLibraryGuest", "ScenarioStage", "ScenarioDrivers", "ScenarioVocabulary",
            "ScenarioLanguage",
            "Backend", "BackendCore",
            "Signaling", "Chance", "YAML", "Timing", "Journal", "Loop", "Sockets", "Wire"),
        tests(
            "ExplorationTests", "Exploration", "CallLibraryGuest", "ScenarioDrivers", "ScenarioVocabulary",
            "ScenarioLanguage", "YAML",
            "Journal"),
        tests("LoadTests", "Load", "Timing", "Chance", "Journal"),
        tests("WebTests", "Web"),
        tests("ReportingTests", "Reporting", "Journal", "Timing"),
        tests(
            "HarnessTests", "ProgramTesting", "Harness", "CallCore", "CallLibraryGuest", "ScenarioStage",
            "ScenarioDrivers", "ScenarioVocabulary",
            "ScenarioLanguage", "DriverKit", "Exploration",
            "Reporting", "Load", "Journal", "Signaling", "Wire", "BackendCore", "Sockets", "rollcall",
            "TrapHost", "own-harness", "guest-library"),
        tests(
            "OutsideTests", "rollcall", "JoinCall", "documents", "Backend", "Sockets", "Signaling", "Wire", "Timing",
            "Chance"),
        tests("ProgramsTests", "Programs", "ScenarioLanguage", "Wire"),
        tests("PlantingTests", "Planting"),
        tests(
            "WorkshopTests", "ProgramTesting", "workshop", "rollcall", "CallLibraryGuest", "ScenarioStage",
            "ScenarioVocabulary", "ScenarioLanguage", "Journal"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "BackendCore", "CallLibraryGuest", "Chance", "Digest", "Harness", "Inspection", "Journal", "Reporting",
                "ScenarioDrivers", "ScenarioVocabulary", "ScenarioLanguage", "Signaling", "Telephony", "Timing", "Web",
                "Wire",
            ],
            path: "Fuzz/Targets", swiftSettings: house),
        tests("FuzzTests", "FuzzTargets"),
        tests("FloorTests"),
    ],
    swiftLanguageModes: [.v6]
)

// Scripts/fuzz builds this with libFuzzer, which nothing else is linked with.
if Context.environment["ROLLCALL_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
        program("Fuzz", path: "Fuzz/Runner", "CFuzzer", "FuzzTargets"),
    ]
}
