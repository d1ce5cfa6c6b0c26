internal import Inspection
internal import Journal
internal import Reporting

extension RunFolder {
    /// Returns true when the folder has the journal and capture of exactly the verdict's run.
    ///
    /// A verdict has the seed, a digest of the captured payloads and the measured times, so it identifies one run.
    ///
    /// The number of runs is ignored: machines that share a plan add theirs.
    func holdsRun(of verdict: Verdict) -> Bool {
        guard var own = readVerdict() else { return false }
        own.runs = verdict.runs
        return own.json == verdict.json
    }

    /// Returns the journal and packets of a run for a page; missing files are omitted.
    func evidence(source: [UInt8]) -> HTMLReport.Evidence {
        var request = InspectionRequest(file: writtenCapture, view: .json)
        request.hasBodies = true
        return HTMLReport.Evidence(
            source: source, journal: FileStore.read(journal) ?? [], packets: Self.shown(request))
    }

    /// Returns links to the run's files for other programs.
    func links(address: (String) -> String) -> [HTMLReport.Evidence.Link] {
        [("capture", writtenCapture), ("journal", journal), ("capsule", capsule)]
            .filter { FileStore.exists($0.1) }
            .map { HTMLReport.Evidence.Link(name: $0.0, address: address($0.1)) }
    }

    /// Returns the output of an inspection; for a damaged capture, of its readable part.
    static func shown(_ request: InspectionRequest) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try? Inspector(request) { piece in
            bytes += piece
            return true
        }.run()
        return bytes
    }
}
