internal import Journal

/// Why a file is no report that can be read.
package enum ReportError: Error, Hashable, CustomStringConvertible {
    /// It is too large to be one.
    case tooLarge(bytes: Int, limit: Int)
    /// It is text in two bytes a character.
    case otherEncoding
    /// It is no JSON.
    case noJSON(reason: String, offset: Int)
    /// It has another shape than a report.
    case noReport(missing: String)
    /// It was written in a shape that this version does not know.
    case otherVersion(Int)
    /// One of its scenarios cannot be read.
    case brokenScenario(number: Int)

    /// The mistake, and the expected form.
    package var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "it has \(bytes) bytes, and a report can have \(limit)"
        case .otherEncoding: "it is UTF-16, and a report is UTF-8: save it as UTF-8"
        case .noJSON(let reason, let offset):
            "it is no report of `rollcall run --report json=FILE`: it is no JSON (\(reason) at byte \(offset))"
        case .noReport(let missing): "it is no report of `rollcall run --report json=FILE`: it has no `\(missing)`"
        case .otherVersion(let version):
            "its shape is version \(version), and this rollcall reads version \(JSONReport.schemaVersion)"
        case .brokenScenario(let number): "its scenario number \(number) lacks what every scenario has"
        }
    }
}

extension JSONReport {
    /// The most bytes that are read.
    package static let largest: Int = 1 << 28

    /// Reads a report back.
    ///
    /// - Throws: Why the bytes are no report.
    package static func result(from bytes: [UInt8]) throws(ReportError) -> RunResult {
        guard bytes.count <= largest else { throw .tooLarge(bytes: bytes.count, limit: largest) }
        guard ![[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2))) else { throw .otherEncoding }
        // Some editors put a mark before UTF-8, which RFC 8259 section 8.1 lets readers pass over.
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: hasMark ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw .noJSON(reason: error.reason, offset: error.offset)
        }
        guard let version = json["schemaVersion"]?.integer else { throw .noReport(missing: "schemaVersion") }
        guard version == schemaVersion else { throw .otherVersion(version) }
        guard let totals = json["totals"], let selected = totals["selected"]?.integer, selected >= 0 else {
            throw .noReport(missing: "totals.selected")
        }
        guard let scenarios = json["scenarios"]?.elements else { throw .noReport(missing: "scenarios") }
        var verdicts: [Verdict] = []
        for (index, scenario) in scenarios.enumerated() {
            guard let verdict = Verdict(scenario) else { throw .brokenScenario(number: index + 1) }
            verdicts.append(verdict)
        }
        return RunResult(
            version: json["rollcall"]?.text ?? "", verdicts: verdicts, selected: max(selected, verdicts.count),
            wallSeconds: totals["wallSeconds"]?.double ?? 0)
    }
}
