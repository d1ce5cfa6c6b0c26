internal import Inspection
internal import Journal
internal import Reporting

extension RunFolder {
    /// True when the folder has the journal and capture of the very run that a verdict is about.
    ///
    /// A verdict holds the seed, a digest of the captured payloads and the measured times, so no other run has an equal one.
    func holdsRun(of verdict: Verdict) -> Bool {
        FileStore.read(self.verdict) == verdict.json + [UInt8(ascii: "\n")]
    }

    /// The source, journal and packets of a run for a page; missing files are left out.
    func evidence(of verdict: Verdict) -> HTMLReport.Evidence {
        var request = InspectionRequest(file: writtenCapture, view: .json)
        request.hasBodies = true
        return HTMLReport.Evidence(
            source: FileStore.read(verdict.failure?.file ?? verdict.file) ?? [], journal: FileStore.read(journal) ?? [],
            packets: Self.shown(request))
    }

    /// The output of an inspection; of a damaged capture, the part that can be read.
    static func shown(_ request: InspectionRequest) -> [UInt8] {
        var bytes: [UInt8] = []
        try? Inspector(request) { piece in
            bytes += piece
            return true
        }.run()
        return bytes
    }
}
