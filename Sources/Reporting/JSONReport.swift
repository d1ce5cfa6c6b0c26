internal import Journal

/// The report for programs: one JSON object.
package enum JSONReport {
    /// The version of the report's structure; it is incremented when a key changes its meaning or is removed.
    package static let schemaVersion: Int = 1

    /// Returns the report as the bytes of a file.
    package static func bytes(of result: RunResult) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("schemaVersion", schemaVersion)
        json.field("rollcall", result.version)
        json.key("totals")
        write(result.totals, wallSeconds: result.wallSeconds, to: &json)
        json.key("scenarios")
        json.openArray()
        for verdict in result.verdicts { verdict.write(to: &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    private static func write(_ totals: Totals, wallSeconds: Double, to json: inout JSONText) {
        json.openObject()
        json.field("selected", totals.selected)
        for kind in Verdict.Kind.allCases {
            json.key(kind.rawValue)
            json.integer(totals.count(of: kind))
        }
        json.field("notRun", totals.notRun)
        json.field("virtualSeconds", seconds: totals.virtualSeconds)
        json.field("wallSeconds", seconds: wallSeconds)
        json.field("datagramsSent", totals.datagramsSent)
        json.field("datagramsCaptured", totals.datagramsCaptured)
        json.closeObject()
    }
}
