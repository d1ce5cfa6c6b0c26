internal import Capture

/// A form in which packets are shown.
protocol PacketView {
    /// Shows a packet, now or later; `time` is in nanoseconds on the capture's own time line.
    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput)

    /// Shows what waits for the end; `zero` is where the capture's own time line starts.
    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput)
}

extension PacketView {
    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {}
}

/// What a view must know besides the packets.
struct ViewOptions {
    let file: String
    let width: Int
    let isColoured: Bool
    let linkType: LinkType
    let journal: JournalBeside?
    /// Whether nothing is left out.
    let showsAll: Bool

    init(_ request: InspectionRequest, linkType: LinkType, _ journal: JournalBeside?) {
        file = request.file
        width = max(40, request.width)
        isColoured = request.isColoured
        showsAll = request.selection == PacketSelection()
        self.linkType = linkType
        self.journal = journal
    }

    /// What a picture is called: the scenario and the file's name.
    var title: String {
        let name = file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
        return (journal?.scenario.map { "\($0) · " } ?? "") + name
    }

    /// Words that stand out on a terminal.
    func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Words of trouble.
    func red(_ text: String) -> String { isColoured ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
}

/// Gathers output, and hands it on in large pieces.
final class TextOutput {
    private(set) var isClosed = false
    private let write: ([UInt8]) -> Bool
    private var bytes: [UInt8] = []
    private static let pieceSize = 1 << 16

    init(_ write: @escaping ([UInt8]) -> Bool) {
        self.write = write
    }

    func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
        if bytes.count >= Self.pieceSize { flush() }
    }

    /// Adds bytes that were gathered elsewhere.
    func add(_ more: [UInt8]) {
        if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
        if bytes.count >= Self.pieceSize { flush() }
    }

    func flush() {
        guard !bytes.isEmpty, !isClosed else { return }
        if !write(bytes) { isClosed = true }
        bytes = []
    }
}
