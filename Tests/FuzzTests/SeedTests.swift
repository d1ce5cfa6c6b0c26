import Foundation
import FuzzTargets
import Testing

/// Reads the seeds of libFuzzer without it, so that a change which breaks a target shows in each build with tests.
@Suite
struct SeedTests {
    private static let seeds = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fuzz/Seeds").standardizedFileURL

    private func files(of parser: Parser) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: Self.seeds.appending(path: parser.rawValue), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    @Test(arguments: Parser.allCases)
    func `a parser reads its seeds, and each seed cut short`(_ parser: Parser) throws {
        let files = try files(of: parser)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try Array(Data(contentsOf: file))
            parser.read(bytes)
            parser.read(Array(bytes.prefix(bytes.count / 2)))
            parser.read(Array(bytes.dropLast()))
        }
    }

    @Test
    func `each folder of seeds is that of a parser`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.seeds.path)
        #expect(folders.sorted() == Parser.allCases.map(\.rawValue).sorted())
    }
}
