import FoundationEssentials
import Testing

@testable import ScenarioLanguage

@Suite struct ErrorNameTests {
    /// The types of errors that the library declares for its users.
    private static let declared: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = [
            "Sources/CallLibrary/Support/ClientError.swift", "Sources/CallCore/Stages/CallStage.swift",
            "Sources/Signaling/Models/APIError.swift",
        ]
        let lines = files.flatMap { file in
            String(decoding: (try? Data(contentsOf: root.appending(path: file))) ?? Data(), as: UTF8.self)
                .split(separator: "\n")
        }
        return lines.compactMap { line in
            let words = line.split { " :,{".contains($0) }.map(String.init)
            guard words.first == "public", words.count > 3, ["struct", "enum"].contains(words[1]),
                words.dropFirst(3).contains(where: { $0 == "ClientError" || $0 == "Error" })
            else { return nil }
            return words[2]
        }
    }()

    @Test func `every error that the library declares can be named`() {
        #expect(Self.declared.count >= 9)
        #expect(Self.declared.filter { !Words.errors.all.contains($0) } == [])
    }
}
