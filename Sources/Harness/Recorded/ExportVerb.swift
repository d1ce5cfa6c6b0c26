internal import Capture
internal import Glibc
internal import Inspection
internal import ScenarioVocabulary
internal import Tracing

/// `rollcall export`: writes a recorded run in the format of another tool.
struct ExportVerb {
    /// A format of a run, or of its capture.
    private enum Format {
        case run(ExportFormat)
        case pcapng

        static let names = ExportFormat.allCases.map(\.rawValue) + ["pcapng"]

        init?(_ word: String) {
            if word == "pcapng" {
                self = .pcapng
            } else if let format = ExportFormat(rawValue: word) {
                self = .run(format)
            } else {
                return nil
            }
        }

        /// True when the bytes are no text.
        var isBinary: Bool {
            switch self {
            case .pcapng, .run(.perfetto): true
            case .run(.chrome), .run(.mermaid), .run(.otlp): false
            }
        }
    }

    private let run: String
    private let format: Format
    private let out: String
    private let file: String?
    private let program: String
    private let registry: Registry

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        guard let run = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.export, "name one run: its folder, its id or its capsule")
        }
        let list = Format.names.joined(separator: ", ")
        guard let word = words[.format] else {
            throw UsageError(.export, "--format is missing; there is: \(list)")
        }
        guard let format = Format(word) else {
            let advice = hint(word, Format.names)
            throw UsageError(
                .export, "there is no format `\(word)`" + (advice.isEmpty ? "; there is: \(list)" : advice))
        }
        self.run = run
        self.format = format
        out = words[.out] ?? ".rollcall"
        file = words[.write]
        self.program = program
        self.registry = registry
        guard file != nil || !format.isBinary || isatty(1) == 0 else {
            throw UsageError(.export, "\(word) is not text for a terminal: name a file with --write")
        }
    }

    func perform() -> ExitStatus {
        do throws(RecordError) {
            switch format {
            case .run(let format): return write(format.bytes(of: try record(run).trace))
            case .pcapng: return try annotate()
            }
        } catch {
            Console.error(.export, "\(error)")
            return .invalid
        }
    }

    /// Reads a run, and reports what is missing in it.
    private func record(_ run: String) throws(RecordError) -> RecordedRun {
        let record = try RecordedRun(run, in: out)
        record.reportNotes(.export)
        return record
    }

    // MARK: The capture

    /// Writes the capture of the run with comments from its journal.
    private func annotate() throws(RecordError) -> ExitStatus {
        guard CapsuleFiles.isLikely(run) else {
            let record = try record(run)
            return try annotate(record.capture, record.trace)
        }
        do throws(CapsuleFiles.Problem) {
            let files = try CapsuleFiles(run, program: program, registry)
            defer { files.delete() }
            if let note = files.note { Console.error(.export, "note: \(note)") }
            do throws(RecordError) {
                return try annotate(files.capture, try record(files.folder).trace)
            } catch {
                throw CapsuleFiles.Problem(text: "\(error)", status: .invalid)
            }
        } catch {
            Console.error(.export, error.text)
            return error.status
        }
    }

    private func annotate(_ capture: String?, _ trace: RunTrace) throws(RecordError) -> ExitStatus {
        guard let capture, FileStore.exists(capture) else {
            throw RecordError("\(run) has no capture: run the scenario with a capture")
        }
        var names: [IPAddress: String] = [:]
        for (host, name) in trace.hostNames { names[IPAddress(host)] = name }
        do throws(FileError) {
            let scratch = try FileStore.makeTemporaryFolder()
            defer { FileStore.deleteFolder(scratch) }
            return try annotate(capture, trace, names, copy: "\(scratch)/capture.pcapng")
        } catch {
            Console.error(.export, "\(error)")
            return .fault
        }
    }

    private func annotate(
        _ capture: String, _ trace: RunTrace, _ names: [IPAddress: String], copy: String
    ) throws(FileError) -> ExitStatus {
        defer { FileStore.delete(copy) }
        let comments = PacketComments(trace)
        do throws(CaptureFileError) {
            try AnnotatedCapture.write(capture, to: copy, names: names) { comments[$0] }
        } catch {
            Console.error(.export, "\(error)")
            if case .cannotWrite = error { return .fault }
            return .invalid
        }
        return write(try FileStore.readWhole(copy, atMost: .max))
    }

    private func write(_ bytes: [UInt8]) -> ExitStatus {
        guard let file else {
            Console.say(bytes)
            return .success
        }
        guard !RecordedRun.isFile(file, of: run, in: out) else {
            Console.error(.export, "--write would overwrite \(file), a file of the run")
            return .usage
        }
        do throws(FileError) {
            try OutputFiles.checkReplaced(file, by: "an export")
            try FileStore.write(bytes, to: file)
            return .success
        } catch {
            Console.error(.export, "\(error)")
            return .fault
        }
    }
}
