/// The languages in which `rollcall driver new` writes a driver.
package enum DriverLanguage: String, CaseIterable {
    case python
    case javascript
    case go
    case rust
    case c
    case swift

    /// The name of the driver's file.
    package var file: String {
        switch self {
        case .python: "driver.py"
        case .javascript: "driver.js"
        case .go: "driver.go"
        case .rust: "driver.rs"
        case .c: "driver.c"
        case .swift: "driver.swift"
        }
    }

    package var text: [UInt8] {
        switch self {
        case .python: PackageResources.driver_py
        case .javascript: PackageResources.driver_js
        case .go: PackageResources.driver_go_txt
        case .rust: PackageResources.driver_rs
        case .c: PackageResources.driver_c_txt
        case .swift: PackageResources.driver_swift_txt
        }
    }

    /// The command that compiles the driver in a folder; nil for a language that needs none.
    package func build(in folder: String) -> String? {
        let (source, program) = ("\(folder)/\(file)", "\(folder)/driver")
        return switch self {
        case .python, .javascript: nil
        case .go: "go build -o \(program) \(source)"
        case .rust: "rustc -O -o \(program) \(source)"
        case .c: "cc -O2 -o \(program) \(source)"
        case .swift: "swiftc -O -o \(program) \(source)"
        }
    }

    /// The command that starts the driver.
    package func start(in folder: String) -> String {
        switch self {
        case .python: "python3 \(folder)/\(file)"
        case .javascript: "node \(folder)/\(file)"
        case .go, .rust, .c, .swift: folder.hasPrefix("/") ? "\(folder)/driver" : "./\(folder)/driver"
        }
    }
}
