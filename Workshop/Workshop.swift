import Harness
import ScenarioLanguage

/// The commands that serve this repository alone, beside those of the product.
enum Workshop {
    static func perform(_ words: [String]) -> Int32 {
        do {
            switch words.first {
            case "cases": return try CasesCommand(Arguments(words.dropFirst(), ["cases", "reasons"])).perform()
            case "conformance":
                return try ConformanceCommand(Arguments(words.dropFirst(), ["out", "reasons"])).perform()
            case "events": return try EventsCommand(Arguments(words.dropFirst(), [])).perform()
            case "lines": return try LinesCommand(Arguments(words.dropFirst(), ["reasons"])).perform()
            default:
                throw UsageError(
                    message: "write `workshop cases`, `workshop conformance`, `workshop events` or `workshop lines`")
            }
        } catch let error as UsageError {
            Console.error("workshop: \(error.message)\n")
            return 64
        } catch {
            Console.error("workshop: \(error)\n")
            return 65
        }
    }

    /// Shows problems with the lines of their files.
    static func complain(_ problems: [Diagnostic], lines: [String: [String]]) {
        Console.error(problems.map { $0.rendered(in: lines) }.joined(separator: "\n"))
    }
}

/// A command line that names no work.
struct UsageError: Error {
    let message: String
}

/// The words behind a command: paths, and options with a value each.
struct Arguments {
    private(set) var paths: [String] = []
    private var options: [String: String] = [:]

    init(_ words: ArraySlice<String>, _ known: [String]) throws {
        var rest = words
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                paths.append(word)
                continue
            }
            let name = String(word.dropFirst(2))
            guard known.contains(name), let value = rest.popFirst() else {
                throw UsageError(message: "\(word) is not an option here, or has no value")
            }
            options[name] = value
        }
        guard !paths.isEmpty else { throw UsageError(message: "name a file or folder to read") }
    }

    /// The value of an option.
    subscript(_ name: String) -> String? { options[name] }
}
