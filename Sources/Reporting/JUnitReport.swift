internal import Journal

/// The report in JUnit's XML: a suite for each folder of scenarios, a case for each scenario.
enum JUnitReport {
    /// Returns the report as the bytes of a file.
    static func bytes(of result: RunResult) -> [UInt8] {
        var xml = XMLText()
        let head = [("name", "rollcall \(result.version)")] + counts(of: result.verdicts)
        xml.element("testsuites", head + [("time", Figures.seconds(result.wallSeconds))]) { xml in
            for folder in folders(of: result.verdicts) { write(folder, to: &xml) }
        }
        return xml.bytes
    }

    private typealias Folder = (name: String, verdicts: [Verdict])

    /// Returns the verdicts by folder, both in the order of the run.
    private static func folders(of verdicts: [Verdict]) -> [Folder] {
        var folders: [Folder] = []
        var positions: [String: Int] = [:]
        for verdict in verdicts {
            let end = verdict.file.lastIndex(of: "/")
            let name = end.map { String(verdict.file[..<$0]) } ?? "."
            let position = positions[name] ?? folders.count
            if position == folders.count { folders.append((name, [])) }
            positions[name] = position
            folders[position].verdicts.append(verdict)
        }
        return folders
    }

    private static func counts(of verdicts: [Verdict]) -> [(String, String)] {
        let failures = verdicts.count { $0.kind == .failed }
        let errors = verdicts.count { $0.kind != .failed && $0.kind.isBad }
        return [
            ("tests", "\(verdicts.count)"), ("failures", "\(failures)"), ("errors", "\(errors)"),
            ("skipped", "\(verdicts.count { $0.kind == .unsupported })"),
        ]
    }

    private static func write(_ folder: Folder, to xml: inout XMLText) {
        let time = Figures.seconds(folder.verdicts.reduce(0) { $0 + $1.wallSeconds })
        xml.element("testsuite", [("name", folder.name)] + counts(of: folder.verdicts) + [("time", time)]) { xml in
            for verdict in folder.verdicts { write(verdict, in: folder.name, to: &xml) }
        }
    }

    private static func write(_ verdict: Verdict, in folder: String, to xml: inout XMLText) {
        var attributes = [
            ("name", "\(verdict.id): \(verdict.name)"),
            ("classname", folder.split(separator: "/").joined(separator: ".")),
            ("file", verdict.failure?.file ?? verdict.file),
        ]
        if let line = verdict.failure?.line ?? verdict.line { attributes.append(("line", "\(line)")) }
        xml.element("testcase", attributes + [("time", Figures.seconds(verdict.wallSeconds))]) { xml in
            writeProperties(of: verdict, to: &xml)
            if let failure = verdict.failure { write(failure, of: verdict, to: &xml) }
        }
    }

    private static func write(_ failure: Verdict.Failure, of verdict: Verdict, to xml: inout XMLText) {
        guard verdict.kind.isBad else {
            return xml.element("skipped", [("message", "unsupported: \(failure.reason)")])
        }
        xml.element(
            verdict.kind == .failed ? "failure" : "error",
            [("type", verdict.kind.rawValue), ("message", failure.reason)], text: ConsoleReport.details(of: verdict))
        guard !failure.output.isEmpty else { return }
        xml.element("system-out", [], text: failure.output.joined(separator: "\n"))
    }

    private static func writeProperties(of verdict: Verdict, to xml: inout XMLText) {
        let values = [
            ("seed", "\(verdict.seed)"), ("virtualSeconds", Figures.seconds(verdict.virtualSeconds)),
            ("datagrams", "\(verdict.datagramsSent)"), ("capture", verdict.capture),
        ]
        xml.element("properties") { xml in
            for (name, value) in values + verdict.covers.map({ ("covers", $0) }) {
                xml.element("property", [("name", name), ("value", value)])
            }
        }
    }
}
