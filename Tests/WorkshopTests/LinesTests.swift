import ProgramTesting
import Testing

/// The lines that no scenario reaches, with their reasons.
@Suite struct LinesTests {
    private let folder: Folder
    private let workshop: Program

    init() throws {
        folder = try Folder()
        workshop = try Program("workshop", in: folder)
        try folder.write("CallCore/A.swift: only applications need it\n", to: "why.yaml")
    }

    /// Writes a tracefile in which the given lines of each file did not run.
    private func write(_ files: [(path: String, lines: ClosedRange<Int>, unreached: [Int])]) throws {
        let records = files.map { path, lines, unreached in
            let counts = lines.map { "DA:\($0),\(unreached.contains($0) ? 0 : 7)\n" }.joined()
            return "SF:/home/x/Sources/of/mine/Sources/\(path)\nFN:1,f\n\(counts)LF:1\nend_of_record\n"
        }
        try folder.write(records.joined(), to: "lines.lcov")
    }

    private func run() throws -> Program.Outcome { try workshop.run("lines", "lines.lcov", "--reasons", "why.yaml") }

    @Test func `each room has its share, and each file its lines with their reason`() throws {
        try write([
            ("Wire/B.swift", 1...100, []), ("CallCore/A.swift", 1...100, [3, 7, 8, 9, 100]),
            ("Harness/C.swift", 1...100, [1]),
        ])
        let outcome = try run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        for line in [
            "CallCore: no scenario reaches 5 of 100 lines, 5.0 %", "Wire: no scenario reaches 0 of 100 lines, 0.0 %",
            "Backend: no scenario reaches 0 of 0 lines, 0.0 %", "all: no scenario reaches 5 of 200 lines, 2.5 %",
            "CallCore/A.swift: 3, 7-9, 100: only applications need it",
        ] { #expect(outcome.output.contains(line + "\n"), "\(outcome.output)") }
        #expect(!outcome.output.contains("Harness"))
    }

    @Test func `a twentieth of all lines is few enough, and one more is not`() throws {
        try write([("CallCore/A.swift", 1...100, Array(1...5))])
        #expect(try run().status == 0)
        try write([("CallCore/A.swift", 1...100, Array(1...6))])
        #expect(try run().status == 1)
    }

    @Test func `a file without a reason is status 1`() throws {
        try write([("CallCore/A.swift", 1...100, [1]), ("Wire/B.swift", 1...100, [2])])
        let outcome = try run()
        #expect(outcome.status == 1 && outcome.output.contains("Wire/B.swift: 2: no reason\n"))
    }

    @Test func `a reason for a file of which every line is reached is an error at its place`() throws {
        try write([("CallCore/A.swift", 1...100, [])])
        let outcome = try run()
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("why.yaml:1:1: error: scenarios reach every line of `CallCore/A.swift`"))
    }

    @Test(
        arguments: [
            (["lines", "lines.lcov"], 64, "name reasons with --reasons FILE"),
            (["lines", "--reasons", "why.yaml"], 64, "name a file or folder to read"),
            (["lines", "none.lcov", "--reasons", "why.yaml"], 65, "none.lcov cannot be read: No such file"),
            (["lines", "why.yaml", "--reasons", "why.yaml"], 64, "why.yaml has no line of the sources"),
        ] as [([String], Int32, String)])
    func `an input without lines or reasons is an error with its reason`(
        _ words: [String], _ status: Int32, _ message: String
    ) throws {
        let outcome = try workshop.run(words)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
    }
}
