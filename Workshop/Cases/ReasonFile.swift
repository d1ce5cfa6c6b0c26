import Harness
import ScenarioLanguage
import YAML

/// Why nothing shows certain cases: a YAML mapping of ids and reasons.
struct ReasonFile {
    /// One entry.
    struct Reason: Hashable {
        let id: String
        let text: String
        let place: Place
    }

    let file: String
    let sourceLines: [String]
    /// The entries in the order of the file.
    private(set) var reasons: [Reason] = []
    private(set) var problems: [Diagnostic] = []

    /// Reads the file's text.
    init(_ bytes: [UInt8], file: String) {
        self.file = file
        sourceLines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        do throws(YAMLError) {
            read(try YAMLNode.parse(bytes))
        } catch {
            problems = [Diagnostic(error, file: file)]
        }
    }

    private mutating func read(_ root: YAMLNode) {
        guard let pairs = root.pairs else {
            return report("the reasons are a mapping, and this is \(root.kind)", root, "write each as `VM-07: why`")
        }
        for pair in pairs {
            guard let scalar = pair.value.scalar, !scalar.isNull, !scalar.text.allSatisfy(\.isWhitespace) else {
                report("the reason is a text, and this is \(pair.value.kind)", pair.value, "say why nothing shows it")
                continue
            }
            let text = scalar.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            reasons.append(Reason(id: pair.name, text: text, place: Place(pair.key)))
        }
    }

    private mutating func report(_ message: String, _ node: YAMLNode, _ suggestion: String) {
        problems.append(Diagnostic(file: file, place: Place(node), message: message, suggestion: suggestion))
    }
}
