import Glibc
import Inspection

/// A folder in memory with the files that inspection reads.
struct Bench {
    static let shared = Bench()

    private let folder: String
    private var captureFile: String { "\(folder)/capture.pcap" }
    private var journalFile: String { "\(folder)/journal.ndjson" }

    private init() {
        folder = "/dev/shm/rollcall-fuzz-\(getpid())"
        mkdir(folder, 0o700)
        // Journals are read beside a capture with one packet: a confirmable GET from 127.1.0.1 to 127.0.0.1.
        write(
            [0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0]
                + [0, 0, 0, 0, 0, 0, 0, 0, 46, 0, 0, 0, 46, 0, 0, 0] + [UInt8](repeating: 0, count: 12) + [8, 0]
                + [0x45, 0, 0, 32, 0, 0, 0x40, 0, 64, 17, 0, 0, 127, 1, 0, 1, 127, 0, 0, 1]
                + [0xC3, 0x50, 0x16, 0x33, 0, 12, 0, 0, 0x40, 1, 0, 1],
            to: captureFile)
    }

    private func write(_ bytes: [UInt8], to file: String) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    /// The input's last byte says how it is looked at, so that each execution stays short.
    func inspect(capture bytes: [UInt8]) {
        write(bytes, to: captureFile)
        let views: [InspectionRequest.View] = [
            .summary, .packets, .decoded, .json, .ladder, .mermaid, .svg, .rtp, .sip,
        ]
        let choice = Int(bytes.last ?? 0)
        if choice % 16 < views.count {
            show(views[choice % 16]) { request in
                request.selection.isErrorsOnly = choice & 32 != 0
                if choice & 64 != 0 { request.selection.call = "default:standup" }
                if choice & 128 != 0 { request.selection.participant = "alice" }
            }
        } else {
            _ = try? CallHistory.reading(captureFile)
        }
    }

    /// Reads a journal in memory; one in sixteen inputs also lies beside a capture, because files take longer.
    func inspect(journal bytes: [UInt8]) {
        _ = CallHistory.reading(journal: bytes)
        guard bytes.reduce(0, ^) & 15 == 0 else { return }
        write(bytes, to: journalFile)
        for view: InspectionRequest.View in [.summary, .ladder] { show(view) }
        _ = try? CallHistory.reading(captureFile)
    }

    private func show(
        _ view: InspectionRequest.View, _ change: (inout InspectionRequest) -> Void = { _ in }
    ) {
        var request = InspectionRequest(file: captureFile, view: view)
        request.hasBodies = true
        change(&request)
        _ = try? Inspector(request) { _ in true }.run()
    }
}
