// swift-tools-version: 6.3
import PackageDescription

// A call library that is not Rollcall's, with the harness that runs scenarios on it: a package of its own, as the authors
// of another library have it. `Bell` knows nothing of Rollcall.
let package = Package(
    name: "guest-library",
    dependencies: [.package(name: "rollcall", path: "../..")],
    targets: [
        .target(name: "Bell"),
        .executableTarget(
            name: "guest-library", dependencies: ["Bell", .product(name: "Harness", package: "rollcall")],
            path: "Sources/Guest"),
    ],
    swiftLanguageModes: [.v6]
)
