internal import Capture
internal import Glibc
internal import Inspection
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall inspect`: shows the content of a capture.
struct InspectVerb {
    private let program: String
    private let registry: Registry

    init(program: String, _ registry: Registry) {
        self.program = program
        self.registry = registry
    }

    func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        let request = try Self.request(words)
        guard CapsuleFiles.isLikely(request.file) else { return Self.show(request, words) }
        do throws(CapsuleFiles.Problem) {
            let files = try CapsuleFiles(request.file, program: program, registry)
            defer { files.delete() }
            if let note = files.note { Console.error(.inspect, "note: \(note)") }
            var inner = request
            inner.file = files.capture
            return Self.show(inner, words)
        } catch {
            Console.error(.inspect, error.text)
            return error.status
        }
    }

    private static func show(_ given: InspectionRequest, _ words: ParsedArguments) -> ExitStatus {
        var request = given
        if let path = words[.hosts] {
            do throws(FileError) {
                guard let hosts = try HostsFile(reading: path) else { return .invalid }
                request.hosts = hosts
            } catch {
                Console.error(.inspect, "\(error)")
                return .invalid
            }
        }
        if let note = noteOnEvent(words[.event]) { Console.error(.inspect, note) }
        do {
            let note = { (content: CaptureContent) in noteOnNothing(request.selection, content, words) }
            if words.has(.html) {
                try showPage(request, noteNothing: note)
                return .success
            }
            let inspector = Inspector(request, noteNothing: note, noteJump: noteOnJump) { Console.say($0) }
            return try inspector.run() ? .success : .failure
        } catch {
            let inner = request.name == request.file ? request.name : "\(request.name): its capture"
            Console.error(.inspect, "\(error)".replacing(request.file, with: inner))
            switch error {
            case .cannotOpen, .damaged: return .invalid
            case .badFilter: return .usage
            case .cannotWrite: return .fault
            }
        }
    }

    /// Returns the note on an event type that no server sends; custom events have the type `custom`.
    private static func noteOnEvent(_ event: String?) -> String? {
        let known = Words.events.all
        guard let event, !known.contains(event) else { return nil }
        return "note: no event of Rollcall's is called `\(event)`" + hint(event, known)
    }

    /// The ends of names of files that hold no capture.
    private static let pages = [".html", ".svg", ".json", ".txt", ".md", ".mmd", ".yaml", ".yml"]

    private static func request(_ words: ParsedArguments) throws(UsageError) -> InspectionRequest {
        guard let word = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.inspect, "name one capture file, folder of a run or capsule, or - for the standard input")
        }
        let file = FileStore.isFolder(word) ? try capture(in: word) : word
        var request = InspectionRequest(file: file, view: try view(words))
        request.hasBodies = words.has(.decode)
        request.selection = try selection(words)
        request.copy = words[.write]
        request.width = Console.width ?? request.width
        request.isColoured = Console.style.isColoured
        if let copy = request.copy, inputs(word, file, hosts: words[.hosts]).contains(copy) {
            throw UsageError(.inspect, "--write would overwrite \(copy), a file that is read")
        }
        if let copy = request.copy, pages.contains(where: copy.hasSuffix) {
            throw UsageError(
                .inspect,
                "--write writes packets into a capture, and \(copy) is not the name of one; for what is shown: > \(copy)"
            )
        }
        return request
    }

    /// Returns all files of a run, or a capture with the journal beside it, and the file with the names of hosts.
    private static func inputs(_ word: String, _ file: String, hosts: String?) -> InputFiles {
        let run = RunFolder(existing: FileStore.isFolder(word) ? word : FileTree.parent(of: word))
        let beside = FileStore.isFolder(word) ? run.files : [run.journal]
        return InputFiles([word, file] + (word == "-" ? [] : beside) + [hosts].compactMap(\.self))
    }

    /// Returns the capture in the folder of a run.
    private static func capture(in folder: String) throws(UsageError) -> String {
        let file = RunFolder(existing: folder).writtenCapture
        guard !FileStore.exists(file) else { return file }
        let runs = FileTree.folders(in: folder).filter {
            FileStore.exists(RunFolder(existing: "\(folder)/\($0)").writtenCapture)
        }
        guard !runs.isEmpty else { return file }
        let some = runs.sorted().prefix(3).map { "\(folder)/\($0)" }.joined(separator: ", ")
        throw UsageError(
            .inspect,
            "\(folder) is the folder of \(runs.count == 1 ? "a run" : "\(runs.count) runs"): name one, such as \(some)")
    }

    private static func view(_ words: ParsedArguments) throws(UsageError) -> InspectionRequest.View {
        let given = [OptionName.packets, .json, .ladder, .mermaid, .svg, .html, .rtp, .sip, .spec].filter {
            words.has($0)
        }
        guard given.count <= 1 else {
            throw UsageError(.inspect, "--\(given[0].rawValue) and --\(given[1].rawValue) exclude each other")
        }
        if let first = given.first, let view = picture(first) {
            guard !words.has(.decode) else { throw UsageError(.inspect, "--decode requires --packets or --json") }
            return view
        }
        if words.has(.json) { return .json }
        return words.has(.decode) ? .decoded : words.has(.packets) ? .packets : .summary
    }

    /// Returns the view that an option selects, other than those with decoded packets.
    private static func picture(_ name: OptionName) -> InspectionRequest.View? {
        switch name {
        case .ladder: .ladder
        case .mermaid: .mermaid
        case .svg: .svg
        case .html: .json
        case .rtp: .rtp
        case .sip: .sip
        case .spec: .specifications
        default: nil
        }
    }

    private static func selection(_ words: ParsedArguments) throws(UsageError) -> PacketSelection {
        var selection = PacketSelection()
        selection.filter = words[.bpf]
        selection.call = words[.call]
        selection.participant = words[.participant]
        selection.event = words[.event]
        selection.from = try words.nanoseconds(.from, of: .inspect)
        selection.to = try words.nanoseconds(.to, of: .inspect)
        if let from = selection.from, let to = selection.to, from > to {
            throw UsageError(
                .inspect, "--from is after --to, \(words[.from] ?? "") after \(words[.to] ?? ""): exchange them")
        }
        selection.isErrorsOnly = words.has(.errors)
        return selection
    }
}

extension HostsFile {
    /// Reads the file at a path; returns nil, with a message, when it is invalid.
    fileprivate init?(reading path: String) throws(FileError) {
        let bytes = try FileStore.readWhole(path, atMost: 16 << 20)
        self.init(bytes)
        guard !problems.isEmpty else { return }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let texts = problems.map { problem in
            let place = Place(line: problem.line, column: problem.column, endColumn: problem.endColumn)
            return Diagnostic(
                file: path, place: place, message: problem.message, suggestion: problem.suggestion
            ).rendered(sourceLines: lines)
        }
        Console.error(texts.joined(separator: "\n"))
        return nil
    }
}
