internal import Tracing

/// `rollcall export`: writes a recorded run in the format of another tool.
struct ExportVerb {
    private let run: String
    private let format: ExportFormat
    private let out: String
    private let file: String?

    init(_ words: ParsedArguments) throws(UsageError) {
        let names = ExportFormat.allCases.map(\.rawValue)
        guard let run = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.export, "name one run: its folder, its id or its capsule")
        }
        guard let word = words[.format] else {
            throw UsageError(.export, "--format is missing; there is: \(names.joined(separator: ", "))")
        }
        guard let format = ExportFormat(rawValue: word) else {
            let advice = hint(word, names)
            let list = advice.isEmpty ? "; there is: \(names.joined(separator: ", "))" : advice
            throw UsageError(.export, "there is no format `\(word)`" + list)
        }
        self.run = run
        self.format = format
        out = words[.out] ?? ".rollcall"
        file = words[.write]
    }

    func perform() -> ExitStatus {
        do throws(RecordError) {
            return write(format.bytes(of: try RecordedRun(run, in: out).trace))
        } catch {
            Console.complain(.export, "\(error)")
            return .invalid
        }
    }

    private func write(_ bytes: [UInt8]) -> ExitStatus {
        guard let file else {
            Console.say(bytes)
            return .success
        }
        do throws(FileError) {
            try FileStore.write(bytes, to: file)
            return .success
        } catch {
            Console.complain(.export, "\(error)")
            return .fault
        }
    }
}
