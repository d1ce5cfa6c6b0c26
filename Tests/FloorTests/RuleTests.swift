import Testing

/// Every rule is shown a planted breach and must find it, and must leave alone what only looks like one.
@Suite struct RuleTests {
    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, text: text) }

    @Test func `an import from a higher floor is found`() {
        let planted = file("Sources/Wire/Planted.swift", "import Timing\n\npublic import Backend\n")
        #expect(
            Rule.floors.violations(planted) == [
                "Sources/Wire/Planted.swift:3: Wire (floor 1, step 2) imports Backend (floor 5)"
            ])
    }

    @Test(arguments: ["CallLibrary", "Backend"]) func `an import from the same step is found`(_ room: String) {
        let neighbour = room == "Backend" ? "CallLibrary" : "Backend"
        #expect(Rule.floors.violations(file("Sources/\(room)/Planted.swift", "import \(neighbour)")).count == 1)
    }

    @Test(arguments: [
        "import Harness", "@testable import Harness", "@_spi(Inner) internal import Harness",
        "private import struct Harness.Options",
    ]) func `every spelling of an import is found`(_ spelling: String) {
        #expect(Rule.floors.violations(file("Sources/Timing/Planted.swift", spelling)).count == 1)
    }

    @Test func `a public declaration in a room that no product shows is found`() {
        let text = "// public var a = 1\npublic struct Report {}\npackage struct Other {}\n"
        #expect(Rule.access.violations(file("Sources/Reporting/Planted.swift", text)).count == 1)
        #expect(Rule.access.violations(file("Sources/CallLibrary/Clean.swift", text)).isEmpty)
    }

    @Test func `a room without a floor is found`() {
        #expect(Rule.floors.violations(file("Sources/Attic/Planted.swift", "")).count == 1)
    }

    @Test func `imports from lower floors and words in comments are left alone`() {
        let clean = file(
            "Sources/Backend/Clean.swift",
            "import Wire\n// import Harness\n/* import Scenario */\nlet a = \"import Harness\"\n")
        #expect(Rule.floors.violations(clean).isEmpty)
        #expect(clean.imports == [.init(line: 1, module: "Wire")])
    }

    @Test(arguments: ["Foundation", "FoundationEssentials", "Glibc", "Dispatch"])
    func `an import of the system on a pure floor is found`(_ module: String) {
        #expect(Rule.pureFloors.violations(file("Sources/CallCore/Planted.swift", "import \(module)")).count == 1)
        #expect(Rule.pureFloors.violations(file("Sources/Loop/Clean.swift", "import \(module)")).isEmpty)
    }

    @Test(arguments: [
        "let now = ContinuousClock.now", "try await Task.sleep(for: .seconds(1))", "let date = Date()", "usleep(1)",
    ]) func `a clock outside the loop is found`(_ code: String) {
        #expect(Rule.time.violations(file("Sources/CallLibrary/Planted.swift", code)).count == 1)
        #expect(Rule.time.violations(file("Sources/Loop/Clean.swift", code)).isEmpty)
    }

    @Test func `a name that ends like a clock is left alone`() {
        #expect(Rule.time.violations(file("Sources/CallLibrary/Clean.swift", "let date = EntryDate(now)")).isEmpty)
    }

    @Test(arguments: ["let id = UUID()", "let n = Int.random(in: 0..<9)", "names.shuffled()", "names.randomElement()"])
    func `randomness of the system is found`(_ code: String) {
        #expect(Rule.randomness.violations(file("Sources/Backend/Planted.swift", code)).count == 1)
    }

    @Test func `seeded randomness is left alone`() {
        let clean = file("Sources/Backend/Clean.swift", "let n = Int.random(in: 0..<9, using: &generator)")
        #expect(Rule.randomness.violations(clean).isEmpty)
    }

    @Test(arguments: [
        "final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1", "func f(_ p: UnsafeRawPointer) {}",
        "let p = UnsafeMutablePointer<Int>.allocate(capacity: 1)",
    ]) func `unsafe code outside its rooms is found`(_ code: String) {
        #expect(Rule.unsafety.violations(file("Sources/Scenario/Planted.swift", code)).count == 1)
        #expect(Rule.unsafety.violations(file("Sources/Sockets/Clean.swift", code)).isEmpty)
    }

    @Test func `a file of 501 lines is found and one of 500 is not`() {
        let line = "let a = 1"
        let long = Array(repeating: line, count: 501).joined(separator: "\n")
        let fitting = Array(repeating: line, count: 500).joined(separator: "\n")
        #expect(Rule.length.violations(file("Sources/Wire/Planted.swift", long)).count == 1)
        #expect(Rule.length.violations(file("Sources/Wire/Clean.swift", fitting)).isEmpty)
    }

    @Test func `texts, raw texts and comments are not code`() {
        let source = """
            let a = "UUID(\\"" // UUID(
            let b = #"UUID("#
            /* UUID( /* nested */ UUID( */
            let c = \"""
                UUID(
                \"""
            let d = UUID()
            """
        let found = Rule.randomness.violations(file("Sources/Wire/Planted.swift", source))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Sources/Wire/Planted.swift:7:") == true)
    }
}
