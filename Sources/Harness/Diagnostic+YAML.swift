package import ScenarioLanguage
package import YAML

extension Diagnostic {
    /// Creates the problem of a file that is not valid YAML.
    package init(_ error: YAMLError, file: String) {
        let related = error.related.map { [Related(file: file, place: Place($0.mark), note: $0.note)] }
        self.init(
            file: file, place: Place(error.mark), message: error.message, suggestion: error.suggestion,
            related: related ?? [])
    }
}
