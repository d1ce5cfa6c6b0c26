internal import Journal

/// The reason that a file is not a readable report.
package enum ReportError: Error, Hashable, CustomStringConvertible {
    /// The file is too large.
    case tooLarge(bytes: Int, limit: Int)
    /// The text is UTF-16.
    case otherEncoding
    /// The text is not JSON.
    case noJSON(reason: String, offset: Int)
    /// The JSON has another structure than a report.
    case noReport(missing: String)
    /// The version of the structure is unknown.
    case otherVersion(Int)
    /// A scenario has an invalid structure.
    case brokenScenario(number: Int, key: String)

    /// The mistake, and the expected form.
    package var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "it has \(bytes) bytes, and a report can have \(limit)"
        case .otherEncoding: "it is UTF-16, and a report is UTF-8: save it as UTF-8"
        case .noJSON(let reason, let offset):
            "it is not a report of `rollcall run --report json=FILE`: it is not JSON (\(reason) at byte \(offset))"
        case .noReport(let missing): "it is not a report of `rollcall run --report json=FILE`: it has no `\(missing)`"
        case .otherVersion(let version):
            "its shape is version \(version), and this rollcall reads version \(JSONReport.schemaVersion)"
        case .brokenScenario(let number, let key):
            "`\(key)` of its scenario number \(number) is missing or wrong"
        }
    }
}

extension JSONReport {
    /// The maximum number of bytes.
    package static let largest: Int = 1 << 28

    /// Decodes a report.
    ///
    /// - Throws: The reason that the bytes are not a report.
    package static func result(from bytes: [UInt8]) throws(ReportError) -> RunResult {
        guard bytes.count <= largest else { throw .tooLarge(bytes: bytes.count, limit: largest) }
        guard ![[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2))) else { throw .otherEncoding }
        // Some editors write a byte order mark, which RFC 8259 section 8.1 lets readers ignore.
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: hasMark ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw .noJSON(reason: error.reason, offset: error.offset)
        }
        guard let version = json["schemaVersion"]?.integer else { throw .noReport(missing: "schemaVersion") }
        guard version == schemaVersion else { throw .otherVersion(version) }
        guard let totals = json["totals"], let selected = totals["selected"]?.count else {
            throw .noReport(missing: "totals.selected")
        }
        guard let scenarios = json["scenarios"]?.elements else { throw .noReport(missing: "scenarios") }
        var verdicts: [Verdict] = []
        for (index, scenario) in scenarios.enumerated() {
            guard let verdict = Verdict(scenario) else {
                throw .brokenScenario(number: index + 1, key: Verdict.wrongKey(in: scenario) ?? "verdict")
            }
            verdicts.append(verdict)
        }
        return RunResult(
            version: json["rollcall"]?.text ?? "", verdicts: verdicts, selected: max(selected, verdicts.count),
            wallSeconds: totals["wallSeconds"]?.double ?? 0)
    }
}
