import Harness
import ScenarioLanguage
import YAML

/// A YAML mapping that this repository maintains by hand, with the problems of its entries.
struct MappingFile {
    let file: String
    let sourceLines: [String]
    /// The entries in the order of the file; empty when the file is not a mapping.
    private(set) var entries: [YAMLNode.Pair] = []
    private(set) var problems: [Diagnostic] = []

    /// Reads the file's text.
    ///
    /// - Parameters:
    ///   - contents: The plural that a message uses for the entries.
    ///   - advice: The form of an entry.
    init(_ bytes: [UInt8], file: String, contents: String, advice: String) {
        self.file = file
        sourceLines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        do throws(YAMLError) {
            let root = try YAMLNode.parse(bytes)
            if let pairs = root.pairs {
                entries = pairs
            } else {
                report("the \(contents) are a mapping, and this is \(root.kind)", root, advice)
            }
        } catch {
            problems = [Diagnostic(error, file: file)]
        }
    }

    mutating func report(_ message: String, _ node: YAMLNode, _ suggestion: String) {
        problems.append(Diagnostic(file: file, place: Place(node), message: message, suggestion: suggestion))
    }
}
