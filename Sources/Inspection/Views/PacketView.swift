internal import Capture

/// A view of packets.
protocol PacketView {
    /// Adds a packet. `time` is in nanoseconds on the capture's time line.
    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput)

    /// True when the packets violate specifications.
    var hasViolations: Bool { get }

    /// Completes the view. `zero` is the origin of the capture's time line.
    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput)
}

extension PacketView {
    var hasViolations: Bool { false }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {}
}

/// The options of a view.
struct ViewOptions {
    let file: String
    let width: Int
    let isColoured: Bool
    let linkType: LinkType
    let journal: JournalBeside?
    /// True when all packets are shown.
    let showsAll: Bool
    /// The selected call; nil when all are shown.
    let call: String?

    init(_ request: InspectionRequest, linkType: LinkType, _ journal: JournalBeside?) {
        file = request.name
        width = max(40, request.width)
        isColoured = request.isColoured
        call = request.selection.call
        showsAll = request.selection == PacketSelection()
        self.linkType = linkType
        self.journal = journal
    }

    /// The title of a picture: the scenario and the file's name.
    var title: String {
        let name = file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
        return (journal?.scenario.map { "\($0) · " } ?? "") + name
    }

    /// Returns the text in bold on a terminal.
    func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Returns the text in red on a terminal.
    func red(_ text: String) -> String { isColoured ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
}

/// Buffers output and writes it in large pieces.
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

    /// Adds bytes from another buffer.
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
