import Harness
import ScenarioLanguage
import YAML

/// The reasons for which nothing shows certain cases: a YAML mapping of ids and reasons.
struct ReasonFile {
    /// One entry.
    struct Reason: Hashable {
        let id: String
        let text: String
        let place: Place
    }

    /// The entries in the order of the file.
    private(set) var reasons: [Reason] = []
    private var mapping: MappingFile

    /// The first entry of each id.
    var byID: [String: Reason] { Dictionary(reasons.map { ($0.id, $0) }) { first, _ in first } }

    var file: String { mapping.file }
    var sourceLines: [String] { mapping.sourceLines }
    var problems: [Diagnostic] { mapping.problems }

    /// Reads the file's text.
    init(_ bytes: [UInt8], file: String) {
        mapping = MappingFile(bytes, file: file, contents: "reasons", advice: "write each as `VM-07: why`")
        for entry in mapping.entries {
            guard let scalar = entry.value.scalar, !scalar.isNull, !scalar.text.allSatisfy(\.isWhitespace) else {
                mapping.report(
                    "the reason is a text, and this is \(entry.value.kind)", entry.value, "say why nothing shows it")
                continue
            }
            let text = scalar.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            reasons.append(Reason(id: entry.name, text: text, place: Place(entry.key)))
        }
    }
}
