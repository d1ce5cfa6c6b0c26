import Foundation
import ProgramTesting
import Testing

/// The commands of Docs/inspect.md print the lines that it shows.
@Suite struct InspectDocumentTests {
    private struct Transcript: CustomTestStringConvertible, Sendable {
        let command: String
        /// The lines of the output; `…` stands for lines that are left out.
        let lines: [String]
        var testDescription: String { command }
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let page =
        (try? String(contentsOf: root.appendingPathComponent("Docs/inspect.md"), encoding: .utf8)) ?? ""

    private static var transcripts: [Transcript] {
        page.components(separatedBy: "```console\n").dropFirst().compactMap { block in
            let lines = block.components(separatedBy: "\n```").first?.components(separatedBy: "\n") ?? []
            guard let command = lines.first, command.hasPrefix("$ ") else { return nil }
            return Transcript(command: String(command.dropFirst(2)), lines: Array(lines.dropFirst()))
        }
    }

    @Test func `every transcript equals the command's output`() throws {
        let folder = try Folder()
        let rollcall = try Program("rollcall", in: folder)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("Examples"),
            withDestinationURL: Self.root.appendingPathComponent("Examples"))
        #expect(Self.transcripts.count > 15)
        for transcript in Self.transcripts {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", transcript.command]
            process.currentDirectoryURL = folder.url
            process.environment = [
                "PATH": "\(rollcall.path.deletingLastPathComponent().path):/usr/bin:/bin", "TERM": "dumb",
            ]
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
            while lines.last == "" { lines.removeLast() }
            #expect(
                Self.isShown(lines, as: transcript.lines),
                "\(transcript.command) says\n\(lines.joined(separator: "\n"))")
        }
    }

    /// True when lines are those of a transcript, in which `…` stands for any number of lines.
    private static func isShown(_ lines: [String], as pattern: [String]) -> Bool {
        guard let gap = pattern.firstIndex(of: "…") else { return lines == pattern }
        let (head, tail) = (pattern[..<gap], pattern[(gap + 1)...])
        return lines.count >= head.count + tail.count && lines.starts(with: head) && lines.suffix(tail.count) == tail
    }

    @Test(arguments: ["inspect", "diff"]) func `every option is in a transcript, and in a table or a sentence`(
        _ verb: String
    ) throws {
        let help = try Program("rollcall", in: Folder()).run(verb, "--help").output
        let options = help.matches(of: /(?m)^  --([a-z-]+)/).map { "--\($0.1)" }.filter { $0 != "--help" }
        #expect(options.count >= 2)
        let prose = Self.page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
            .map(\.element).joined()
        for option in options {
            #expect(Self.transcripts.contains { "\($0.command) ".contains(" \(option) ") }, "\(option)")
            #expect(prose.contains(option), "\(option)")
        }
    }
}
