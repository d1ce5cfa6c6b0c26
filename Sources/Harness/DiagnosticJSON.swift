internal import Journal
package import ScenarioLanguage
package import YAML

extension Diagnostic {
    /// Writes the problem as a JSON object; `line` and `column` are omitted for a problem of the whole file.
    func write(to json: inout JSONText) {
        json.openObject()
        json.field("file", file)
        if line > 0 {
            json.field("line", line)
            json.field("column", column)
            json.field("endColumn", endColumn)
        }
        json.field("message", message)
        json.field("suggestion", suggestion)
        json.key("related")
        json.openArray()
        for other in related {
            json.openObject()
            json.field("file", other.file)
            json.field("line", other.place.line)
            json.field("column", other.place.column)
            json.field("note", other.note)
            json.closeObject()
        }
        json.closeArray()
        json.closeObject()
    }
}

extension Diagnostic {
    /// Creates the problem of a file that is not valid YAML.
    package init(_ error: YAMLError, file: String) {
        let related = error.related.map { [Related(file: file, place: Place($0.mark), note: $0.note)] }
        self.init(
            file: file, place: Place(error.mark), message: error.message, suggestion: error.suggestion,
            related: related ?? [])
    }
}
