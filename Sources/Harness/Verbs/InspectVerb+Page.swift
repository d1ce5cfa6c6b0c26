internal import Capture
internal import Inspection
internal import Journal
internal import Reporting

extension InspectVerb {
    /// Writes the page for a capture; throws the error that ended the file early.
    static func showPage(
        _ request: InspectionRequest, noteNothing: @escaping (CaptureContent) -> Void
    ) throws(CaptureFileError) {
        var request = request
        request.view = .json
        request.hasBodies = true
        var packets: [UInt8] = []
        var damage: CaptureFileError?
        do throws(CaptureFileError) {
            try Inspector(request, noteNothing: noteNothing) { piece in
                packets += piece
                return true
            }.run()
        } catch {
            guard case .damaged = error else { throw error }
            damage = error
        }
        // The journal refers to all packets, so it fits only when all are shown.
        let isWhole = request.selection == PacketSelection()
        let journal = isWhole ? FileStore.read(journal(beside: request.file)) ?? [] : []
        let lines = packets.split(separator: UInt8(ascii: "\n"))
        let evidence = HTMLReport.Evidence(journal: journal, packets: packets)
        let page = HTMLReport.bytes(
            ofCapture: request.title, file: request.name, seconds: duration(lines), packets: lines.count,
            evidence: evidence)
        Console.say(page)
        if let damage { throw damage }
    }

    private static func journal(beside capture: String) -> String {
        let folder = capture.lastIndex(of: "/").map { String(capture[...$0]) } ?? ""
        return folder + "journal.ndjson"
    }

    private static func duration(_ lines: [ArraySlice<UInt8>]) -> Double {
        let times = [lines.first, lines.last].map { line in
            line.flatMap { try? JSON(parsing: Array($0)) }?["time"]?.double ?? 0
        }
        return max(0, times[1] - times[0])
    }
}

extension InspectionRequest {
    /// The file's name and its folder, which is that of the run.
    fileprivate var title: String {
        name == "-" ? "standard input" : name.split(separator: "/").suffix(2).joined(separator: "/")
    }
}
