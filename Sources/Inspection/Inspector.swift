public import Capture
internal import Glibc
internal import Timing

/// Reads a capture and shows what it says.
public struct Inspector {
    private let request: InspectionRequest
    private let output: TextOutput

    /// - Parameters:
    ///   - request: what is to be shown.
    ///   - write: takes the output piece by piece; answers false when nobody reads it any more.
    public init(_ request: InspectionRequest, writingTo write: @escaping ([UInt8]) -> Bool) {
        self.request = request
        output = TextOutput(write)
    }

    /// Shows the capture; when the file is damaged, what could be read of it is shown before the error is thrown.
    public func run() throws(CaptureFileError) {
        let file = try open()
        let journal = JournalBeside(besideCapture: request.file)
        var names = HostNames(receivers: journal?.receivers ?? [:], given: request.hosts?.names ?? [:])
        var trouble: Set<Int> = []
        if request.selection.needsSurvey, isReadableTwice {
            (names, trouble) = try survey(names)
        }
        let reader = PacketReader(linkType: file.linkType, names: names, isMediaOnly: isMediaOnly)
        if let copy = request.copy { try file.startCopy(to: copy) }
        var pass = Pass(request, file, reader, journal, trouble: trouble, output)
        let damage = pass.run()
        output.flush()
        try file.finishCopy()
        if let damage { throw damage }
    }

    private func open() throws(CaptureFileError) -> CaptureFile {
        let file = try CaptureFile(request.file)
        // What is not selected may still tell names, and what belongs to which request.
        if let filter = request.selection.filter { try file.select(filter, skipsOthers: isMediaOnly) }
        return file
    }

    private var isMediaOnly: Bool {
        request.view == .rtp && !request.selection.needsSignalling
    }

    private var isReadableTwice: Bool {
        var status = stat()
        return request.file != "-" && stat(request.file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Reads all of it for what only the whole shows; damage is left to the pass that shows it.
    private func survey(_ names: HostNames) throws(CaptureFileError) -> (HostNames, Set<Int>) {
        let file = try open()
        var reader = PacketReader(linkType: file.linkType, names: names)
        while (try? file.withNext { record, bytes in _ = reader.read(record, bytes) }) == true {}
        let numbers =
            reader.conversations.unanswered.map(\.number) + reader.conversations.unacknowledged.map(\.number)
        return (reader.names, Set(numbers))
    }
}

/// One reading of the file, in which everything is shown.
private struct Pass {
    private let request: InspectionRequest
    private let file: CaptureFile
    private let trouble: Set<Int>
    private let output: TextOutput
    private var reader: PacketReader
    private var view: any PacketView
    private var zero: Int64?

    init(
        _ request: InspectionRequest, _ file: CaptureFile, _ reader: PacketReader, _ journal: JournalBeside?,
        trouble: Set<Int>, _ output: TextOutput
    ) {
        self.request = request
        self.file = file
        self.reader = reader
        self.trouble = trouble
        self.output = output
        if journal?.isVirtual == true { zero = Timestamp.virtualStart.milliseconds * 1_000_000 }
        let options = ViewOptions(request, linkType: file.linkType, journal)
        view =
            switch request.view {
            case .summary: SummaryView(options)
            case .packets: PacketLineView()
            case .decoded: DecodedView(linkType: file.linkType)
            case .json: JSONView(hasBodies: request.hasBodies)
            case .ladder: LadderView(options, .text)
            case .mermaid: LadderView(options, .mermaid)
            case .svg: LadderView(options, .svg)
            case .rtp: RTPTableView(options)
            }
    }

    /// Shows every packet; answers what ended the file before its end.
    mutating func run() -> CaptureFileError? {
        var damage: CaptureFileError?
        do {
            while !output.isClosed, try file.withNext({ record, bytes in take(record, bytes) }) {}
        } catch let error as CaptureFileError {
            damage = error
        } catch {
            // Nothing else is thrown while packets are read.
        }
        view.finish(reader, zero: zero ?? 0, to: output)
        return damage
    }

    private mutating func take(_ record: CaptureFile.Record, _ bytes: Span<UInt8>) {
        let packet = reader.read(record, bytes)
        let start = zero ?? record.nanosecondsSince1970
        zero = start
        let (time, overflow) = record.nanosecondsSince1970.subtractingReportingOverflow(start)
        let moment = overflow ? .max : time
        guard record.isSelected, request.selection.admits(packet, at: moment, reader, trouble: trouble) else { return }
        if request.copy != nil { file.keep() }
        view.show(packet, bytes, reader, at: moment, to: output)
    }
}
