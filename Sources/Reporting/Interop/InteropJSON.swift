internal import Journal

/// The matrix of call libraries as one JSON object.
package enum InteropJSON {
    /// The version of the structure; it is incremented when a key changes its meaning or is removed.
    private static let schemaVersion = 1

    /// Returns the object and a line end.
    package static func bytes(of matrix: InteropMatrix) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("schemaVersion", schemaVersion)
        json.key("libraries")
        json.openArray()
        for library in matrix.libraries { write(library, to: &json) }
        json.closeArray()
        json.key("pairs")
        json.openArray()
        for pair in matrix.pairs { write(pair, to: &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    private static func write(_ library: InteropMatrix.Library, to json: inout JSONText) {
        json.openObject()
        json.field("name", library.name)
        if let command = library.command { json.field("command", command) }
        json.field("backend", library.backend.name)
        json.closeObject()
    }

    private static func write(_ pair: InteropMatrix.Pair, to json: inout JSONText) {
        json.openObject()
        json.field("first", pair.first.name)
        json.field("others", pair.others.name)
        json.field("backend", pair.backend.name)
        if case .program(let program) = pair.backend { json.field("backendCommand", program.command) }
        json.field("verdict", pair.kind.rawValue)
        json.field("report", pair.report)
        if let minimal = pair.minimal {
            json.field("minimal", minimal.address)
            json.field("command", minimal.command)
        }
        json.key("scenarios")
        json.openArray()
        for run in pair.runs { write(run, to: &json) }
        json.closeArray()
        json.closeObject()
    }

    private static func write(_ run: InteropMatrix.Run, to json: inout JSONText) {
        json.openObject()
        json.field("id", run.verdict.id)
        json.field("verdict", run.verdict.kind.rawValue)
        if let reason = run.verdict.failure?.reason { json.field("reason", reason) }
        if let capture = run.capture { json.field("capture", capture) }
        json.field("command", run.command)
        json.closeObject()
    }
}
