// swift-tools-version: 6.3
import Foundation
import PackageDescription

// The tool reads Swift with the parser of the toolchain that builds it. That parser is not a package, so the folder is
// named here; only a root package may do that, which is why the tool is a package of its own.
let host = ProcessInfo.processInfo.environment["SWIFT_HOST_LIBRARIES"] ?? "/opt/swift/usr/lib/swift/host"
let parser: [LinkerSetting] = [
    .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]),
    .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftOperators"),
]

let package = Package(
    name: "mutants",
    targets: [
        .executableTarget(
            name: "mutants", swiftSettings: [.unsafeFlags(["-I", host])], linkerSettings: parser),
        .testTarget(
            name: "mutantsTests", dependencies: ["mutants"], swiftSettings: [.unsafeFlags(["-I", host])],
            linkerSettings: parser),
    ],
    swiftLanguageModes: [.v6]
)
