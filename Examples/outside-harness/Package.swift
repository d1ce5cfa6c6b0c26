// swift-tools-version: 6.3
import PackageDescription

// The harness of Examples/own-harness in a package of its own, as an author of another repository has it: it depends on
// the products of Rollcall, and sees nothing else of it.
let package = Package(
    name: "outside-harness",
    dependencies: [.package(name: "rollcall", path: "../..")],
    targets: [
        .executableTarget(
            name: "outside-harness",
            dependencies: [
                .product(name: "Harness", package: "rollcall"), .product(name: "CallLibrary", package: "rollcall"),
            ],
            path: "Sources", exclude: ["scenarios"])
    ],
    swiftLanguageModes: [.v6]
)
