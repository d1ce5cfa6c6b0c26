package import Capture
internal import Glibc
internal import Telephony
internal import Timing

/// Reads a capture and writes a view of it.
package struct Inspector {
    private let request: InspectionRequest
    private let output: TextOutput
    private let noteNothing: (CaptureContent) -> Void
    private let noteJump: (TimeJump) -> Void

    /// Creates an inspector.
    ///
    /// - Parameters:
    ///   - request: The view.
    ///   - noteNothing: Receives what the capture has when a selection matches no packet of it.
    ///   - noteJump: Receives the first packet whose time can hardly be right.
    ///   - write: Receives the output in pieces. It returns false when the reader has gone.
    package init(
        _ request: InspectionRequest,
        noteNothing: @escaping (CaptureContent) -> Void = { _ in },
        noteJump: @escaping (TimeJump) -> Void = { _ in },
        writingTo write: @escaping ([UInt8]) -> Bool
    ) {
        self.request = request
        self.noteNothing = noteNothing
        self.noteJump = noteJump
        output = TextOutput(write)
    }

    /// Writes the view. If the file is damaged, the readable packets are shown before the error is thrown.
    ///
    /// - Returns: False when the view shows violations of specifications.
    @discardableResult
    package func run() throws(CaptureFileError) -> Bool {
        let file = try open()
        let journal = JournalBeside(besideCapture: request.file)
        var names = HostNames(
            receivers: journal?.receivers ?? [:], outsiders: journal?.outsiders ?? [:],
            given: request.hosts?.names ?? [:])
        var trouble: Set<Int> = []
        if request.selection.needsSurvey, isReadableTwice {
            (names, trouble) = try firstPass(names)
        }
        let reader = PacketReader(linkType: file.linkType, names: names, isMediaOnly: isMediaOnly)
        if let copy = request.copy { try file.startCopy(to: copy) }
        var pass = Pass(request, file, reader, journal, trouble: trouble, output)
        let damage = pass.run()
        output.flush()
        try file.finishCopy()
        if request.selection != PacketSelection(), pass.admitted == 0 { noteNothing(pass.content) }
        if let jump = pass.jump { noteJump(jump) }
        if let damage { throw damage }
        return !pass.hasViolations
    }

    private func open() throws(CaptureFileError) -> CaptureFile {
        let file = try CaptureFile(request.file)
        // Packets that are not selected may still carry names and requests.
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

    /// Reads the whole file for facts that depend on all packets. The second pass reports damage.
    private func firstPass(_ names: HostNames) throws(CaptureFileError) -> (HostNames, Set<Int>) {
        let file = try open()
        var reader = PacketReader(linkType: file.linkType, names: names)
        while (try? file.withNext { record, bytes in _ = reader.read(record, bytes) }) == true {}
        let numbers =
            reader.conversations.unanswered.map(\.number) + reader.conversations.unacknowledged.map(\.number)
            + reader.telephony.unanswered.map(\.number)
        return (reader.names, Set(numbers))
    }
}

/// One pass over the file that writes the view.
private struct Pass {
    private let request: InspectionRequest
    private let file: CaptureFile
    private let trouble: Set<Int>
    private let output: TextOutput
    private var reader: PacketReader
    private var view: any PacketView
    private var zero: Int64?
    /// The number of selected packets.
    private(set) var admitted = 0
    private var packets = 0
    /// The first packet that is years from the one before it, or from the start of its run.
    private(set) var jump: TimeJump?
    private var lastMoment: Int64 = 0
    private var calls: Set<String> = []
    private var span: ClosedRange<Int64>?
    private static let callCapacity = 1000

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
            case .rtp: RTPTableView()
            case .sip: SIPTableView()
            case .specifications: SpecificationView()
            }
    }

    var hasViolations: Bool { view.hasViolations }
    /// The content of the capture.
    var content: CaptureContent {
        CaptureContent(packets: packets, names: reader.names.all, calls: calls.sorted(), span: span)
    }

    /// Shows every packet. Returns the error that ended the file early, if any.
    mutating func run() -> CaptureFileError? {
        var damage: CaptureFileError?
        do {
            while !output.isClosed, try file.withNext({ record, bytes in process(record, bytes) }) {}
        } catch let error as CaptureFileError {
            damage = error
        } catch {
            // Reading throws no other error.
        }
        view.finish(reader, zero: zero ?? 0, to: output)
        return damage
    }

    private mutating func process(_ record: CaptureFile.Record, _ bytes: Span<UInt8>) {
        let packet = reader.read(record, bytes)
        let start = zero ?? record.nanosecondsSince1970
        zero = start
        let (time, overflow) = record.nanosecondsSince1970.subtractingReportingOverflow(start)
        let moment = overflow ? .max : time
        packets += 1
        let step = moment.subtractingReportingOverflow(lastMoment)
        if jump == nil, step.overflow || step.partialValue.magnitude > TimeJump.least {
            jump = TimeJump(packet: packet.number, isForward: moment > lastMoment)
        }
        lastMoment = moment
        span = min(span?.lowerBound ?? moment, moment)...max(span?.upperBound ?? moment, moment)
        if admitted == 0, request.selection.call != nil, calls.count < Self.callCapacity {
            calls.formUnion(packet.signal?.cids ?? [])
            if let id = packet.sip?.envelope?.callID { calls.insert(id) }
        }
        guard record.isSelected, request.selection.admits(packet, at: moment, reader, trouble: trouble) else { return }
        admitted += 1
        if request.copy != nil { file.keep() }
        view.show(packet, bytes, reader, at: moment, to: output)
    }
}
