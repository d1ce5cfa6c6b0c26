internal import Capture
internal import Glibc
internal import Journal
internal import ScenarioVocabulary

/// The capture and the journal of a capsule, as files in a temporary folder.
///
/// A capsule without a capture is run again. That run starts no program, since a capsule may be from any source.
struct CapsuleFiles {
    /// The reason that a capsule has no such files.
    struct Problem: Error {
        let text: String
        let status: ExitStatus
    }

    private let scratch: String
    private let run: RunFolder
    /// A remark on a capture that was not in the capsule.
    private(set) var note: String?

    /// The path of the capture.
    var capture: String { run.capture }
    /// The path of the folder with both files.
    var folder: String { run.path }

    /// Returns true when a file has the name or the first bytes of a capsule.
    static func isLikely(_ path: String) -> Bool {
        // Reading the beginning of a pipe would take it from its reader.
        guard FileStore.isRegular(path) else { return false }
        if path.hasSuffix(".rollcall") { return true }
        // A map with the key `id`, which is its first one, since shorter keys precede longer ones.
        guard let bytes = FileStore.beginning(of: path), let first = bytes.first else { return false }
        return 0xA0...0xBF ~= first && bytes.dropFirst().starts(with: [0x62, UInt8(ascii: "i"), UInt8(ascii: "d")])
    }

    init(_ file: String, program: String, _ registry: Registry) throws(Problem) {
        let capsule = try Self.capsule(file)
        do throws(FileError) {
            scratch = try FileStore.makeTemporaryFolder()
        } catch {
            throw Problem(text: "\(error)", status: .fault)
        }
        run = RunFolder(out: scratch, id: capsule.id)
        do throws(Problem) {
            guard let packets = capsule.packets else {
                note = try Self.repeatRun(of: capsule, file, in: run, program: program, registry)
                return
            }
            try Self.write(capsule.journal, packets, to: run)
        } catch {
            delete()
            throw error
        }
    }

    /// Deletes the files.
    func delete() {
        run.delete()
        FileStore.deleteFolder(scratch)
    }

    private static func capsule(_ file: String) throws(Problem) -> Capsule {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.readWhole(file, atMost: Capsule.largest)
        } catch {
            throw Problem(text: "\(error)", status: .invalid)
        }
        do throws(CapsuleError) {
            return try Capsule(reading: bytes)
        } catch {
            throw Problem(text: "\(file): \(error)", status: .invalid)
        }
    }

    private static func write(_ journal: [UInt8], _ packets: [UInt8], to folder: RunFolder) throws(Problem) {
        do throws(FileError) {
            try FileStore.makeFolder(folder.path)
            try FileStore.write(packets, to: folder.capture)
            try FileStore.write(journal, to: folder.journal)
        } catch {
            throw Problem(text: "\(error)", status: .fault)
        }
    }

    /// Runs a capsule again, and returns a remark on the run.
    private static func repeatRun(
        of capsule: Capsule, _ file: String, in folder: RunFolder, program: String, _ registry: Registry
    ) throws(Problem) -> String {
        var capsule = capsule
        // The capture from the sockets needs no right, and is there even when the run was without one.
        capsule.options.capture = .ledger
        let again = CapsuleRun(capsule, from: file, program: program, registry)
        if let problems = again.problems { throw Problem(text: "\(file): \(problems)", status: .invalid) }
        if let commands = again.outsideCommands {
            let problem = "\(file): it has no capture, and its scenario starts programs: \(commands)"
            throw Problem(text: "\(problem). `rollcall replay --allow-programs` runs it", status: .invalid)
        }
        let verdict: Verdict?
        do throws(FileError) {
            try folder.prepareWhole()
            verdict = try again.verdict(in: folder)
        } catch {
            throw Problem(text: "\(error)", status: .fault)
        }
        guard let verdict else { throw Problem(text: "interrupted", status: .interrupted) }
        let journal = folder.mendedJournal()
        guard FileStore.exists(folder.capture) else {
            let reason = verdict.failure?.reason ?? verdict.kind.rawValue
            let problem = "\(file): it has no capture, and its repeated run left none: \(reason)"
            throw Problem(text: problem, status: .invalid)
        }
        let divergence = Divergence(between: capsule.journal, and: journal)
        let place = divergence.map { ", and differs from entry \($0.number) on" } ?? ""
        return "\(file) has no capture, so its run was repeated\(place)"
    }
}
