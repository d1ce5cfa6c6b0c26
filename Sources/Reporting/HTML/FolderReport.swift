package import Journal

/// The interactive report as a folder: a small page, and a script with the evidence of each run.
///
/// The page loads the script of a run when the run is chosen. A page that is opened from a file may load scripts, but
/// may not request files, so the evidence is the argument of a call.
package enum FolderReport {
    /// The name of the page in the folder.
    package static let page = "index.html"
    /// The name of the folder of scripts, beside the page.
    package static let scripts = "runs"

    /// Returns true when a file in the folder of scripts is one of a report.
    package static func isScript(_ name: String) -> Bool { name.wholeMatch(of: /run-[0-9]+\.js/) != nil }

    /// Writes each file of a report, the page last.
    ///
    /// Runs that did not pass have their evidence; passed runs have it as far as space permits.
    ///
    /// - Parameters:
    ///   - evidence: Returns the evidence of a verdict; called at most once for each.
    ///   - write: Writes a file, which is named by its path in the folder.
    package static func write<Failure: Error>(
        _ result: RunResult, evidence: (Verdict) -> HTMLReport.Evidence,
        _ write: (_ path: String, _ bytes: [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let verdicts = result.verdicts
        var names: [String?] = verdicts.map { _ in nil }
        var room = verdicts.count == 1 ? Int.max : HTMLReport.maxBytesOfPassed
        let isBad = verdicts.map(\.kind.isBad)
        for index in verdicts.indices.filter({ isBad[$0] }) + verdicts.indices.filter({ !isBad[$0] }) {
            let script = script(index, verdicts[index], evidence(verdicts[index]))
            if !isBad[index] { room -= script.count }
            guard room >= 0 else { break }
            let name = "run-\(index).js"
            try write("\(scripts)/\(name)", script)
            names[index] = name
        }
        try write(page, HTMLReport.page(of: result, scripts: names))
    }

    private static func script(_ index: Int, _ verdict: Verdict, _ evidence: HTMLReport.Evidence) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.key("run")
        json.raw(evidence.json)
        json.key("blocks")
        json.raw(HTMLReport.failureBlocks(of: verdict))
        json.closeObject()
        return Array("deliver(\(index),'".utf8) + quoted(json.takeBytes()) + Array("');\n".utf8)
    }

    /// The text within single quotes of JavaScript.
    ///
    /// A text that the page parses is read faster than a literal, and no key in it has a meaning to JavaScript.
    private static func quoted(_ json: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(json.count + json.count / 16)
        for byte in json {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "'"): text += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): text.append(UInt8(ascii: " "))
            default: text.append(byte)
            }
        }
        return text
    }
}
