// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-test",
    dependencies: [.package(name: "rollcall", path: "../..")],
    targets: [
        .testTarget(
            name: "CallTests", dependencies: [.product(name: "RollcallTesting", package: "rollcall")])
    ],
    swiftLanguageModes: [.v6]
)
