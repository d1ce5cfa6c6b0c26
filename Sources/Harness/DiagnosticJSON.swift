internal import Journal
internal import ScenarioLanguage

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
